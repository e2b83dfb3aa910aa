// What all inputs of a file share: the file in view, the layout of its blocks, labels and problems of its values.

import { createContext } from "preact";
import { describeProblem } from "../browser/client.ts";
import { asSentence } from "../browser/notices.ts";
import { type DocumentHandle, type DocumentState, valueAt } from "./document.ts";
import { plainProblem } from "./key_words.ts";
import { isColour, labelOf, type Schema, schemaAt, type Shape, shapeOf } from "./schema.ts";
import { isWithin, pathKey } from "./tree.ts";
import { adviceOnNumber } from "./value_words.ts";
import type { DocumentProblem, GameContents, Names, Tree, Value, ValuePath } from "../types.ts";

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
  of?: string; // the name of a block within another block, for "More settings of ..."
  open?: boolean; // lists and blocks are open at first
  most?: number; // of the inputs of a block; the others are folded
  wide?: readonly string[]; // inputs as wide as the block
  own?: Record<string, preact.ComponentChildren>; // the views that replace the usual inputs, by key
  below?: preact.ComponentChildren; // a view below the inputs, above "More settings"
}

// The path of the value that is to be seen: the blocks round it open.
export const WantedPath = createContext<ValuePath | null>(null);
export { isWithin, pathKey };

// What a block of values shows.
export interface BlockProps {
  editing: Editing;
  path: ValuePath;
  schema: Schema | undefined;
  layout?: Layout;
}
// A block that has blocks in it gets the component for them: it does not import the module that imports it.
export interface OuterBlockProps extends BlockProps {
  Inner: (props: BlockProps) => preact.JSX.Element;
}

// Returns the path of the value that a problem is about: of the one that is probably meant by a misspelt key, if the file
// does not have it.
export function meantPath(tree: Tree | null | undefined, { code, suggestion, path }: DocumentProblem): ValuePath {
  const meant = [...path.slice(0, -1), suggestion];
  return code === "unknown key" && suggestion && path.length && !valueAt(tree, meant) ? meant : path;
}
// Returns the problems at a value; with `inside`, those of all values in it, too.
export const problemsAt = ({ document }: DocumentState, path: ValuePath, inside = false) =>
  document.problems.filter(
    one =>
      !one.file &&
      [one.path, meantPath(document.tree, one)].some(
        at =>
          at.length >= path.length &&
          path.every((step, number) => String(at[number]) === String(step)) &&
          (inside || at.length === path.length),
      ),
  );
export const wordsOf = (problems: ReturnType<typeof problemsAt>) =>
  problems.map(one => asSentence(describeProblem(one))).join(" ");

// Returns the label of a value.
export const nameOf = (path: ValuePath, shape: Shape, layout: Layout = {}) =>
  layout.labels?.[String(path.at(-1))] ?? labelOf(String(path.at(-1)), shape);

// Returns the label of the value at a path.
export const labelOfValue = (editing: Editing, path: ValuePath) =>
  nameOf(path, shapeOf(editing.root, schemaAt(editing.root, editing.state.document.tree, path)));

// Returns the message or the hint of a problem with labels in place of keys.
export function plainWords(editing: Editing, problem: DocumentProblem, text: string) {
  const { root, state } = editing,
    block = problem.path.slice(0, -1),
    shape = shapeOf(root, schemaAt(root, state.document.tree, block), valueAt(state.document.tree, block));
  const labels = [...shape.properties]
    .filter(([key]) => text.includes(`'${key}'`))
    .map(([key, schema]) => [key, nameOf([...block, key], shapeOf(root, schema))] as const);
  const label = typeof problem.path.at(-1) === "string" ? labelOfValue(editing, problem.path) : problem.subject;
  return plainProblem(problem, text, label, labels);
}
// The advice of a problem, as a sentence; the bar of the editor has the whole sentence.
export function adviseOn(editing: Editing, problem: DocumentProblem, label: string) {
  const { code, hint, message, subject, suggestion } = problem,
    about = `${subject}: `;
  const advice =
    code === "missing key"
      ? `fill in ${label}`
      : code === "unknown key" && suggestion
        ? `misspelt: “${problem.path.at(-1)}”`
        : plainWords(
            editing,
            problem,
            hint || (subject && message.startsWith(about) ? message.slice(about.length) : message),
          );
  return asSentence(advice);
}
// Returns what to do about the problems of a value, for its input.
export function adviseOnValue(
  editing: Editing,
  problems: readonly DocumentProblem[],
  shape: Shape,
  text: string | undefined,
  label: string,
) {
  if (isColour(shape) && problems.length)
    return "Choose a colour on the swatch, or write # and six digits, such as #0072b2";
  return (
    (problems.length && text !== undefined && adviceOnNumber(shape, text)) ||
    problems.map(one => adviseOn(editing, one, label)).join(" ")
  );
}

const NAME_PAUSE = 400; // ms without a key, before fleets and battles follow a new name
// Sets one value. A value is sent with every key; a name, only after a pause.
export function setValue({ handle }: Editing, path: ValuePath, value: Value | null) {
  const name = path.at(-1) === "name";
  handle.edit([{ do: "set", path, value }], pathKey(path), name ? NAME_PAUSE : 0);
}

// Returns the keys of a block.
export const keysOf = (editing: Editing, path: ValuePath) =>
  new Set(valueAt(editing.state.document.tree, path)?.entries?.map(([name]) => name));
