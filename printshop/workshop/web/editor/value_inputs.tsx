// The inputs of single values, chosen by the schema of the value.

import { useRef } from "preact/hooks";
import { hasSideAt } from "./additions.tsx";
import { BATTERY, BatteryInput } from "./battery_input.tsx";
import { valueAt } from "../model/document.ts";
import { type Editing, nameOf, setValue } from "../model/editing.ts";
import { isHex, needsLines, usualWordsAt } from "../model/key_words.ts";
import { LengthInput, readMeasure } from "./length_input.tsx";
import { asValue, withoutPrefix } from "../model/new_values.ts";
import {
  choiceWords,
  isColour,
  isLength,
  isNumeric,
  isSize,
  keyboardOf,
  type Kind,
  kindOf,
  labelOf,
  type Schema,
  type Shape,
  shapeOf,
} from "../model/schema.ts";
import { ThemeInput } from "./theme_input.tsx";
import type { BatteryParts, Tree, ValuePath } from "../types.ts";
import { ColorInput, type InputProps, NumberStepper, Select, TextInput, Toggle } from "../components/ui.tsx";
import { capitalize } from "../words.ts";

const BY_CLASS = "by size class";
// Returns the parts of the game that a value can name, by their keys.
function partsOf({ editing: { parts }, shape }: ValueContext): [string, string][] {
  const found = {
    counter: parts?.counters,
    piece: [...(parts?.counters ?? []), ...(parts?.markers ?? [])],
  }[shape.valueKind as string];
  return found?.map(({ key, title }) => [key, title]) ?? [];
}
// Returns the kinds of lines that a map can have: those of printshop, of the game and of the map.
function listPathKinds({ editing, path, shape, text }: ValueContext): readonly string[] {
  const declared = [["path_kinds"], [...path.slice(0, -3), "path_kinds"]].flatMap(
    at => valueAt(editing.state.document.tree, at)?.entries?.map(([key]) => key) ?? [],
  );
  return [...new Set([...shape.examples, ...declared, ...(text ? [text] : [])])];
}

interface ValueProps {
  editing: Editing;
  path: ValuePath;
  schema: Schema | undefined;
  props?: InputProps;
  lines?: number;
}
// A single value and all that its input needs.
interface ValueContext extends Omit<ValueProps, "schema"> {
  props: InputProps;
  shape: Shape;
  tree: Tree | undefined;
  kind: Kind;
  text: string;
  usual: string; // the value of the missing key
  label: string;
  hasLength: boolean; // the value is a length, or was one before its text was deleted
  send: (typed: string) => void;
}
// The inputs of single values, in order: the first one that fits is shown. An input is no component of its own: a
// value that changes its input keeps the focus.
const INPUTS: readonly [fits: (value: ValueContext) => boolean, make: (value: ValueContext) => preact.JSX.Element][] = [
  [value => Boolean(value.tree?.fixed), fixedInput],
  [
    ({ kind, shape, text, usual }) =>
      (kind === "flag" && isTruth(text || usual)) || (shape.types.has("boolean") && isTruth(text)),
    switchInput,
  ],
  [value => isCount(value), countInput],
  [value => listChoices(value) !== null, choiceInput],
  [({ shape }) => shape.valueKind === "theme", themeInput],
  [
    ({ shape, hasLength, text }) => shape.valueKind === "counter size" && (hasLength || text === BY_CLASS),
    counterSizeInput,
  ],
  [value => value.hasLength, lengthInput],
  [({ shape, text }) => shape.battery?.short === false && (!text || BATTERY.test(text)), batteryInput],
  [({ shape }) => shape.valueKind === "side colour", sideColourInput],
  [({ shape }) => isColour(shape), colorInput],
  [({ shape, text }) => shape.battery?.short === true && /^\d*$/.test(text), gunsInput],
  [() => true, textInput],
];
// Returns all that the input of a value needs. `hadLength` is true if the value was a length before.
export function describeValue(
  { editing, path, schema, props = {}, lines }: ValueProps,
  hadLength = false,
): ValueContext {
  const { document } = editing.state,
    tree = valueAt(document.tree, path),
    shape = shapeOf(editing.root, schema, tree),
    text = tree?.text ?? "";
  // where a word may stand, too, the value is a length as long as its text is one
  const hasLength = text
    ? readMeasure(text) !== null && (isLength(shape) || shape.valueKind === "length or word")
    : isLength(shape) || hadLength;
  return {
    editing,
    path,
    props,
    lines,
    shape,
    tree,
    kind: kindOf(shape, tree),
    text,
    usual: usualWordsAt(document.kind, path, valueAt(document.tree, path.slice(0, -1))) ?? shape.usual,
    label: nameOf(path, shape),
    hasLength,
    send: typed => setValue(editing, path, asValue(shape, typed)),
  };
}
export const chooseInput = (value: ValueContext) => INPUTS.find(([fits]) => fits(value))?.[1] ?? textInput;
// The input of a single value, without its label.
export function ValueInput(props: ValueProps) {
  const hadLength = useRef(false),
    value = describeValue(props, hadLength.current),
    make = chooseInput(value);
  hadLength.current ||= value.hasLength && (make === lengthInput || make === counterSizeInput);
  return make(value);
}

function fixedInput({ props, text, tree }: ValueContext) {
  return <input {...props} class="plain-input" value={text} disabled title={tree?.fixed} />;
}

const isTruth = (text: string) => text === "true" || text === "false";
// A switch for yes and no; the usual value is not written.
function switchInput({ props, kind, text, usual, send }: ValueContext) {
  const now = text || usual;
  return (
    <Toggle
      props={props}
      checked={now === "true"}
      onChange={checked => send(kind === "flag" && String(checked) === usual ? "" : String(checked))}
    />
  );
}
// A whole number of a unit with both limits has buttons for one less and one more, as amounts have. The input does not
// depend on the text: it keeps the focus, and any text goes into the file.
const isCount = ({ shape, editing }: ValueContext) =>
  isNumeric(shape) &&
  !shape.battery &&
  editing.state.document.kind !== "game" &&
  Boolean(shape.title) &&
  shape.low !== null &&
  shape.high !== null &&
  shape.high < 1000;
function countInput({ props, shape, text, label, send }: ValueContext) {
  return (
    <NumberStepper
      props={props}
      label={label}
      text={text}
      low={shape.low ?? 0}
      high={shape.high ?? 999}
      onInput={send}
    />
  );
}

// The choices of a value with their words, the first one for a missing value; null for a value that is typed. The cells of a
// table have the same ones.
export function listChoices(value: ValueContext): [value: string, words: string][] | null {
  const { kind, shape, text } = value;
  if (kind === "flag" || (shape.types.has("boolean") && isTruth(text))) return listFlags(value);
  return hasSides(value)
    ? listSides(value)
    : hasParts(value)
      ? listParts(value)
      : hasChoices(value)
        ? listWords(value)
        : null;
}
const listFlags = ({ usual }: ValueContext): [string, string][] => [
  ["", isTruth(usual) ? `${usual === "true" ? "Yes" : "No"} (usual)` : "As usual"],
  ["true", "Yes"],
  ["false", "No"],
];

const sidesAt = ({ editing, shape }: ValueContext) => (shape.valueKind === "side" ? editing.sides : undefined);
function hasSides(value: ValueContext) {
  const sides = sidesAt(value);
  return sides !== undefined && (Object.hasOwn(sides, value.text) || !value.text);
}
function listSides(value: ValueContext): [string, string][] {
  const { editing, shape } = value,
    sides = sidesAt(value) ?? {},
    none = editing.state.document.kind === "fleet" ? "All sides" : "No side",
    others = shape.choices.filter(one => !Object.hasOwn(sides, one)).map((one): [string, string] => [one, one]); // such as any
  return [["", none], ...Object.entries(sides), ...others];
}

function hasParts(value: ValueContext) {
  const parts = partsOf(value);
  return parts.length > 0 && (!value.text || parts.some(([key]) => key === value.text));
}
const listParts = (value: ValueContext): [string, string][] => [["", "–"], ...partsOf(value)];

// Returns the choices of a value. A value that may also be something else has those that its declaration offers.
function knownChoices(value: ValueContext): readonly string[] | undefined {
  const { shape, kind } = value,
    offered = Object.keys(shape.choiceWords);
  if (kind === "choice") return shape.choices;
  if (shape.valueKind === "path kind") return listPathKinds(value);
  return offered.length && !shape.choices.length ? offered : undefined;
}
function hasChoices(value: ValueContext) {
  const { kind, text } = value,
    known = knownChoices(value);
  return known !== undefined && (kind === "choice" || !text || known.includes(text) || /^\d+$/.test(text));
}
function listWords(value: ValueContext): [string, string][] {
  const { editing, shape, text, usual } = value,
    known = knownChoices(value) ?? [],
    wordsFor = (one: string) =>
      (shape.valueKind === "unit type" && capitalize(editing.kinds?.[one] ?? "")) || choiceWords(shape, one);
  const choices = known.includes(text) || !text ? known : [...known, text],
    missing = known.includes(usual) ? `${capitalize(wordsFor(usual))} (usual)` : "–";
  return [["", missing], ...choices.map((one): [string, string] => [one, wordsFor(one)])];
}
function choiceInput(value: ValueContext) {
  const { shape, props, text, send } = value,
    choice = <Select props={props} value={text} choices={listChoices(value) ?? []} onChange={send} />;
  return shape.valueKind === "pattern" ? (
    <span class="color-input">
      <i class={`swatch ${text}`} aria-hidden="true" />
      {choice}
    </span>
  ) : (
    choice
  );
}

function themeInput({ props, text, send }: ValueContext) {
  return <ThemeInput props={props} value={text} onChoose={send} />;
}

function counterSizeInput({ props, text, usual, label, send }: ValueContext) {
  return (
    <span class="side-colour">
      <Select
        props={props}
        value={text === BY_CLASS ? BY_CLASS : text && "own"}
        choices={[
          ...(text ? [] : [["", "–"] as [string, string]]),
          [BY_CLASS, "By the size class of the unit"],
          ["own", "One size for all"],
        ]}
        onChange={choice => send(choice === "own" ? "20 mm" : choice)}
      />
      {text && text !== BY_CLASS && (
        <LengthInput
          props={{ "aria-label": label, "aria-invalid": props["aria-invalid"] }}
          text={text}
          usual={usual}
          label={label}
          isSize
          isShare={false}
          onInput={send}
        />
      )}
    </span>
  );
}
function lengthInput({ props, shape, text, usual, label, send }: ValueContext) {
  return (
    <LengthInput
      props={props}
      text={text}
      usual={usual}
      label={label}
      isSize={isSize(shape)}
      isShare={shape.valueKind === "share"}
      onInput={send}
    />
  );
}

function batteryInput({ editing, path, props, shape, text, label }: ValueContext) {
  return (
    <BatteryInput
      battery={shape.battery as BatteryParts}
      text={text}
      label={label}
      isSaving={editing.state.saving}
      onInput={typed => setValue(editing, path, typed ? { yaml: typed } : null)}
      props={props}
    />
  );
}
// Guns that are written as their number alone.
function gunsInput({ props, shape, text, send }: ValueContext) {
  const { dice, lowest_damage } = shape.battery as BatteryParts;
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
          value={text}
          onInput={event => send(event.currentTarget.value.replace(/\D/g, ""))}
        />
        <span>{text === "1" ? "gun" : "guns"}</span>
      </span>
      {text && <span class="each">{`${dice[0]}, damage ${lowest_damage}`}</span>}
    </span>
  );
}

function colorInput({ editing, path, props, shape, text }: ValueContext) {
  return (
    <span class="color-input">
      <ColorInput
        label={`Choose: ${labelOf(String(path.at(-1)), shape)}`}
        value={text}
        onInput={color => setValue(editing, path, { text: color })}
      />
      <TextInput
        props={props}
        value={text}
        onInput={typed => setValue(editing, path, isHex(typed) ? { text: typed } : asValue(shape, typed))}
      />
    </span>
  );
}

function textInput({ editing, path, props, lines, shape, text, usual, send }: ValueContext) {
  const prefix = shape.valueKind === "unit name" ? prefixOf(editing, path) : "",
    isLong = needsLines(path.at(-1), shape.valueKind === "prose", text),
    input = (
      <TextInput
        props={props}
        value={text}
        lines={(lines ?? (isLong ? 2 : 0)) || undefined}
        inputMode={keyboardOf(shape, text)}
        placeholder={usual || undefined}
        suggestions={[...shape.choices, ...shape.examples]}
        onInput={typed => send(prefix ? withoutPrefix(typed, [prefix]) : typed)}
      />
    );
  return prefix ? (
    <span class="with-prefix">
      <span title="The prefix of the names of this side">{prefix}</span>
      {input}
    </span>
  ) : (
    input
  );
}

const THEME_COLOURS: Record<string, string> = {
  tint: "Colour of panels",
  bar: "Colour of bars",
  accent: "Accent colour",
};
// The colour of a layer: that of the side, one of the theme, or another one.
function sideColourInput({ editing, path, shape, text, send, props }: ValueContext) {
  const key = String(path.at(-1)),
    { document } = editing.state,
    isSide = text === "side" || text === "true",
    ofTheme = Object.entries(THEME_COLOURS).filter(([name]) => name === text);
  const isNamed = isSide || Object.hasOwn(THEME_COLOURS, text);
  const choices: [string, string][] = [
    ...(text ? [] : [["", "–"] as [string, string]]),
    ...(isSide || hasSideAt(document.kind, document.tree, path)
      ? [["side", "Colour of the side"] as [string, string]]
      : []),
    ...ofTheme,
    ["own", "Own colour"],
  ];
  return (
    <span class="side-colour">
      <Select
        props={props}
        value={isSide ? "side" : isNamed ? text : text && "own"}
        choices={choices}
        onChange={choice => send(choice === "own" ? String(shape.newValues?.[key] ?? "") : choice)}
      />
      {text && !isNamed && (
        <span class="color-input">
          <ColorInput
            label={`Choose: ${labelOf(key)}`}
            value={text}
            onInput={color => setValue(editing, path, { text: color })}
          />
          <TextInput
            props={{ "aria-label": `${labelOf(key)}: own colour`, "aria-invalid": props["aria-invalid"] }}
            value={text}
            onInput={typed => setValue(editing, path, typed ? { text: typed } : null)}
          />
        </span>
      )}
    </span>
  );
}
// Returns the prefix that is printed before the name of a unit: its own, or the one of its side.
function prefixOf({ state, prefixes = {} }: Editing, path: ValuePath) {
  const textOf = (key: string) => valueAt(state.document.tree, [...path.slice(0, -1), key])?.text,
    side = textOf("side");
  if (side === undefined || textOf("numbered") === "true") return "";
  return textOf("prefix") ?? (Object.hasOwn(prefixes, side) ? (prefixes[side] ?? "") : "");
}
