// Figures of units: the inputs for one figure, and a new figure for all units of a type.

import { useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { restoreText } from "../model/file_steps.ts";
import { addUndoStep } from "../model/undo_steps.ts";
import { forgetSchemas } from "./editor_frame.tsx";
import { readAgain } from "../components/library.tsx";
import { attempt, notify } from "../browser/notices.ts";
import type { Names } from "../types.ts";
import { Checkbox, Field, FormDialog, NameField, Select, showDialog } from "../components/ui.tsx";

export interface Figure {
  id: number;
  label: string;
  kind: string;
  low: string;
  high: string;
  options: string; // with commas between them
  is_marked: boolean;
}

export const newFigure = (id: number, label = "", high = "10", is_marked = false): Figure => ({
  id,
  label,
  kind: "number",
  low: "1",
  high,
  options: "",
  is_marked,
});

// Words for each kind, as the figure is chosen.
export const FIGURE_CHOICES = [
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
// Returns a figure as the actions read it.
export const describeFigure = ({ label, kind, low, high, options, is_marked }: Figure) => ({
  label,
  kind,
  low,
  high,
  options: splitOptions(options),
  is_marked: is_marked && kind === "number",
});

// Returns the usual limits of a kind of figures.
export const changeKind = (figure: Figure, kind: string): Partial<Figure> => ({
  kind,
  ...(kind === "die" ? { low: "4", high: "12" } : figure.kind === "die" ? { low: "1", high: "10" } : {}),
  ...(kind === "choice" && !figure.options ? { options: "low, medium, high" } : {}),
});

// The limits of a number or of a die, or the words of a list.
export const FigureLimits = ({
  figure,
  name,
  onChange,
}: {
  figure: Figure;
  name: string;
  onChange: (now: Partial<Figure>) => void;
}) => (
  <span class="limits">
    {figure.kind === "number" && (
      <>
        <input
          type="text"
          inputMode="numeric"
          aria-label={`Lowest ${name}`}
          value={figure.low}
          onInput={event => onChange({ low: event.currentTarget.value })}
        />
        to
        <input
          type="text"
          inputMode="numeric"
          aria-label={`Highest ${name}`}
          value={figure.high}
          onInput={event => onChange({ high: event.currentTarget.value })}
        />
        <Checkbox checked={figure.is_marked} onChange={is_marked => onChange({ is_marked })}>
          Lost in play
        </Checkbox>
      </>
    )}
    {figure.kind === "die" && (
      <>
        <Select
          label={`Smallest die of ${name}`}
          value={figure.low}
          choices={dieChoices}
          onChange={low => onChange({ low, high: String(Math.max(Number(low), Number(figure.high))) })}
        />
        to
        <Select
          label={`Largest die of ${name}`}
          value={figure.high}
          choices={dieChoices}
          onChange={high => onChange({ high, low: String(Math.min(Number(high), Number(figure.low))) })}
        />
      </>
    )}
    {figure.kind === "choice" && (
      <input
        type="text"
        aria-label={`Words for ${name}, with commas between them`}
        placeholder="low, medium, high"
        value={figure.options}
        onInput={event => onChange({ options: event.currentTarget.value })}
      />
    )}
  </span>
);

const choicesOf = ({ kind, low, high, options }: Figure) =>
  kind === "choice"
    ? splitOptions(options)
    : kind === "yes or no"
      ? ["yes", "no"]
      : kind === "die"
        ? DICE.filter(sides => sides >= Number(low) && sides <= Number(high)).map(sides => `d${sides}`)
        : null;

interface FigureProps {
  figure: Figure;
  label: string;
  value: string;
  example: string;
  onInput: (value: string) => void;
}
// The value of a figure of one unit. Without a value, the example is shown pale.
export function FigureInput({ figure, label, value, example, onInput }: FigureProps) {
  const choices = choicesOf(figure),
    isNumber = figure.kind === "number";
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

// Asks for a new figure of a unit type, and gives it to all units of the type and to its record sheets. `onAdded` runs
// when the files have changed.
export function addFigure(game: { name: string; title: string; kinds: Names }, type = "", onAdded = () => {}) {
  function AddFigure() {
    const kinds = Object.entries(game.kinds);
    const [kind, setKind] = useState(type || (kinds[0]?.[0] ?? "")),
      [figure, setFigure] = useState(() => newFigure(0)),
      [value, setValue] = useState("");
    const change = (now: Partial<Figure>) => setFigure({ ...figure, ...now });
    const usual = figure.kind === "number" ? figure.low : (choicesOf(figure)?.[0] ?? ""),
      name = figure.label.trim() || "the value";
    const create = async () => {
      if (!figure.label.trim()) throw new Error("Type a name.");
      const { changed } = await call("add_figure", {
        game: game.name,
        kind,
        figure: describeFigure(figure),
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
          notify(`${figure.label} is removed again.`);
        });
      notify(`Every ${game.kinds[kind]} has ${figure.label}, and so has its record sheet.`, "done", {
        label: "Undo",
        run: undo,
      });
    };
    return (
      <FormDialog title="New value for all units" verb="Create the value" onSubmit={create}>
        <NameField label="Name" value={figure.label} onInput={label => change({ label })} />
        {kinds.length > 1 && (
          <Field label="For each">
            {props => <Select props={props} value={kind} choices={kinds} onChange={setKind} />}
          </Field>
        )}
        <Field label="What it is" hint="A number that is lost in play gets circles to mark.">
          {props => (
            <Select
              props={props}
              value={figure.kind}
              choices={FIGURE_CHOICES.map(([one, words]) => [one, words])}
              onChange={now => change(changeKind(figure, now))}
            />
          )}
        </Field>
        <div class="figure-limits">
          <FigureLimits figure={figure} name={name} onChange={change} />
        </div>
        <label class="field">
          <b>All units have at first</b>
          <FigureInput
            figure={figure}
            label={`Value of ${name} for all units`}
            value={value}
            example={usual}
            onInput={setValue}
          />
        </label>
      </FormDialog>
    );
  }
  showDialog(<AddFigure />);
}
