// The search over the keys that a block may have, besides those in view.

import { useRef, useState } from "preact/hooks";
import type { Shape } from "../model/schema.ts";
import { Button } from "../components/ui.tsx";
import { describeShape } from "../model/value_words.ts";

const LEAST_SEARCHED = 8; // keys: fewer are seen at once

// A search over the keys that a block may have, each with its description.
export function AddKey({
  keys,
  shapes,
  nameOf,
  onAdd,
  of = "",
  noun,
}: {
  keys: string[];
  shapes: (key: string) => Shape;
  nameOf: (key: string) => string;
  onAdd: (key: string) => void;
  of?: string; // the block, if its button stands near that of another block
  noun: "value" | "setting"; // only units have values
}) {
  const label = `More ${noun}s${of && ` of ${of}`}`;
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const box = useRef<HTMLDivElement>(null);
  if (!isOpen)
    return (
      <div class="more-keys">
        <Button kind="quiet" icon="add" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
    );
  const matchingKeys = keys.filter(key =>
    `${nameOf(key)} ${key} ${shapes(key).description}`.toLowerCase().includes(words.toLowerCase()),
  );
  const close = () => {
    setOpen(false);
    setWords("");
  };
  const move = (event: KeyboardEvent) => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>("input, li button") ?? [])],
      now = all.indexOf(document.activeElement as HTMLElement),
      step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (step) all[Math.min(all.length - 1, Math.max(0, now + step))]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div class="add-key" ref={box} onKeyDown={move}>
      <div class="row">
        {keys.length < LEAST_SEARCHED ? (
          <b>{label}</b>
        ) : (
          <input
            class="plain-input"
            type="search"
            aria-label={`Search for a ${noun} to add`}
            placeholder={`Search ${keys.length} ${noun}s`}
            value={words}
            ref={input => {
              if (!words && document.activeElement === document.body) input?.focus();
            }}
            onInput={event => setWords(event.currentTarget.value)}
          />
        )}
        <Button kind="quiet" icon="close" label={`Close the list of ${noun}s`} onClick={close} />
      </div>
      <ul>
        {matchingKeys.map(key => (
          <li key={key}>
            <button
              type="button"
              onClick={() => {
                onAdd(key);
                close();
              }}
            >
              <b>{nameOf(key)}</b>
              <small>{describeShape(shapes(key), nameOf(key))}</small>
            </button>
          </li>
        ))}
        {!matchingKeys.length && <li>{`No ${noun} has these words.`}</li>}
      </ul>
    </div>
  );
}
