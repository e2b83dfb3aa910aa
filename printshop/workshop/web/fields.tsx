// The editor of a block of a file, made from the schema of the file. Views of units, fleets, battles and forms are
// layouts over it.

import { createContext, Fragment } from "preact";
import { useContext, useEffect, useId, useRef, useState } from "preact/hooks";
import { askChartBlock, hasSideAt, type LayerKind, listLayerKinds, useNewEntry } from "./additions.tsx";
import { describeProblem } from "./client.ts";
import { type DocumentHandle, type DocumentState, textAt, valueAt } from "./document.ts";
import { choosePicture, pictureDrop, usePicture } from "./pictures.tsx";
import {
  addingWords,
  choiceAt,
  choicesAt,
  cellWords,
  describeContents,
  describeElements,
  firstKeysAt,
  hintAt,
  isHex,
  isTextList,
  isUnder,
  labelAt,
  layerName,
  PATH_KINDS,
  pathWords,
  plainProblem,
  usualWordsAt,
} from "./key_words.ts";
import {
  type Battery,
  hintOf,
  isAmounts,
  isColour,
  isLength,
  isNumeric,
  isSize,
  type Kind,
  kindOf,
  labelOf,
  removalOf,
  type Schema,
  schemaAt,
  type Shape,
  schemaBelow,
  shapeOf,
} from "./schema.ts";
import { Icon, type IconName } from "./icons.tsx";
import { LengthInput, readMeasure } from "./length_input.tsx";
import { notify } from "./notices.ts";
import { isPlainTable, NEW_TABLE, TableInput } from "./table_input.tsx";
import { ThemeInput } from "./theme_input.tsx";
import type { Plain } from "./tree.ts";
import type { DocumentProblem, Edit, GameContents, Names, Tree, Value, ValuePath } from "./types.ts";
import { Button, Chip, ColorInput, Field, type InputProps, Menu, MenuItem, Select, Stepper, TextInput } from "./ui.tsx";

const NAME_REST = 400, // ms without a key, before fleets and battles follow a new name
  MOST_SHOWN = 60, // items of a list, before the rest is folded
  LONG = 60; // characters of a text that has several lines

// The context of every input of a file.
export interface Editing {
  handle: DocumentHandle;
  state: DocumentState;
  root: Schema; // of the whole file
  pictures?: (path: ValuePath, value: string) => void; // chooses a picture
  meanings?: Record<string, string>; // the meaning of values of the block in view, by key
  base?: ValuePath; // of these
  sides?: Names; // the names of the sides of the game, by key
  kinds?: Names; // the names of the unit types of the game, by key
  parts?: GameContents["parts"]; // of the game, which values name
  prefixes?: Names; // of the names of units, by the key of their side
}

// How a block is laid out: keys that come first, keys with other labels, keys that stand elsewhere, groups with a title.
export interface Layout {
  first?: readonly string[];
  groups?: readonly (readonly [title: string, keys: readonly string[]])[];
  hidden?: readonly string[];
  labels?: Record<string, string>;
  hints?: Record<string, string>;
  lines?: Record<string, number>; // of texts
  open?: boolean; // lists and blocks are open at first
  most?: number; // of the inputs of a block; the others are folded
  wide?: readonly string[]; // inputs as wide as the block
  own?: Record<string, preact.ComponentChildren>; // the views that replace the usual inputs, by key
  below?: preact.ComponentChildren; // a view below the inputs, above "More values"
}

// The path of the value that is to be seen: the blocks round it open.
export const WantedPath = createContext<ValuePath | null>(null);
export const isWithin = (path: ValuePath, block: ValuePath) =>
  block.every((step, number) => String(path[number]) === String(step));

const TITLE_KEYS = new Set(["title", "name", "label"]);
const PICTURE_KEYS = new Set(["art", "picture", "cover", "banner", "emblem", "parts"]),
  PROSE = new Set([
    "summary",
    "background",
    "text",
    "notes",
    "setup",
    "special_rules",
    "victory",
    "story",
    "intro",
    "rights",
  ]);

export const pathKey = (path: ValuePath) => JSON.stringify(path);
// Returns the problems at a value; with `inside`, those of all values in it, too.
export const problemsAt = (state: DocumentState, path: ValuePath, inside = false) =>
  state.document.problems.filter(
    one =>
      !one.file &&
      one.path.length >= path.length &&
      path.every((step, number) => String(one.path[number]) === String(step)) &&
      (inside || one.path.length === path.length),
  );
const wordsOf = (problems: ReturnType<typeof problemsAt>) => problems.map(describeProblem).join(" ");

// Returns the label of a value.
const nameOf = ({ state }: Pick<Editing, "state">, path: ValuePath, shape: Shape, layout: Layout = {}) =>
  layout.labels?.[String(path.at(-1))] ??
  ((!shape.title && labelAt(state.document.kind, path)) || labelOf(String(path.at(-1)), shape));

// Returns the label of the value at a path.
export const labelOfValue = (editing: Editing, path: ValuePath) =>
  nameOf(editing, path, shapeOf(editing.root, schemaAt(editing.root, editing.state.document.tree, path)));

// Returns the message or the hint of a problem with labels in place of keys.
export function plainWords(editing: Editing, problem: DocumentProblem, text: string) {
  const { root, state } = editing,
    block = problem.path.slice(0, -1),
    shape = shapeOf(root, schemaAt(root, state.document.tree, block), valueAt(state.document.tree, block));
  const labels = [...shape.properties]
    .filter(([key]) => text.includes(`'${key}'`))
    .map(([key, schema]) => [key, nameOf(editing, [...block, key], shapeOf(root, schema))] as const);
  return plainProblem(problem, text, labelOfValue(editing, problem.path), labels);
}
// The advice of a problem; the bar of the editor has the whole sentence.
function adviseOn(editing: Editing, problem: DocumentProblem, label: string) {
  const { code, hint, message, subject } = problem,
    about = `${subject}: `;
  const advice =
    code === "missing key"
      ? `fill in ${label}`
      : plainWords(
          editing,
          problem,
          hint || (subject && message.startsWith(about) ? message.slice(about.length) : message),
        );
  return advice.replace(/^./, letter => letter.toUpperCase());
}

// Returns a typed text as a value: quoted if only a text may stand there.
export function asValue(shape: Shape, text: string): Value | null {
  if (!text) return null;
  const { types } = shape;
  const onlyText = types.has("string") && !types.has("integer") && !types.has("boolean") && !types.has("number");
  const odd = types.has("string") && !types.has("boolean") && /^(true|false|null|~)$/i.test(text);
  return (onlyText && shape.types.size === 1) || odd || text.includes("\n") ? { text } : { yaml: text };
}

const BY_CLASS = "by size class";
// Returns the parts of the game that a value can name, by their keys.
function partsAt({ state, parts }: Editing, path: ValuePath): [string, string][] {
  const isOf = (section: string, key: string) => isUnder(section, state.document.kind, path) && path.at(-1) === key;
  const section = isOf("markers", "with")
    ? parts?.counters
    : isOf("maps", "counters")
      ? [...(parts?.counters ?? []), ...(parts?.markers ?? [])]
      : undefined;
  return section?.map(({ key, title }) => [key, title]) ?? [];
}
// Returns the kinds of lines that a map can have, if a value is the kind of a line.
function pathKindsAt({ state: { document } }: Editing, path: ValuePath, now: string): readonly string[] | undefined {
  if (!isUnder("maps", document.kind, path) || path.at(-1) !== "kind" || path.at(-3) !== "paths") return;
  const declared = [["path_kinds"], [...path.slice(0, -3), "path_kinds"]].flatMap(
    at => valueAt(document.tree, at)?.entries?.map(([key]) => key) ?? [],
  );
  return [...new Set([...PATH_KINDS, ...declared, ...(now ? [now] : [])])];
}
const isKindOfUnits = (path: ValuePath) => path.at(-1) === "unit" || path.at(-1) === "units";

// Sets one value. A value is sent with every key; a name, only after a pause.
export function setValue({ handle }: Editing, path: ValuePath, value: Value | null) {
  const name = path.at(-1) === "name";
  handle.edit([{ do: "set", path, value }], pathKey(path), name ? NAME_REST : 0);
}

// --- single values

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
  [value => value.kind === "flag" && Object.hasOwn(FLAG_WORDS, value.usual), usualFlagInput],
  [({ kind, shape, text }) => kind === "flag" || (shape.types.has("boolean") && isTruth(text)), flagInput],
  [hasSides, sideInput],
  [hasParts, partInput],
  [hasChoices, choiceInput],
  [({ editing, path }) => isTheme(editing, path), themeInput],
  [
    ({ shape, hasLength, text }) => shape.notation === "counter size" && (hasLength || text === BY_CLASS),
    counterSizeInput,
  ],
  [value => value.hasLength, lengthInput],
  [({ shape, text }) => shape.battery?.short === false && (!text || BATTERY.test(text)), batteryInput],
  [({ shape }) => shape.notation === "side colour", value => <SideColour {...value} />],
  [({ shape }) => isColour(shape), colorInput],
  [({ shape, text }) => shape.battery?.short === true && /^\d*$/.test(text), gunsInput],
  [() => true, textInput],
];
// The input of a single value, without its label.
function ValueInput({ editing, path, schema, props = {}, lines }: ValueProps) {
  const { document } = editing.state,
    tree = valueAt(document.tree, path),
    shape = shapeOf(editing.root, schema, tree),
    text = tree?.text ?? "",
    hadLength = useRef(false);
  // where a word may stand, too, the value is a length as long as its text is one
  const hasLength = text
    ? readMeasure(text) !== null && (isLength(shape) || shape.notation === "length or word")
    : isLength(shape) || hadLength.current;
  const value: ValueContext = {
    editing,
    path,
    props,
    lines,
    shape,
    tree,
    kind: kindOf(shape, tree),
    text,
    usual: usualWordsAt(document.kind, path, valueAt(document.tree, path.slice(0, -1))) ?? shape.usual,
    label: nameOf(editing, path, shape),
    hasLength,
    send: typed => setValue(editing, path, asValue(shape, typed)),
  };
  const make = INPUTS.find(([fits]) => fits(value))?.[1] ?? textInput;
  hadLength.current ||= hasLength && (make === lengthInput || make === counterSizeInput);
  return make(value);
}

function fixedInput({ props, text, tree }: ValueContext) {
  return <input {...props} class="plain-input" value={text} disabled title={tree?.fixed} />;
}

const isTruth = (text: string) => text === "true" || text === "false";
function usualFlagInput({ props, text, usual, send }: ValueContext) {
  const choices = Object.entries(FLAG_WORDS).map(([value, words]): [string, string] => [
    value === usual ? "" : value,
    words,
  ]);
  return <Select props={props} value={text === usual ? "" : text} choices={choices} onChange={send} />;
}
function flagInput({ props, kind, text, send }: ValueContext) {
  const usual: [string, string][] = kind === "flag" ? [["", "As usual"]] : [];
  return <Select props={props} value={text} choices={[...usual, ["true", "Yes"], ["false", "No"]]} onChange={send} />;
}

const sidesAt = ({ editing, path }: ValueContext) => (path.at(-1) === "side" ? editing.sides : undefined);
function hasSides(value: ValueContext) {
  const sides = sidesAt(value);
  return sides !== undefined && (Object.hasOwn(sides, value.text) || !value.text);
}
function sideInput(value: ValueContext) {
  const { props, shape, text, send } = value,
    sides = sidesAt(value) ?? {},
    others = shape.choices.filter(one => !Object.hasOwn(sides, one)).map((one): [string, string] => [one, one]); // such as any
  return (
    <Select props={props} value={text} choices={[["", "–"], ...Object.entries(sides), ...others]} onChange={send} />
  );
}

function hasParts({ editing, path, text }: ValueContext) {
  const parts = partsAt(editing, path);
  return parts.length > 0 && (!text || parts.some(([key]) => key === text));
}
function partInput({ editing, path, props, text, send }: ValueContext) {
  return <Select props={props} value={text} choices={[["", "–"], ...partsAt(editing, path)]} onChange={send} />;
}

const knownChoices = ({ editing, path, shape, kind, text }: ValueContext) =>
  kind === "choice"
    ? shape.choices
    : (pathKindsAt(editing, path, text) ?? choicesAt(editing.state.document.kind, path));
function hasChoices(value: ValueContext) {
  const { kind, text } = value,
    known = knownChoices(value);
  return known !== undefined && (kind === "choice" || !text || known.includes(text) || /^\d+$/.test(text));
}
function choiceInput(value: ValueContext) {
  const { editing, path, props, text, usual, send } = value,
    known = knownChoices(value) ?? [],
    wordsFor = (one: string) =>
      (isKindOfUnits(path) && editing.kinds?.[one]?.replace(/^./, letter => letter.toUpperCase())) ||
      choiceAt(editing.state.document.kind, path, one);
  const choices = known.includes(text) || !text ? known : [...known, text],
    missing = known.includes(usual)
      ? `${wordsFor(usual).replace(/^[a-z]/, letter => letter.toUpperCase())} (usual)`
      : "–";
  const choice = (
    <Select
      props={props}
      value={text}
      choices={[["", missing], ...choices.map((one): [string, string] => [one, wordsFor(one)])]}
      onChange={send}
    />
  );
  return path.at(-1) === "pattern" ? (
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
      isShare={shape.notation === "share"}
      onInput={send}
    />
  );
}

function batteryInput({ editing, path, props, shape, text, label }: ValueContext) {
  return (
    <BatteryInput
      battery={shape.battery as Battery}
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
  const { dice, damage } = shape.battery as Battery;
  return (
    <span class="battery">
      <span class="with-unit">
        <input
          {...props}
          type="text"
          inputMode="numeric"
          autocomplete="off"
          maxLength={3}
          placeholder="none"
          value={text}
          onInput={event => send(event.currentTarget.value.replace(/\D/g, ""))}
        />
        <span>{text === "1" ? "gun" : "guns"}</span>
      </span>
      <span class="each">{`${dice[0]}, damage ${damage[0]}`}</span>
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

function textInput({ editing, path, props, lines, shape, kind, text, usual, send }: ValueContext) {
  const key = path.at(-1),
    prefix = key === "name" ? prefixOf(editing, path) : "",
    isProse = (typeof key === "string" && PROSE.has(key)) || text.length > LONG || text.includes("\n"),
    input = (
      <TextInput
        props={props}
        value={text}
        lines={(lines ?? (isProse ? 2 : 0)) || undefined}
        inputMode={kind === "number" || (shape.low !== null && shape.types.has("integer")) ? "numeric" : "text"}
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

const SIDE_COLOURS: Record<string, string> = { band: "#5b5b5b", ground: "#fbf8ee" }; // with the first colour that replaces it
const THEME_COLOURS: Record<string, string> = {
  tint: "Colour of panels",
  bar: "Colour of bars",
  accent: "Accent colour",
};
// The colour of a layer: that of the side, one of the theme, or another one.
function SideColour({
  editing,
  path,
  text,
  send,
  props,
}: {
  editing: Editing;
  path: ValuePath;
  text: string;
  send: (text: string) => void;
  props: InputProps;
}) {
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
        onChange={choice => send(choice === "own" ? (SIDE_COLOURS[key] ?? "") : choice)}
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
const FLAG_WORDS: Record<string, string> = { true: "Yes", false: "No" };
const isTheme = ({ state }: Pick<Editing, "state">, path: ValuePath) =>
  state.document.kind === "game" && path.length === 1 && path[0] === "theme";
// Returns a name as it is written in a file: a prefix is printed before it.
export function withoutPrefix(name: string, prefixes: readonly string[]) {
  const found = prefixes.find(one => one && name.toLowerCase().startsWith(`${one.toLowerCase()} `));
  return found ? name.slice(found.length).trimStart() : name;
}
// Returns the prefix that is printed before the name of a unit: its own, or the one of its side.
function prefixOf({ state, prefixes = {} }: Editing, path: ValuePath) {
  const textOf = (key: string) => valueAt(state.document.tree, [...path.slice(0, -1), key])?.text,
    side = textOf("side");
  if (side === undefined || textOf("numbered") === "true") return "";
  return textOf("prefix") ?? (Object.hasOwn(prefixes, side) ? (prefixes[side] ?? "") : "");
}

const isPicture = (path: ValuePath) => PICTURE_KEYS.has(String(path.at(-1)));
// The name of a picture, with the picture itself. Another one can be chosen, or dropped here.
function PictureInput({
  editing,
  path,
  children,
}: {
  editing: Editing;
  path: ValuePath;
  children: preact.ComponentChildren;
}) {
  const { file } = editing.handle,
    name = valueAt(editing.state.document.tree, path)?.text ?? "";
  const url = usePicture(file, name);
  const set = (art: string) => setValue(editing, path, { text: art });
  return (
    <span class="picture-input" {...pictureDrop(file, set)}>
      <button
        type="button"
        class="thumbnail"
        aria-label="Choose a picture"
        title="Choose a picture, or drop one here"
        onClick={() => choosePicture(file, name, set, String(path.at(-1)))}
      >
        {url ? <img src={url} alt="" /> : <Icon name="picture" />}
        <span class="thumbnail-verb">Choose</span>
      </button>
      {children}
    </span>
  );
}

const BATTERY = /^(\d+)\/(d\d+)(?: *x *(\d+))?(?: +([\w ,]+))?$/;
interface Guns {
  count: string;
  die: string;
  damage: number;
  traits: string[];
}
const ALL_DICE = ["d4", "d6", "d8", "d10", "d12", "d20"];
const readGuns = (text: string, { dice, damage: [low] }: Battery): Guns => {
  const [, count = "", die = dice[0] ?? "d4", damage = String(low), traits = ""] = text.match(BATTERY) ?? [];
  return { count, die, damage: Number(damage), traits: traits.split(/[ ,]+/).filter(Boolean) };
};
const writeGuns = ({ count, die, damage, traits }: Guns) =>
  count ? [`${count}/${die} x${damage}`, ...traits].join(" ") : "";

// Guns of one kind: number, die, damage and traits, each in its own input.
function BatteryInput({
  battery,
  text,
  label,
  isSaving,
  onInput,
  props,
}: {
  battery: Battery;
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
  const [low, high] = battery.damage,
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
          placeholder="none"
          aria-label={`${label}: number of guns`}
          value={guns.count}
          onInput={event => change({ count: event.currentTarget.value.replace(/\D/g, "") })}
        />
        <span>{guns.count === "1" ? "gun" : "guns"}</span>
      </span>
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
              onClick={() => change({ traits: has ? guns.traits.filter(one => one !== key) : [...guns.traits, key] })}
            >
              {key.replaceAll("_", " ")}
            </Chip>
          </span>
        );
      })}
    </span>
  );
}

const LONGEST_HINT = 90, // characters; a longer hint loses what is in parentheses
  LONGEST_LIMIT = 24; // characters of a hint in a narrow column
const limitsOf = ({ low, high }: Shape) => (low !== null && high !== null ? `${low} to ${high}` : "");
const OF_FILES = /\bkey [a-z_]+|[a-z]_[a-z]|^Any text\.$|^One of /; // hints for those who write the text of a file

// The hint of a value: its limits, its parts, or its purpose.
function describeShape(shape: Shape, label: string) {
  if (shape.battery) return ""; // its inputs have words of their own
  const whole = hintOf(shape.description, label)
      .replace(/^A whole number, /, "")
      .replace(/^True: (.)/, (_, letter) => letter.toUpperCase()),
    // the input shows the usual value
    summary = OF_FILES.test(whole)
      ? ""
      : whole.length > LONGEST_HINT || shape.usual
        ? whole.replace(/ \([^)]*\)/g, "")
        : whole;
  return limitsOf(shape) && !/\d/.test(summary) ? [limitsOf(shape), summary].filter(Boolean).join(". ") : summary;
}

const isInRange = ({ low, high }: Shape, text = "") =>
  /^-?[\d.]+$/.test(text) && Number(text) >= (low ?? -Infinity) && Number(text) <= (high ?? Infinity);

// Returns what to write in place of a wrong number, "" for another value.
export const adviceOnNumber = (shape: Shape, text = "") =>
  isNumeric(shape) && !isInRange(shape, text)
    ? `${Number.isNaN(Number(text)) ? "Write a number," : "Only"} ${limitsOf(shape) || `${shape.low} or more`}`
    : "";

// A single value with its label, its hint and its problems.
export function ValueField({
  editing,
  path,
  schema,
  layout = {},
  label,
}: {
  editing: Editing;
  path: ValuePath;
  schema: Schema | undefined;
  layout?: Layout;
  label?: string;
}) {
  const key = String(path.at(-1)),
    tree = valueAt(editing.state.document.tree, path),
    shape = shapeOf(editing.root, schema, tree),
    lines = layout.lines?.[key];
  const meaning =
    editing.base && pathKey(editing.base) === pathKey(path.slice(0, -1)) ? editing.meanings?.[key] : undefined;
  const picture = isPicture(path) && editing.pictures && !tree?.fixed;
  const name = label ?? nameOf(editing, path, shape, layout),
    problems = problemsAt(editing.state, path);
  const long = Boolean(lines) || PROSE.has(key) || (tree?.text?.length ?? 0) > LONG;
  return (
    <Field
      label={name}
      hint={
        (!shape.battery && meaning) ||
        (layout.hints?.[key] ??
          (shape.title ? undefined : hintAt(editing.state.document.kind, path)) ??
          (key === "side" && editing.sides ? "" : describeShape(shape, name)))
      }
      problem={
        isColour(shape) && problems.length
          ? "Choose a colour on the swatch, or write # and six digits, such as #0072b2"
          : problems.length && adviceOnNumber(shape, tree?.text)
            ? adviceOnNumber(shape, tree?.text)
            : problems.map(one => adviseOn(editing, one, name)).join(" ")
      }
      wide={(long && !picture) || isTheme(editing, path) || layout.wide?.includes(key)}
    >
      {given => {
        const props = { ...given, "data-path": pathKey(path) },
          input = <ValueInput editing={editing} path={path} schema={schema} props={props} lines={lines} />;
        return picture ? (
          <PictureInput editing={editing} path={path}>
            {input}
          </PictureInput>
        ) : (
          input
        );
      }}
    </Field>
  );
}

// --- lists and blocks

// A short text that names a block or an item: its title, name or key, else its first values.
export function titleOf(tree: Tree | undefined, fallback: string, most = LONG): string {
  if (tree?.text) return tree.text.replaceAll("**", "");
  for (const key of ["title", "name", "unit", "text", "label", "key"]) {
    const title = tree?.entries?.find(([name]) => name === key)?.[1].text?.replace(/†|\*\*/g, ""); // the marks are for prints
    if (title) return title.length > most ? `${title.slice(0, most)} …` : title;
  }
  const words =
    pathWords(tree) ||
    tree?.items
      ?.flatMap(one => one.text ?? [])
      .slice(0, 3)
      .join(", ") ||
    describeContents(tree).words;
  return words.replace(/^./, letter => letter.toUpperCase()) || fallback;
}

interface BlockProps {
  editing: Editing;
  path: ValuePath;
  schema: Schema | undefined;
  layout?: Layout;
}

// A nested value that opens below its heading. It is open if it has a problem.
function NestedBlock({
  editing,
  path,
  schema,
  title,
  actions,
  startsOpen = false,
  contents,
  badge,
  handle,
}: BlockProps & {
  title: string;
  actions?: preact.ComponentChildren;
  startsOpen?: boolean;
  contents?: string;
  badge?: preact.ComponentChildren;
  handle?: preact.ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(startsOpen);
  const tree = valueAt(editing.state.document.tree, path),
    problems = problemsAt(editing.state, path, true),
    id = useId();
  useEffect(() => {
    if (startsOpen) setOpen(true); // an entry that was added is open
  }, [startsOpen]);
  const wantedPath = useContext(WantedPath);
  useEffect(() => {
    if (wantedPath && isWithin(wantedPath, path)) setOpen(true);
  }, [wantedPath]);
  const isVisible = isOpen || problems.length > 0,
    { color, words } = describeContents(tree);
  const toggle = () => {
    setOpen(!isVisible);
    if (!isVisible) editing.handle.show({ path });
  };
  return (
    <div class={`nested${problems.length ? " faulty" : ""}${isVisible ? " open" : ""}`} data-path={pathKey(path)}>
      <div class="nested-head">
        {handle}
        <button type="button" class="disclose" aria-expanded={isVisible} aria-controls={id} onClick={toggle}>
          <span class="turn" aria-hidden="true" />
          {badge ?? (color && <i class="dot" style={{ background: color }} />)}
          <span class="nested-title">{title}</span>
          <small>
            {problems.length ? `${problems.length} to mend` : isVisible || words === title ? "" : (contents ?? words)}
          </small>
        </button>
        {actions}
      </div>
      {isVisible && (
        <div id={id} class="nested-body">
          <Block editing={editing} path={path} schema={schema} />
        </div>
      )}
    </div>
  );
}

// Actions on an item of a list or an entry of a block.
export function ItemActions({
  editing,
  path,
  what,
  count = 0,
  onRename,
}: {
  editing: Editing;
  path: ValuePath;
  what: string;
  count?: number;
  onRename?: () => void;
}) {
  const last = path.at(-1),
    { handle, state, root } = editing,
    busy = state.arranging;
  const arrange = (edit: Edit) => void handle.arrange(() => [edit]);
  const number = typeof last === "number" ? last : -1;
  return (
    <span class="item-actions">
      {count === 1 && number >= 0 && <span class="no-moves" /> /* the input keeps its width when there are more */}
      {count > 1 && (
        <>
          <Button
            kind="quiet"
            icon="up"
            label={`Move ${what} up`}
            disabled={busy || number === 0}
            onClick={() => arrange({ do: "move", path, to: number - 1 })}
          />
          <Button
            kind="quiet"
            icon="down"
            label={`Move ${what} down`}
            disabled={busy || number === count - 1}
            onClick={() => arrange({ do: "move", path, to: number + 1 })}
          />
        </>
      )}
      <Menu label={`More for ${what}`} icon="more" kind="quiet" hideLabel align="end">
        {onRename && (
          <MenuItem icon="edit" onClick={onRename}>
            Rename
          </MenuItem>
        )}
        <MenuItem
          icon="copy"
          disabled={busy}
          onClick={() =>
            arrange({
              do: "copy",
              path,
              ...(number < 0 ? { to: freeKey(keysOf(editing, path.slice(0, -1)), String(last)) } : {}),
            })
          }
        >
          Duplicate
        </MenuItem>
        <MenuItem
          icon="remove"
          danger
          disabled={busy}
          onClick={() => void handle.arrange(() => [removalOf(root, handle.state().document.tree, path)])}
        >
          Remove
        </MenuItem>
      </Menu>
    </span>
  );
}

// A handle that drags an item to another place of its list; the buttons beside it do the same by keys.
export function DragHandle({ editing, path }: { editing: Editing; path: ValuePath }) {
  const from = Number(path.at(-1)),
    drag = useRef<{ rows: HTMLElement[]; to: number } | null>(null);
  const mark = (to: number) =>
    drag.current?.rows.forEach((row, number) =>
      row.classList.toggle(to < from ? "drop-above" : "drop-below", number === to && to !== from),
    );
  const end = (isDropped: boolean) => {
    if (!drag.current) return;
    const { rows, to } = drag.current;
    for (const row of rows) row.classList.remove("drop-above", "drop-below");
    drag.current = null;
    if (isDropped && to !== from) void editing.handle.arrange(() => [{ do: "move", path, to }]);
  };
  return (
    <span
      class="drag-handle"
      aria-hidden="true"
      title="Drag to another place"
      onPointerDown={event => {
        const list = event.currentTarget.closest(".list, tbody");
        if (event.button || !list || editing.state.arranging) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          rows: [...list.children].filter((one): one is HTMLElement => one.matches(".nested, tr")),
          to: from,
        };
      }}
      onPointerMove={event => {
        if (!drag.current) return;
        const { rows } = drag.current,
          below = rows.filter(
            (row, number) => number !== from && row.getBoundingClientRect().top + row.offsetHeight / 2 < event.clientY,
          ).length;
        for (const row of rows) row.classList.remove("drop-above", "drop-below");
        drag.current.to = below;
        mark(below);
      }}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    />
  );
}

// Returns the keys of a block.
export const keysOf = (editing: Editing, path: ValuePath) =>
  new Set(valueAt(editing.state.document.tree, path)?.entries?.map(([name]) => name));
// Returns a key that is not among the keys of a block.
export function freeKey(keys: ReadonlySet<string>, key: string) {
  const stem = key.replace(/_\d+$/, "");
  for (let number = 2; ; number++) if (!keys.has(`${stem}_${number}`)) return keys.has(key) ? `${stem}_${number}` : key;
}
export const keyFrom = (title: string) =>
  title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "") || "entry";

const COLORS = ["#2f8a67", "#c9871f", "#6d4aa3", "#1f7f8f", "#a23b72", "#5f6b2d", "#b3302b", "#1f5f9e"]; // of new sides
// Returns a value with which a new item or block begins: its required keys. `beside` has the values of the other entries.
export function newValue(root: Schema, schema: Schema | undefined, beside?: Tree): Value {
  const shape = shapeOf(root, schema);
  const kind = kindOf(shape, undefined);
  const used = new Set(beside?.entries?.map(([, one]) => textAt(one, ["colour"]).toLowerCase()));
  const plain = (one: Schema | undefined, depth: number): Plain => {
    const inner = shapeOf(root, one),
      what = kindOf(inner, undefined);
    if (isColour(inner)) return COLORS.find(color => !used.has(color)) ?? "#5b5b5b";
    if (what === "choice") return inner.choices[0] ?? "";
    if (what === "flag") return true;
    if (what === "number") return inner.low ?? 1;
    if (what === "list") return depth > 3 ? [] : [plain(inner.item ?? undefined, depth + 1)];
    if (what === "block" || what === "named")
      return depth > 3
        ? {}
        : Object.fromEntries([...inner.required].map(key => [key, plain(inner.properties.get(key), depth + 1)]));
    return inner.types.has("integer") ? (inner.low ?? 1) : (inner.examples[0] ?? "New");
  };
  return kind === "text"
    ? { yaml: shape.examples[0] ?? (shape.types.has("integer") ? String(shape.low ?? 1) : "New") }
    : { data: plain(schema, 0) };
}

const kindOfValue = (path: ValuePath, shape: Shape, tree: Tree | undefined) =>
  isTextList(path) && !tree?.text ? "list" : kindOf(shape, tree);
// Any value: a single one, a list, or a block of keys.
export function Block({ editing, path, schema, layout }: BlockProps) {
  const tree = valueAt(editing.state.document.tree, path),
    shape = shapeOf(editing.root, schema, tree),
    kind = kindOfValue(path, shape, tree);
  if (tree?.fixed) return <p class="message">{tree.fixed.replace(/^./, letter => letter.toUpperCase())}.</p>;
  if (kind === "list") return <ListBlock editing={editing} path={path} schema={schema} />;
  if (kind === "named") return <NamedBlock editing={editing} path={path} schema={schema} />;
  if (kind === "block" && isAmounts(editing.root, shape))
    return <Amounts editing={editing} path={path} schema={schema} />;
  if (kind === "block") return <KeyBlock editing={editing} path={path} schema={schema} layout={layout} />;
  return <ValueField editing={editing} path={path} schema={schema} layout={layout} />;
}

// Whether a key has a block of amounts, or none yet.
const hasAmounts = (root: Schema, shape: Shape, tree: Tree | undefined) =>
  isAmounts(root, shape) && !tree?.text && !tree?.items && !tree?.fixed;

const FEW = 12; // amounts that are shown at once
// A number for each of some things, as a grid of numbers with buttons. 0 takes the thing away, if it may be missing.
function Amounts({ editing, path, schema }: BlockProps) {
  const { root, state, handle } = editing;
  const [all, setAll] = useState(false);
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree),
    keys = [...shape.properties.keys()];
  const textOf = (key: string) => tree?.entries?.find(([name]) => name === key)?.[1].text ?? "";
  const set = (key: string, text: string) => {
    const last = !text && tree?.entries?.length === 1 && textOf(key) && !shape.required.size;
    const at = last ? path : [...path, key];
    handle.edit([{ do: "set", path: at, value: text ? { yaml: text } : null }], pathKey([...path, key]), 0);
  };
  const visibleKeys = all || keys.length <= FEW ? keys : keys.filter((key, number) => textOf(key) || number < FEW / 2);
  return (
    <>
      <div class="amounts">
        {visibleKeys.map(key => {
          const inner = shapeOf(root, shape.properties.get(key)),
            label = labelOf(key, inner),
            text = textOf(key),
            isNeeded = shape.required.has(key),
            problem = wordsOf(problemsAt(state, [...path, key]));
          return (
            <div class={`amount${text ? "" : " none"}`} key={key}>
              <span>{label}</span>
              {/^\d*$/.test(text) ? (
                <Stepper
                  label={label}
                  props={{ "aria-invalid": Boolean(problem) }}
                  value={Number(text || 0)}
                  low={isNeeded ? (inner.low ?? 0) : 0}
                  high={inner.high ?? 999}
                  onChange={now => set(key, now || isNeeded ? String(now) : "")}
                />
              ) : (
                <TextInput
                  props={{ "aria-label": label, "aria-invalid": Boolean(problem) }}
                  value={text}
                  onInput={now => set(key, now)}
                />
              )}
              {problem && <small class="problem">{problem}</small>}
            </div>
          );
        })}
      </div>
      {visibleKeys.length < keys.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>{`Show all ${keys.length}`}</Button>
      )}
    </>
  );
}

const PRINTED = ["counters", "markers", "charts", "templates"];
// A block with declared keys: those that it has, those that it needs, and "Add" for all others.
export function KeyBlock({ editing, path, schema, layout = {} }: BlockProps) {
  const { root, state, handle } = editing;
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree);
  const written = tree?.entries?.map(([key]) => key) ?? [];
  const [added, setAdded] = useState<string[]>([]);
  const seen = useRef(new Set<string>()); // an input stays when its value is cleared
  const usual = layout.first || layout.groups ? [] : firstKeysAt(state.document.kind, path); // these are in view at once
  const first = [...(layout.groups?.flatMap(([, keys]) => keys) ?? []), ...(layout.first ?? usual)];
  const keys = [...shape.properties.keys()],
    known = [...keys.filter(key => TITLE_KEYS.has(key)), ...keys.filter(key => !TITLE_KEYS.has(key))];
  const isTable =
    isUnder("tables", state.document.kind, path) &&
    path.length === (state.document.kind === "game" ? 2 : 1) &&
    isPlainTable(tree);
  const isSide =
    !layout.hidden?.length &&
    isUnder("sides", state.document.kind, path) &&
    path.length === (state.document.kind === "game" ? 2 : 1); // a side alone
  const isHidden = (key: string) =>
    OVERRIDES.has(key) ||
    (isSide && SIDE_KEYS.includes(key)) ||
    Boolean(layout.hidden?.includes(key)) ||
    (isTable && (key === "columns" || key === "rows"));
  const visibleKeys = [
    ...new Set([
      ...first,
      ...known.filter(
        key => written.includes(key) || shape.required.has(key) || added.includes(key) || seen.current.has(key),
      ),
      ...written,
    ]),
  ].filter(key => (shape.properties.has(key) || written.includes(key)) && !isHidden(key));
  const missing = known.filter(key => !visibleKeys.includes(key) && !isHidden(key));
  const isPrinted =
    PRINTED.some(section => isUnder(section, state.document.kind, path)) &&
    path.length === (state.document.kind === "game" ? 2 : 1); // an entry that has a drawing
  const part = (key: string) => {
    const inner = schemaBelow(root, schema, tree, key),
      value = valueAt(state.document.tree, [...path, key]),
      innerShape = shapeOf(root, inner, value),
      kind = kindOfValue([...path, key], innerShape, value);
    const label = nameOf(editing, [...path, key], innerShape, layout);
    if (layout.own?.[key]) return <Fragment key={key}>{layout.own[key]}</Fragment>;
    if (hasAmounts(root, innerShape, value))
      return (
        <fieldset key={key}>
          <legend>{label}</legend>
          <Amounts editing={editing} path={[...path, key]} schema={inner} />
          <small class="problem">{wordsOf(problemsAt(state, [...path, key]))}</small>
        </fieldset>
      );
    if (key === "table" && isPlainTable(value))
      return (
        <fieldset key={key}>
          <legend>
            {label} {value && <ItemActions editing={editing} path={[...path, key]} what={label} />}
          </legend>
          <TableInput editing={editing} path={[...path, key]} />
          <Block editing={editing} path={[...path, key]} schema={inner} layout={{ hidden: ["columns", "rows"] }} />
        </fieldset>
      );
    if (kind === "list" || kind === "block" || kind === "named") {
      if (isPrinted && key === "blocks" && value?.items)
        return <Block key={key} editing={editing} path={[...path, key]} schema={inner} />; // the only list of a chart
      const isOnly = path.length > 0 && !layout.groups && visibleKeys.filter(isNested).length === 1; // nothing else is folded
      const isOfBlocks = isPrinted && value?.items?.some(item => item.entries); // the layers of a face, the blocks of a chart
      return (
        <NestedBlock
          key={key}
          editing={editing}
          path={[...path, key]}
          schema={inner}
          title={label}
          startsOpen={
            layout.open ||
            added.includes(key) ||
            isOfBlocks ||
            isOnly ||
            (value?.items?.length === 1 && key !== "checks") ||
            usual.includes(key)
          }
          actions={value && <ItemActions editing={editing} path={[...path, key]} what={label} />}
        />
      );
    }
    return (
      <ValueField
        key={key}
        editing={editing}
        path={[...path, key]}
        schema={(key === "value" && optionsOf(tree)) || inner}
        layout={layout}
      />
    );
  };
  const isNested = (key: string) => {
    const value = valueAt(state.document.tree, [...path, key]);
    const inner = shapeOf(root, schemaBelow(root, schema, tree, key), value);
    return (
      Boolean(layout.own?.[key]) ||
      hasAmounts(root, inner, value) ||
      ["list", "block", "named"].includes(kindOfValue([...path, key], inner, value))
    );
  };
  const areNumbers = (keys: readonly string[]) =>
    keys.every(key => {
      const inner = shapeOf(root, schemaBelow(root, schema, tree, key));
      return (
        isNumeric(inner) && describeShape(inner, nameOf(editing, [...path, key], inner, layout)).length <= LONGEST_LIMIT
      );
    });
  const add = (key: string) => {
    if (key === "table") handle.edit([{ do: "set", path: [...path, key], value: { data: NEW_TABLE } }]);
    setAdded([...added, key]); // nothing is in the file until something is typed
  };
  const group = (keys: readonly string[]) => (
    <>
      <div class={`inputs${areNumbers(keys.filter(key => !isNested(key))) ? " numbers" : ""}`}>
        {keys.filter(key => !isNested(key)).map(part)}
      </div>
      {keys.filter(isNested).map(part)}
    </>
  );
  const grouped = new Set(layout.groups?.flatMap(([, keys]) => keys));
  // The first inputs and all new ones are in view.
  const rest = visibleKeys.filter(key => !grouped.has(key)),
    single = rest.filter(key => !isNested(key)),
    folded = single.filter((key, number) => layout.most && number >= layout.most && !added.includes(key));
  for (const key of single) seen.current.add(key);
  return (
    <div class="block">
      <OwnEntry editing={editing} path={path} written={written} />
      {isSide && (
        <div class="side-values alone">
          <SideValues editing={editing} path={path} schema={schema} />
        </div>
      )}
      {layout.groups?.map(([title, keys]) => {
        const there = keys.filter(key => visibleKeys.includes(key));
        if (!title) return <Fragment key={keys.join()}>{group(there)}</Fragment>;
        return there.length ? (
          <fieldset key={title}>
            <legend>{title}</legend>
            {group(there)}
          </fieldset>
        ) : null;
      })}
      {group(rest.filter(key => !folded.includes(key)))}
      {folded.length > 0 && (
        <details
          class="more-values"
          open={folded.some(key => problemsAt(state, [...path, key], true).length > 0) || undefined}
        >
          <summary>Other values</summary>
          {group(folded)}
        </details>
      )}
      {isTable && <TableInput editing={editing} path={path} />}
      {layout.below}
      {missing.length > 0 && (
        <AddKey
          keys={missing}
          shapes={key => shapeOf(root, shape.properties.get(key))}
          nameOf={key => nameOf(editing, [...path, key], shapeOf(root, shape.properties.get(key)), layout)}
          onAdd={add}
        />
      )}
    </div>
  );
}

// The keys by which an entry takes the place of the entry of the game that the file extends, or changes this entry.
const OVERRIDES = new Set(["replaces", "changes"]);
// A line for an entry that takes the place of the game's, or changes it, and a button to go back to the game's.
function OwnEntry({
  editing: { handle, state, root },
  path,
  written,
}: {
  editing: Editing;
  path: ValuePath;
  written: string[];
}) {
  const key = written.find(one => OVERRIDES.has(one) && textAt(state.document.tree, [...path, one]) === "true");
  if (!key) return null;
  const restore = async () => {
    await handle.arrange(() => [removalOf(root, handle.state().document.tree, path)]);
    notify("The entry is the game's again.", "done", { label: "Undo", run: handle.undo });
  };
  return (
    <p class="own-entry">
      <span>{key === "replaces" ? "Yours, in place of the game’s." : "The game’s, with your changes."}</span>
      <Button kind="quiet" icon="undo" disabled={state.arranging} onClick={() => void restore()}>
        Back to the game’s
      </Button>
    </p>
  );
}

// A search over the keys that a block may have, each with its description.
function AddKey({
  keys,
  shapes,
  nameOf,
  onAdd,
}: {
  keys: string[];
  shapes: (key: string) => Shape;
  nameOf: (key: string) => string;
  onAdd: (key: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const box = useRef<HTMLDivElement>(null);
  if (!isOpen)
    return (
      <div class="more-keys">
        <Button kind="quiet" icon="add" onClick={() => setOpen(true)}>
          More values
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
        <input
          class="plain-input"
          type="search"
          aria-label="Search for a value to add"
          placeholder={`Search ${keys.length} values`}
          value={words}
          ref={input => {
            if (!words && document.activeElement === document.body) input?.focus();
          }}
          onInput={event => setWords(event.currentTarget.value)}
        />
        <Button kind="quiet" icon="close" label="Close the list of values" onClick={close} />
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
        {!matchingKeys.length && <li>No value has these words.</li>}
      </ul>
    </div>
  );
}

const LAYER_ICONS: Record<string, IconName> = {
  ground: "fill",
  band: "minus",
  text: "text",
  picture: "picture",
  arrow: "next",
  border: "border",
  pips: "pips",
  marks: "pips",
  count: "count",
  table: "table",
  list: "list",
  lines: "lines",
};
// Returns the sign of a layer or of an element: its colour, or an icon of its kind.
function layerSign(layer: Tree | undefined) {
  const color = describeContents(layer).color,
    key = layer?.entries?.map(([name]) => name).find(name => Object.hasOwn(LAYER_ICONS, name));
  return color || !key ? undefined : <Icon name={LAYER_ICONS[key] as IconName} />;
}
// Whether a value has a block or a list in its place.
const isOfParts = (kind: string) => kind === "list" || kind === "block" || kind === "named";
// A list: single values as inputs, blocks as items that open. A new item is in the file as soon as something is typed.
function ListBlock({ editing, path, schema }: BlockProps) {
  const { root, state, handle } = editing;
  const [all, setAll] = useState(false);
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree),
    items = tree?.items ?? (tree?.text ? [tree] : []),
    inner = shape.item ?? undefined,
    innerShape = shapeOf(root, inner),
    hasParts = isOfParts(kindOf(innerShape, undefined)),
    { document } = state;
  const [draft, setDraft] = useState(tree || hasParts ? -1 : 0); // the number of an item that is not in the file yet
  const isFace = ["picture", "text", "pips"].every(key => innerShape.properties.has(key)),
    isOfChart = isFace && path.at(-1) === "blocks",
    isOfSheet = isUnder("forms", document.kind, path) && /^(rows|cells)$/.test(String(path.at(-1)));
  const visibleItems = all ? items : items.slice(0, MOST_SHOWN),
    rows: (Tree | undefined)[] = draft === items.length ? [...visibleItems, undefined] : visibleItems;
  const { box, expect, isNew } = useNewEntry(rows.length);
  const insert = (value: Value) => {
    expect();
    setAll(all || items.length >= MOST_SHOWN);
    void handle.arrange(() => {
      const now = valueAt(handle.state().document.tree, path);
      return [
        now
          ? { do: "insert", path, number: now.items?.length ?? (now.text ? 1 : 0), value }
          : {
              do: "set",
              path,
              value: { data: ["data" in value ? value.data : "yaml" in value ? value.yaml : value.text] },
            },
      ];
    }, true);
  };
  const addItem = () => {
    const value = newValue(root, inner),
      isEmpty = !hasParts || ("data" in value && JSON.stringify(value.data) === "{}");
    if (!isEmpty || tree?.text) return insert(value);
    expect();
    setAll(all || items.length >= MOST_SHOWN);
    setDraft(items.length);
  };
  const addLayer = ({ data }: LayerKind) => {
    if (data !== null) return insert({ data });
    choosePicture(handle.file, "", picture => insert({ data: { picture } }));
  };
  const words = addingWords(document.kind, path),
    own = wordsOf(problemsAt(state, path));
  return (
    <div class="list" ref={box}>
      {own && <p class="message problem">{own}</p>}
      {rows.map((item, number) => {
        const at = [...path, number],
          titled = item?.entries?.some(([key]) => TITLE_KEYS.has(key));
        const line = titled ? "" : pathWords(item),
          name =
            line ||
            (isOfSheet && cellWords(item)) ||
            (isFace && item && !titled && layerName(item)) ||
            titleOf(item, `Entry ${number + 1}`);
        const actions = item ? (
          <ItemActions editing={editing} path={at} what={name} count={items.length} />
        ) : (
          <Button kind="quiet" icon="remove" label={`Remove ${name}`} onClick={() => setDraft(-1)} />
        );
        if (item ? item.items || item.entries : hasParts)
          return (
            <NestedBlock
              key={number}
              editing={editing}
              path={at}
              schema={inner}
              title={name}
              actions={actions}
              badge={isFace && !isOfChart ? layerSign(item) : undefined}
              handle={
                item &&
                items.length > 1 &&
                items.every(one => one.items || one.entries) && <DragHandle editing={editing} path={at} />
              }
              startsOpen={
                !item ||
                items.length === 1 ||
                isNew(number) ||
                (isOfChart && number === 0 && valueAt(item, ["table"]) !== undefined)
              }
              contents={isFace && item ? (titled ? describeElements(item) : "") : line ? "" : undefined}
            />
          );
        return (
          <div class="list-row" key={number}>
            <span class="cell-input">
              <ValueInput
                editing={editing}
                path={at}
                schema={inner}
                props={{
                  "aria-label": `${labelOf(String(path.at(-1)))} ${number + 1}`,
                  "aria-invalid": problemsAt(state, at).length > 0,
                  "data-path": pathKey(at),
                }}
              />
              <small class="problem">{wordsOf(problemsAt(state, at))}</small>
            </span>
            {actions}
          </div>
        );
      })}
      <div class="row">
        {items.length > visibleItems.length && (
          <Button kind="quiet" onClick={() => setAll(true)}>{`Show all ${items.length}`}</Button>
        )}
        {isFace && !isOfChart ? (
          <Menu label={words} icon="add" kind="quiet">
            {listLayerKinds(document.kind, document.tree, path).map(kind => (
              <MenuItem key={kind.label} hint={kind.hint} onClick={() => addLayer(kind)}>
                {kind.label}
              </MenuItem>
            ))}
          </Menu>
        ) : (
          <Button kind="quiet" icon="add" onClick={() => (isOfChart ? askChartBlock(handle, path, expect) : addItem())}>
            {words}
          </Button>
        )}
      </div>
    </div>
  );
}

const SIDE_KEYS = ["name", "colour", "pattern", "emblem"]; // in view for all sides at once
// The first values of a side, in one row.
const SideValues = ({ editing, path, schema }: BlockProps) => (
  <>
    {SIDE_KEYS.map(key => (
      <ValueField
        key={key}
        editing={editing}
        path={[...path, key]}
        schema={schemaBelow(editing.root, schema, valueAt(editing.state.document.tree, path), key)}
        layout={{ hints: { [key]: "" } }}
      />
    ))}
  </>
);
// A side: its first values in one row, and its other values below.
function SideRow({ editing, path, schema, actions }: BlockProps & { actions: preact.ComponentChildren }) {
  const { state } = editing,
    [isOpen, setOpen] = useState(false),
    wantedPath = useContext(WantedPath),
    side = valueAt(state.document.tree, path),
    others = { hidden: SIDE_KEYS },
    isFaulty = problemsAt(state, path, true).some(
      one => one.path.length > path.length && !SIDE_KEYS.includes(String(one.path[path.length])),
    );
  useEffect(() => {
    if (
      wantedPath &&
      wantedPath.length > path.length &&
      isWithin(wantedPath, path) &&
      !SIDE_KEYS.includes(String(wantedPath[path.length]))
    )
      setOpen(true);
  }, [wantedPath]);
  const isVisible = isOpen || isFaulty;
  return (
    <div class="nested side-row" data-path={pathKey(path)}>
      <div class="side-values">
        <SideValues editing={editing} path={path} schema={schema} />
        {actions}
      </div>
      <button type="button" class="disclose" aria-expanded={isVisible} onClick={() => setOpen(!isVisible)}>
        <span class="turn" aria-hidden="true" />
        <small>
          {isVisible
            ? "Other values"
            : ["Other values", ...["adjective", "prefix"].map(key => textAt(side, [key])).filter(Boolean)].join(" · ")}
        </small>
      </button>
      {isVisible && (
        <div class="nested-body">
          <KeyBlock editing={editing} path={path} schema={schema} layout={others} />
        </div>
      )}
    </div>
  );
}

// Returns the schema of the value of a setting that has a list of choices.
function optionsOf(setting: Tree | undefined): Schema | undefined {
  const options = valueAt(setting, ["options"])?.items?.flatMap(one => one.text ?? []);
  return options?.length ? { enum: options } : undefined;
}
// Returns the limits of a setting in words.
const rangeOf = (setting: Tree) => {
  const [low, high] = [textAt(setting, ["min"]), textAt(setting, ["max"])];
  return low && high ? `${low} to ${high}` : low ? `${low} or more` : high ? `${high} or less` : "";
};
// A block whose keys are free: entries that open, each under its key.
function NamedBlock({ editing, path, schema }: BlockProps) {
  const { root, state, handle } = editing;
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree),
    entries = tree?.entries ?? [];
  const isSides = isUnder("sides", state.document.kind, path) && path.length === 1,
    isSettings = isUnder("settings", state.document.kind, path) && path.length === 1;
  const [naming, setNaming] = useState<{ key: string | null; text: string } | null>(null);
  const [newKey, setNewKey] = useState(""); // of the last entry that was added
  const { box, expect } = useNewEntry(entries.length);
  // A key is shown in words, if the words lead back to it.
  const wordsOfKey = (key: string) => (keyFrom(labelOf(key)) === key ? labelOf(key) : key);
  const finish = (event: Event) => {
    event.preventDefault();
    const text = naming?.text.trim();
    if (!naming || !text) return;
    if (naming.key === null) {
      const key = freeKey(keysOf(editing, path), keyFrom(text)),
        inner = shape.others ?? undefined,
        value = newValue(root, inner, tree);
      const nameKey = ["title", "name"].find(one => shapeOf(root, inner).properties.has(one)),
        titled =
          nameKey && "data" in value && value.data && typeof value.data === "object" && !Array.isArray(value.data);
      expect();
      setNewKey(key);
      handle.edit([
        {
          do: "add",
          path,
          key,
          value: titled ? { data: { ...(value.data as Record<string, Plain>), [nameKey]: text } } : value,
        },
      ]);
    } else if (wordsOfKey(naming.key) !== text)
      handle.edit([
        { do: "rename", path: [...path, naming.key], to: wordsOfKey(naming.key) === naming.key ? text : keyFrom(text) },
      ]);
    setNaming(null);
  };
  return (
    <div class="list" ref={box}>
      {entries.map(([key, value]) => {
        const at = [...path, key],
          inner = shape.properties.get(key) ?? shape.others ?? undefined;
        const name = value.entries?.some(([inner]) => TITLE_KEYS.has(inner))
          ? titleOf(value, key, isSettings ? Number.POSITIVE_INFINITY : LONG).replace(/^./, letter =>
              letter.toUpperCase(),
            )
          : key;
        const actions = (
          <ItemActions
            editing={editing}
            path={at}
            what={name}
            onRename={() => setNaming({ key, text: wordsOfKey(key) })}
          />
        );
        if (isSettings && value.entries?.some(([inner]) => inner === "value"))
          return (
            <div class="list-row labelled" key={key}>
              <ValueField
                editing={editing}
                path={[...at, "value"]}
                schema={optionsOf(value) ?? schemaBelow(root, inner, value, "value")}
                label={name === key ? labelOf(key) : name}
                layout={{ hints: { value: rangeOf(value) } }}
              />
              {actions}
            </div>
          );
        if (isSides && value.entries)
          return <SideRow key={key} editing={editing} path={at} schema={inner} actions={actions} />;
        if (value.items || value.entries)
          return (
            <NestedBlock
              key={key}
              editing={editing}
              path={at}
              schema={inner}
              title={name === key ? labelOf(key) : name}
              actions={actions}
              startsOpen={key === newKey}
            />
          );
        return (
          <div class="list-row" key={key}>
            <ValueField editing={editing} path={at} schema={inner} label={labelOf(key)} />
            {actions}
          </div>
        );
      })}
      {naming ? (
        <form class="row" onSubmit={finish}>
          <input
            class="plain-input"
            aria-label={naming.key === null ? "Name of the new entry" : `New name of ${wordsOfKey(naming.key)}`}
            placeholder="Name"
            maxLength={60}
            value={naming.text}
            ref={input => {
              if (document.activeElement === document.body) input?.focus();
            }}
            onInput={event => setNaming({ ...naming, text: event.currentTarget.value })}
            onKeyDown={event => event.key === "Escape" && setNaming(null)}
          />
          <Button submits>{naming.key === null ? "Add" : "Rename"}</Button>
          <Button kind="quiet" onClick={() => setNaming(null)}>
            Cancel
          </Button>
        </form>
      ) : (
        <div>
          <Button kind="quiet" icon="add" onClick={() => setNaming({ key: null, text: "" })}>
            {addingWords(state.document.kind, path)}
          </Button>
        </div>
      )}
    </div>
  );
}
