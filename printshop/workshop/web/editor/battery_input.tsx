// The input of a battery of guns: number, die, damage and traits, each by itself.

import { useEffect, useState } from "preact/hooks";
import type { BatteryParts } from "../types.ts";
import { Chip, type InputProps, Select } from "../components/ui.tsx";

export const BATTERY = /^(\d+)\/(d\d+)(?: *x *(\d+))?(?: +([\w ,]+))?$/;
interface Guns {
  count: string;
  die: string;
  damage: number;
  traits: string[];
}
const ALL_DICE = ["d4", "d6", "d8", "d10", "d12", "d20"];
const readGuns = (text: string, { dice, lowest_damage }: BatteryParts): Guns => {
  const [, count = "", die = dice[0] ?? "d4", damage = String(lowest_damage), traits = ""] = text.match(BATTERY) ?? [];
  return { count, die, damage: Number(damage), traits: traits.split(/[ ,]+/).filter(Boolean) };
};
const writeGuns = ({ count, die, damage, traits }: Guns) =>
  count ? [`${count}/${die} x${damage}`, ...traits].join(" ") : "";

// Guns of one kind: number, die, damage and traits, each in its own input.
export function BatteryInput({
  battery,
  text,
  label,
  isSaving,
  onInput,
  props,
}: {
  battery: BatteryParts;
  text: string;
  label: string;
  isSaving: boolean;
  onInput: (text: string) => void;
  props: InputProps;
}) {
  const [guns, setGuns] = useState(() => readGuns(text, battery));
  useEffect(() => {
    if (!isSaving && text !== writeGuns(guns) && writeGuns(readGuns(text, battery)) !== writeGuns(guns))
      setGuns(readGuns(text, battery));
  }, [text, isSaving]);
  const change = (part: Partial<Guns>) => {
    const now = { ...guns, ...part };
    setGuns(now);
    if (writeGuns(now) !== writeGuns(guns)) onInput(writeGuns(now));
  };
  const { lowest_damage: low, highest_damage: high } = battery,
    damages = Array.from({ length: high - low + 1 }, (_, number) => String(low + number));
  return (
    <span class="battery">
      <span class="with-unit">
        <input
          {...props}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          maxLength={3}
          placeholder="no"
          aria-label={`${label}: number of guns`}
          value={guns.count}
          onInput={event => change({ count: event.currentTarget.value.replace(/\D/g, "") })}
        />
        <span>{guns.count === "1" ? "gun" : "guns"}</span>
      </span>
      {guns.count && (
        <>
          <Select
            label={`${label}: die`}
            value={guns.die}
            choices={battery.dice.length ? battery.dice : ALL_DICE}
            onChange={die => change({ die })}
          />
          <Select
            label={`${label}: damage`}
            value={String(guns.damage)}
            choices={damages.map(one => [one, `damage ${one}`])}
            onChange={damage => change({ damage: Number(damage) })}
          />
          {Object.entries(battery.traits).map(([key, meaning]) => {
            const has = guns.traits.includes(key);
            return (
              <span title={meaning} key={key}>
                <Chip
                  pressed={has}
                  onClick={() =>
                    change({ traits: has ? guns.traits.filter(one => one !== key) : [...guns.traits, key] })
                  }
                >
                  {key.replaceAll("_", " ")}
                </Chip>
              </span>
            );
          })}
        </>
      )}
    </span>
  );
}
