// Fields of units: the inputs for a new field, and a new field for all units of a type.

import { useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { restoreText } from "../model/file_steps.ts";
import { addUndoStep } from "../model/undo_steps.ts";
import { forgetSchemas } from "./editor_frame.tsx";
import { readAgain } from "../components/library.tsx";
import { attempt, notify } from "../browser/notices.ts";
import type { Names } from "../types.ts";
import { Checkbox, Field, FormDialog, NameField, Select, showDialog } from "../components/ui.tsx";

export interface NewField {
  id: number;
  label: string;
  kind: string;
  low: string;
  high: string;
  options: string; // with commas between them
  is_marked: boolean;
}

export const newField = (id: number, label = "", high = "10", is_marked = false): NewField => ({
  id,
  label,
  kind: "number",
  low: "1",
  high,
  options: "",
  is_marked,
});

// Words for each kind, as the field is chosen.
export const FIELD_CHOICES = [
  ["number", "A number"],
  ["die", "A die"],
  ["words", "Words"],
  ["yes or no", "Yes or no"],
  ["choice", "One of a list"],
] as const;
const DICE = [4, 6, 8, 10, 12, 20],
  dieChoices = DICE.map(sides => [String(sides), `d${sides}`] as [string, string]);

const splitOptions = (text: string) =>
  text
    .split(",")
    .map(one => one.trim())
    .filter(Boolean);
// Returns a field as the actions read it.
export const describeField = ({ label, kind, low, high, options, is_marked }: NewField) => ({
  label,
  kind,
  low,
  high,
  options: splitOptions(options),
  is_marked: is_marked && kind === "number",
});

// Returns the usual limits of a kind of fields.
export const changeKind = (field: NewField, kind: string): Partial<NewField> => ({
  kind,
  ...(kind === "die" ? { low: "4", high: "12" } : field.kind === "die" ? { low: "1", high: "10" } : {}),
  ...(kind === "choice" && !field.options ? { options: "low, medium, high" } : {}),
});

// The limits of a number or of a die, or the words of a list.
export const LimitInputs = ({
  field,
  name,
  onChange,
}: {
  field: NewField;
  name: string;
  onChange: (now: Partial<NewField>) => void;
}) => (
  <span class="limits">
    {field.kind === "number" && (
      <>
        <input
          type="text"
          inputMode="numeric"
          aria-label={`Lowest ${name}`}
          value={field.low}
          onInput={event => onChange({ low: event.currentTarget.value })}
        />
        to
        <input
          type="text"
          inputMode="numeric"
          aria-label={`Highest ${name}`}
          value={field.high}
          onInput={event => onChange({ high: event.currentTarget.value })}
        />
        <Checkbox checked={field.is_marked} onChange={is_marked => onChange({ is_marked })}>
          Lost in play
        </Checkbox>
      </>
    )}
    {field.kind === "die" && (
      <>
        <Select
          label={`Smallest die of ${name}`}
          value={field.low}
          choices={dieChoices}
          onChange={low => onChange({ low, high: String(Math.max(Number(low), Number(field.high))) })}
        />
        to
        <Select
          label={`Largest die of ${name}`}
          value={field.high}
          choices={dieChoices}
          onChange={high => onChange({ high, low: String(Math.min(Number(high), Number(field.low))) })}
        />
      </>
    )}
    {field.kind === "choice" && (
      <input
        type="text"
        aria-label={`Words for ${name}, with commas between them`}
        placeholder="low, medium, high"
        value={field.options}
        onInput={event => onChange({ options: event.currentTarget.value })}
      />
    )}
  </span>
);

const choicesOf = ({ kind, low, high, options }: NewField) =>
  kind === "choice"
    ? splitOptions(options)
    : kind === "yes or no"
      ? ["yes", "no"]
      : kind === "die"
        ? DICE.filter(sides => sides >= Number(low) && sides <= Number(high)).map(sides => `d${sides}`)
        : null;

interface ValueProps {
  field: NewField;
  label: string;
  value: string;
  example: string;
  onInput: (value: string) => void;
}
// The value of a field of one unit. Without a value, the example is shown pale.
export function FieldValueInput({ field, label, value, example, onInput }: ValueProps) {
  const choices = choicesOf(field),
    isNumber = field.kind === "number";
  if (choices) return <Select label={label} value={value || example} choices={choices} onChange={onInput} />;
  return (
    <input
      type="text"
      class={isNumber ? "short" : ""}
      inputMode={isNumber ? "numeric" : "text"}
      aria-label={label}
      autocomplete="off"
      placeholder={example}
      value={value}
      onInput={event => onInput(event.currentTarget.value)}
    />
  );
}

// Asks for a new field of a unit type, and gives it to all units of the type and to its record sheets. `onAdded` runs
// when the files have changed.
export function addField(game: { name: string; title: string; kinds: Names }, type = "", onAdded = () => {}) {
  function AddField() {
    const kinds = Object.entries(game.kinds);
    const [kind, setKind] = useState(type || (kinds[0]?.[0] ?? "")),
      [field, setField] = useState(() => newField(0)),
      [value, setValue] = useState("");
    const change = (now: Partial<NewField>) => setField({ ...field, ...now });
    const usual = field.kind === "number" ? field.low : (choicesOf(field)?.[0] ?? ""),
      name = field.label.trim() || "the value";
    const create = async () => {
      if (!field.label.trim()) throw new Error("Type a name.");
      const { changed } = await call("add_field", {
        game: game.name,
        kind,
        field: describeField(field),
        value: value || usual,
      });
      forgetSchemas();
      readAgain();
      for (const one of changed) addUndoStep(one.file, one, one.stamp);
      onAdded();
      const undo = () =>
        attempt(async () => {
          for (const { file, stamp, text } of changed) await restoreText(file, stamp, text);
          forgetSchemas();
          readAgain();
          onAdded();
          notify(`${field.label} is removed again.`);
        });
      notify(`Every ${game.kinds[kind]} has ${field.label}, and so has its record sheet.`, "done", {
        label: "Undo",
        run: undo,
      });
    };
    return (
      <FormDialog title="New value for all units" verb="Create the value" onSubmit={create}>
        <NameField label="Name" value={field.label} onInput={label => change({ label })} />
        {kinds.length > 1 && (
          <Field label="For each">
            {props => <Select props={props} value={kind} choices={kinds} onChange={setKind} />}
          </Field>
        )}
        <Field label="What it is" hint="A number that units lose in play has a mark for each point.">
          {props => (
            <Select
              props={props}
              value={field.kind}
              choices={FIELD_CHOICES.map(([one, words]) => [one, words])}
              onChange={now => change(changeKind(field, now))}
            />
          )}
        </Field>
        <div class="new-field-limits">
          <LimitInputs field={field} name={name} onChange={change} />
        </div>
        <label class="field">
          <b>All units have at first</b>
          <FieldValueInput
            field={field}
            label={`Value of ${name} for all units`}
            value={value}
            example={usual}
            onInput={setValue}
          />
        </label>
      </FormDialog>
    );
  }
  showDialog(<AddField />);
}
