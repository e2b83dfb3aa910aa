// The values of a cell, of a row and of a whole record sheet.

import { useRef } from "preact/hooks";
import { Icon, iconOf } from "../components/icons.tsx";
import { Button, Chip, Field, Select, Stepper, TextInput } from "../components/ui.tsx";
import { EntryBlock } from "../editor/block.tsx";
import { isPlainTable, TableInput } from "../editor/table_input.tsx";
import { ValueField } from "../editor/value_field.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, type Layout, nameOf, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import type { ElementKind } from "../model/elements.ts";
import * as changes from "../model/form_edits.ts";
import { labelOfUnitName } from "../model/key_words.ts";
import { asValue } from "../model/new_values.ts";
import { labelOf, type Schema, schemaAt, type Shape, shapeOf } from "../model/schema.ts";
import type { Edit, Tree, ValueName, ValuePath } from "../types.ts";
import { capitalize } from "../words.ts";

const MOST_OFFERED_COLUMNS = 24; // of the button that adds one; the file can have more
const CELL_FIRST = ["shape", "track", "style", "align"],
  ROW_FIRST = ["height", "rules", "each", "only_if"],
  SHEET_FIRST = ["title", "unit", "per_page", "space", "default"],
  // groups of the values of a sheet and of a cell; all others stand below them
  SHEET_GROUPS = {
    Sheet: ["title", "unit", "default", "copies", "note", "only_if", "differs"],
    "On the page": ["per_page", "per_row", "fill", "space", "size", "margin", "corners", "backs", "bleed"],
  },
  CELL_GROUPS = {
    "In play": ["track", "counts", "marks", "marked", "sections", "effects", "group", "blank"],
    Look: [
      "style",
      "align",
      "largest",
      "smallest",
      "colour",
      "ground",
      "band",
      "box",
      "across",
      "repeat",
      "shape",
      "family",
      "columns",
      "wide",
    ],
  },
  ROW_GROUPS = {
    Row: ["height", "least", "gap", "rules", "columns"],
    "When it is printed": ["each", "at_least", "only_if", "blank"],
    Look: ["ground", "band", "style", "align"],
  };
// Returns the layout of a block in groups: the first keys, and those that the file has.
function groupsOf(groups: Record<string, string[]>, first: string[], there: Tree | undefined): Layout {
  const isShown = (key: string) => first.includes(key) || there?.entries?.some(([one]) => one === key),
    found = Object.entries(groups).map(([title, keys]) => [title, keys.filter(isShown)] as const);
  return {
    groups: found.filter(([, keys]) => keys.length),
    first: first.filter(key => !found.some(([, keys]) => keys.includes(key))),
  };
}
// The elements of a sheet, and the keys that only its rows have.
export interface SheetElements extends changes.CellElements {
  row: readonly string[];
}
interface PanelProps {
  editing: Editing;
  cell: ValuePath;
  known: SheetElements;
}

// The values of the sheet itself.
export const SheetPanel = ({ editing, base }: { editing: Editing; base: ValuePath }) => {
  const { tree } = editing.state.document;
  return (
    <EntryBlock
      editing={editing}
      path={base}
      schema={schemaAt(editing.root, tree, base)}
      layout={{
        ...groupsOf(SHEET_GROUPS, SHEET_FIRST, valueAt(tree, base)),
        hidden: ["rows", "columns"],
        below: <Columns editing={editing} row={base} />,
      }}
    />
  );
};

// The element of the chosen cell, and its other values.
export function CellPanel({ editing, cell, known }: PanelProps) {
  const { handle, state, root } = editing,
    { tree, drawing } = state.document,
    tracks = drawing?.tracks ?? [],
    there = valueAt(tree, cell),
    shown = changes.elementOf(there, known),
    names = (drawing?.names ?? []).map(one => ({
      ...one,
      label: one.is_declared ? capitalize(one.label) : labelOfUnitName(one.key),
    }));
  if (!there) return null;
  const { elements, kinds, row } = known,
    isBox = valueAt(there, ["rows"]) !== undefined,
    isText = there.text !== undefined,
    written = there.entries?.map(([key]) => key) ?? [];
  const fits = (key: string) => !shown || !kinds[key]?.length || kinds[key].includes(shown.key);
  const schema = schemaAt(root, tree, cell),
    keys = [...shapeOf(root, schema, there).properties.keys()];
  const isOther = (key: string) => key !== "text" && elements.some(one => one.key === key); // that of another element
  const hidden = [
    ...keys.filter(
      key => (!written.includes(key) && (!fits(key) || isOther(key))) || (!changes.isInRow(cell) && row.includes(key)),
    ),
    ...(shown ? [shown.key] : []),
    "cells",
    "rows",
  ];
  const first = CELL_FIRST.filter(key => fits(key) && (key !== "track" || (shown && changes.hasTrack(shown, known))));
  return (
    <div class="stack">
      {isBox && <small>A box has rows of its own. Choose one of them on the drawing or in the list.</small>}
      <fieldset class="shows" hidden={isBox}>
        <legend>What does it show?</legend>
        <div class="shows-grid">
          {elements.map(element => {
            const isShown = element.key === shown?.key,
              isMissing = !isShown && changes.valuesOf(element, names) === undefined;
            return (
              <button
                type="button"
                key={element.key}
                aria-pressed={isShown}
                disabled={isMissing}
                title={isMissing ? "The unit has no value for it" : undefined}
                onClick={() =>
                  isShown || handle.edit(changes.show(tree, cell, { shown: element, known, names, tracks }))
                }
              >
                <Icon name={iconOf(element.icon)} />
                {element.label}
              </button>
            );
          })}
        </div>
        {!shown && <small>This cell shows something else: {written.map(key => labelOf(key)).join(", ")}.</small>}
      </fieldset>
      {shown && <MainField editing={editing} cell={cell} shown={shown} known={known} names={names} />}
      {isText ? (
        <Button
          kind="quiet"
          icon="settings"
          onClick={() => handle.edit([{ do: "set", path: cell, value: { data: { text: there.text ?? "" } } }])}
        >
          More settings of this cell
        </Button>
      ) : (
        <EntryBlock
          editing={editing}
          path={cell}
          schema={schema}
          layout={{
            ...groupsOf(CELL_GROUPS, first, there),
            hidden,
            own: {
              text: (
                <WordsField
                  editing={editing}
                  path={[...cell, "text"]}
                  label={shown && changes.hasLabel(shown, known) ? "Label" : "Words"}
                  names={names}
                />
              ),
            },
          }}
        />
      )}
    </div>
  );
}

// Returns functions that show the names of values in braces by their labels, and that write them by their keys again.
function labelNames(names: ValueName[]) {
  const labelled = names.filter(
    one => names.every(other => other === one || other.label !== one.label) && !/[{}|:]/.test(one.label),
  );
  return {
    withLabels: (words: string) =>
      words.replace(/\{(\w+)\}/g, (whole, key) =>
        labelled.some(one => one.key === key) ? `{${labelled.find(one => one.key === key)?.label}}` : whole,
      ),
    withKeys: (words: string) =>
      words.replace(/\{([^{}]+)\}/g, (whole, label) =>
        names.some(one => one.key === label) ? whole : `{${labelled.find(one => one.label === label)?.key ?? label}}`,
      ),
  };
}

// The words beside marks or lines.
function WordsField({
  editing: { handle, state },
  path,
  label,
  names,
}: {
  editing: Editing;
  path: ValuePath;
  label: string;
  names: ValueName[];
}) {
  const { withLabels, withKeys } = labelNames(names);
  return (
    <Field label={label} problem={wordsOf(problemsAt(state, path, true))} wide>
      {props => (
        <TextInput
          props={props}
          value={withLabels(textAt(state.document.tree, path))}
          lines={2}
          onInput={typed =>
            handle.edit([{ do: "set", path, value: typed ? { text: withKeys(typed) } : null }], pathKey(path), 0)
          }
        />
      )}
    </Field>
  );
}

interface MainProps {
  editing: Editing;
  cell: ValuePath;
  shown: ElementKind;
  known: SheetElements;
  names: ValueName[];
}
// The value of an element, and what its inputs share.
interface MainValue extends MainProps {
  path: ValuePath;
  value: Tree | undefined;
  schema: Schema | undefined;
  shape: Shape;
  label: string;
  problem: string;
}
// The input of the element of the cell. The kind of the value decides which one it is.
function MainField(props: MainProps) {
  const { editing, cell, shown } = props,
    { state, root } = editing,
    { tree } = state.document,
    isText = valueAt(tree, cell)?.text !== undefined,
    path = isText ? cell : [...cell, shown.key],
    value = valueAt(tree, path),
    schema = schemaAt(root, tree, [...cell, shown.key]),
    shape = shapeOf(root, schema, value),
    label = nameOf([shown.key], shape);
  const problem = wordsOf(problemsAt(state, path, true)) || (isText ? "" : wordsOf(problemsAt(state, cell)));
  const main: MainValue = { ...props, path, value, schema, shape, label, problem };
  if (shape.valueKind === "figures" && (value?.items || value?.text)) return <FiguresField {...main} />;
  if (shape.valueKind === "table" && isPlainTable(value))
    return (
      <div class="block">
        {" "}
        <fieldset>
          <legend>{label}</legend>
          <TableInput editing={editing} path={path} />
          <EntryBlock editing={editing} path={path} schema={schema} layout={{ hidden: ["columns", "rows"] }} />
        </fieldset>
      </div>
    );
  if (value?.entries || value?.items) return <EntryBlock editing={editing} path={path} schema={schema} />;
  if (shape.valueKind === "prose" || shape.valueKind === "formula" || shape.valueKind === "list field")
    return <FormulaField {...main} />;
  return <ValueField editing={editing} path={path} schema={schema} />;
}

// The figures of a table, each of them on or off.
function FiguresField({ editing: { handle, state }, cell, names, path, value, shape, label, problem }: MainValue) {
  const listed = (value?.items ?? (value ? [value] : [])).map(one => one.text ?? ""),
    labels = new Map(names.map(one => [one.key, one.label]));
  const marks = valueAt(state.document.tree, [...cell, "marks"])?.items?.map(one => one.text ?? "") ?? [];
  const set = (now: string[]) => {
    const left = marks.filter(one => now.includes(one)); // marks stand only below figures of the table
    const edits: Edit[] = [{ do: "set", path, value: { data: now } }];
    if (left.length < marks.length)
      edits.push({ do: "set", path: [...cell, "marks"], value: left.length ? { data: left } : null });
    handle.edit(edits);
  };
  return (
    <Field label={label} hint={shape.help ?? ""} problem={problem} wide>
      {props => (
        <div class="row" role="group" aria-label={label} id={props.id}>
          {[...new Set([...listed, ...names.filter(one => one.is_declared).map(one => one.key)])].map(key => {
            const isOn = listed.includes(key);
            return (
              <Chip
                key={key}
                pressed={isOn}
                onClick={() => set(isOn ? listed.filter(one => one !== key) : [...listed, key])}
              >
                {labels.get(key) ?? key}
              </Chip>
            );
          })}
        </div>
      )}
    </Field>
  );
}

// Words, a formula or the name of a list, with the values of the unit that can be put into it.
function FormulaField({ editing, cell, shown, known, names, path, value, shape, label, problem }: MainValue) {
  const { handle, state } = editing,
    { tree } = state.document,
    box = useRef<HTMLDivElement>(null),
    isWords = shape.valueKind === "prose",
    isList = shape.valueKind === "list field";
  const write = (typed: string) => {
    const edits: Edit[] = [
      {
        do: "set",
        path,
        value: isWords && typed ? { text: typed } : path === cell && !typed ? { data: {} } : asValue(shape, typed),
      },
    ];
    if (/^\d+$/.test(typed) && changes.hasTrack(shown, known) && !textAt(tree, [...cell, "track"]))
      edits.push({
        do: "set",
        path: [...cell, "track"],
        value: { text: changes.freeTrack(state.document.drawing?.tracks ?? [], changes.wordsBeside(tree, cell)) },
      });
    handle.edit(edits, pathKey(path), 0);
  };
  const { withLabels, withKeys } = labelNames(names);
  // Puts the name of a value where the cursor is, or in place of a number.
  const insert = (key: string) => {
    const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!key || !input) return;
    if (isWords)
      input.setRangeText(
        withLabels(`{${key}}`),
        input.selectionStart ?? input.value.length,
        input.selectionEnd ?? input.value.length,
        "end",
      );
    else input.value = key;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  };
  const isNumber = ({ key, value: now, is_declared }: ValueName) =>
    (is_declared ? /^(\d+|\?|)$/ : /^\d+$/).test(now) || key === value?.text;
  const offered = isList ? names.filter(one => one.is_list) : isWords ? names : names.filter(isNumber);
  const named = isWords ? undefined : offered.find(one => one.key === value?.text);
  const choices = (isDeclared: boolean) =>
    offered
      .filter(one => one.is_declared === isDeclared)
      .map(one => (
        <option value={one.key} key={one.key}>
          {one.value && one.value !== "?" ? `${one.label}: ${one.value.slice(0, 30)}` : one.label}
        </option>
      ));
  return (
    <div ref={box}>
      <Field label={label} hint={shape.help ?? ""} problem={problem} wide>
        {props =>
          isWords ? (
            <TextInput
              props={props}
              value={withLabels(value?.text ?? "")}
              lines={2}
              onInput={typed => write(withKeys(typed))}
            />
          ) : named ? (
            <Select
              props={props}
              value={named.key}
              choices={[
                ...offered.map((one): [string, string] => [one.key, one.label]),
                ...(isList ? [] : [["", "A number"] as [string, string]]),
              ]}
              onChange={key => write(key || "5")}
            />
          ) : (
            <TextInput props={props} value={value?.text ?? ""} onInput={write} />
          )
        }
      </Field>
      {offered.length > 0 && !named && (
        <select
          class="plain-input insert"
          aria-label="Insert a value"
          value=""
          onChange={event => {
            insert(event.currentTarget.value);
            event.currentTarget.value = "";
          }}
        >
          <option value="">{isList ? "Choose a list" : "Insert a value"}</option>
          {choices(true)}
          {choices(false).length > 0 && <optgroup label="Rarely needed">{choices(false)}</optgroup>}
        </select>
      )}
    </div>
  );
}

// The values of the row of the chosen cell.
export function RowPanel({ editing, cell, known: { row: rowKeys, kinds } }: PanelProps) {
  const { tree } = editing.state.document,
    row = changes.rowOf(cell),
    schema = schemaAt(editing.root, tree, row);
  const ofCells = [...shapeOf(editing.root, schema, valueAt(tree, row)).properties.keys()].filter(
    key => !rowKeys.includes(key),
  );
  // where a row has cells, the look of all of them can be set in the row
  const hidden = ["cells", "columns", ...(changes.isInRow(cell) ? ofCells.filter(key => kinds[key]?.length) : ofCells)];
  return (
    <div class="stack">
      {changes.isInRow(cell) && <Columns editing={editing} row={row} />}
      <EntryBlock
        editing={editing}
        path={row}
        schema={schema}
        layout={{ ...groupsOf(ROW_GROUPS, ROW_FIRST, valueAt(tree, row)), hidden }}
      />
    </div>
  );
}

// The columns of a row or of the sheet, as their number or as widths with commas between them.
function Columns({ editing: { handle, state }, row }: { editing: Editing; row: ValuePath }) {
  const { tree } = state.document,
    path = [...row, "columns"],
    shares = changes
      .readColumns(tree, row)
      .split(/[\s,]+/)
      .filter(Boolean),
    isGiven = shares.length > 1,
    count = isGiven ? shares.length : Number(shares[0] ?? 0),
    usualCount = Math.max(2, count, valueAt(tree, [...row, "cells"])?.items?.length ?? 0);
  const write = (now: string, key = "") =>
      handle.edit([changes.writeColumns(row, now)], key || undefined, key ? 0 : -1),
    resize = (to: number) =>
      write(isGiven ? [...shares, ...Array<string>(to).fill("1")].slice(0, to).join(", ") : String(to));
  return (
    <div class="column-widths">
      <Field label="Columns" problem={wordsOf(problemsAt(state, path, true))}>
        {props => (
          <Select
            props={props}
            value={isGiven ? "given" : count ? "number" : ""}
            choices={[
              ["", "As many as a row has cells"],
              ["number", "A number of equal columns"],
              ["given", "Columns of given widths"],
            ]}
            onChange={now =>
              write(now === "given" ? Array(usualCount).fill("1").join(", ") : now && String(usualCount))
            }
          />
        )}
      </Field>
      {count > 0 && (
        <Stepper
          label="Number of columns"
          value={count}
          low={isGiven ? 2 : 1}
          high={MOST_OFFERED_COLUMNS}
          onChange={resize}
        />
      )}
      {isGiven && (
        <div class="shares">
          {shares.map((share, number) => (
            <input
              key={number}
              class="plain-input"
              type="text"
              inputMode="decimal"
              style={{ flexGrow: Number(share) || 1 }}
              aria-label={`Width of column ${number + 1}, as a share`}
              value={share}
              onInput={event => {
                const typed = event.currentTarget.value.trim();
                if (Number(typed) > 0)
                  write(shares.map((one, at) => (at === number ? typed : one)).join(", "), pathKey(path));
              }}
            />
          ))}
        </div>
      )}
      {isGiven && (
        <small>A column with 2 is twice as wide as one with 1. You can also drag the borders on the sheet.</small>
      )}
    </div>
  );
}
