// The values of a cell, of a row and of a whole record sheet.

import { useRef } from "preact/hooks";
import { DragHandle } from "../components/drag_handle.tsx";
import { Icon, iconOf } from "../components/icons.tsx";
import { Button, Field, Menu, MenuItem, Select, Stepper, TextInput } from "../components/ui.tsx";
import { EntryBlock } from "../editor/block.tsx";
import { isPlainTable, TableInput } from "../editor/table_input.tsx";
import { ValueField } from "../editor/value_field.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, type Layout, nameOf, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import type { ElementKind } from "../model/elements.ts";
import * as changes from "../model/form_edits.ts";
import { usualWordsAt } from "../model/key_words.ts";
import { asValue } from "../model/new_values.ts";
import { labelOf, type Schema, schemaAt, type Shape, shapeOf } from "../model/schema.ts";
import { labelledNames, type SheetElements } from "./form_cells.tsx";
import { RichText } from "./form_words.tsx";
import type { Edit, Tree, ValueName, ValuePath } from "../types.ts";

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
    names = labelledNames(drawing?.names ?? []);
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
    "align", // it has buttons
    "cells",
    "rows",
  ];
  const first = CELL_FIRST.filter(key => fits(key) && (key !== "track" || (shown && changes.hasTrack(shown, known))));
  return (
    <div class="stack">
      {isBox && <small>A box has rows of its own. Choose one of them on the drawing or in the list.</small>}
      <div class="shows" hidden={isBox}>
        <Menu label={shown?.label ?? written.map(key => labelOf(key)).join(", ")} icon={iconOf(shown?.icon ?? "")}>
          {elements.map(element => {
            const isShown = element.key === shown?.key,
              isMissing = !isShown && changes.valuesOf(element, names) === undefined;
            return (
              <MenuItem
                key={element.key}
                icon={isShown ? "done" : iconOf(element.icon)}
                disabled={isMissing}
                hint={isMissing ? "The unit has no value for it" : undefined}
                onClick={() =>
                  isShown || handle.edit(changes.show(tree, cell, { shown: element, known, names, tracks }))
                }
              >
                {element.label}
              </MenuItem>
            );
          })}
        </Menu>
        {(isText || keys.includes("align")) && fits("align") && <Alignment editing={editing} cell={cell} />}
      </div>
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

const SIDES_OF_CELL = ["left", "center", "right"] as const;
// The side of the cell at which its contents stand. A second press on the chosen one makes it the usual one.
function Alignment({ editing: { handle, state }, cell }: { editing: Editing; cell: ValuePath }) {
  const { tree, kind } = state.document,
    there = valueAt(tree, cell),
    path: ValuePath = [...cell, "align"],
    given = textAt(there, ["align"]),
    usual = usualWordsAt(kind, path, there);
  const set = (side: string) =>
    there?.text === undefined
      ? { path, value: side === given ? null : { text: side } }
      : { path: cell, value: { data: { text: there.text, align: side } } };
  return (
    <div class="switch" role="group" aria-label="Alignment">
      {SIDES_OF_CELL.map(side => (
        <button
          type="button"
          key={side}
          aria-pressed={side === given}
          class={given || (there?.text === undefined ? side !== usual : side !== "left") ? "" : "usual"}
          aria-label={`Alignment: ${side}`}
          title={side.replace(/^./, letter => letter.toUpperCase())}
          onClick={() => handle.edit([{ do: "set", ...set(side) }])}
        >
          <Icon name={side} />
        </button>
      ))}
    </div>
  );
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
  return (
    <Field label={label} problem={wordsOf(problemsAt(state, path, true))} wide>
      {props => (
        <RichText
          props={props}
          label={label}
          value={textAt(state.document.tree, path)}
          names={names}
          onInput={typed => handle.edit([{ do: "set", path, value: typed ? { text: typed } : null }], pathKey(path), 0)}
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

// The figures of a table, in their order.
function FiguresField({ editing: { handle, state }, cell, names, path, value, label, problem }: MainValue) {
  const listed = (value?.items ?? (value ? [value] : [])).map(one => one.text ?? ""),
    labelOfFigure = (key: string) => names.find(one => one.key === key)?.label ?? key,
    others = names.filter(one => one.is_declared && !listed.includes(one.key));
  const marks = valueAt(state.document.tree, [...cell, "marks"])?.items?.map(one => one.text ?? "") ?? [];
  const set = (now: string[]) => {
    const left = marks.filter(one => now.includes(one)); // marks stand only below figures of the table
    const edits: Edit[] = [{ do: "set", path, value: { data: now } }];
    if (left.length < marks.length)
      edits.push({ do: "set", path: [...cell, "marks"], value: left.length ? { data: left } : null });
    handle.edit(edits);
  };
  return (
    <Field label={label} problem={problem} wide>
      {props => (
        <div class="figures" role="group" aria-label={label} id={props.id}>
          <ol>
            {listed.map((key, number) => (
              <li key={key} data-sort="">
                <DragHandle
                  from={number}
                  label={`Move ${labelOfFigure(key)}`}
                  onMove={to => set(changes.sorted(listed, number, to))}
                />
                <span>{labelOfFigure(key)}</span>
                {marks.includes(key) && <small>with marks</small>}
                <Button
                  kind="quiet"
                  icon="close"
                  label={`Leave out ${labelOfFigure(key)}`}
                  reason={listed.length < 2 ? "A table has at least one value." : undefined}
                  onClick={() => set(listed.filter(one => one !== key))}
                />
              </li>
            ))}
          </ol>
          {others.length > 0 && (
            <Menu label="Add a value" icon="add" kind="quiet">
              {others.map(one => (
                <MenuItem key={one.key} onClick={() => set([...listed, one.key])}>
                  {one.label}
                </MenuItem>
              ))}
            </Menu>
          )}
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
  // Puts the name of a value in place of a number.
  const insert = (key: string) => {
    const input = box.current?.querySelector<HTMLInputElement>("input");
    if (!key || !input) return;
    input.value = key;
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
      <Field label={label} hint={isWords ? "" : (shape.help ?? "")} problem={problem} wide>
        {props =>
          isWords ? (
            <RichText props={props} label={label} value={value?.text ?? ""} names={names} onInput={write} />
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
      {offered.length > 0 && !named && !isWords && (
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
        <Field label="Number of columns">
          {props => (
            <Stepper
              props={props}
              label="Number of columns"
              value={count}
              low={isGiven ? 2 : 1}
              high={MOST_OFFERED_COLUMNS}
              onChange={resize}
            />
          )}
        </Field>
      )}
      {isGiven && (
        <div class="shares">
          {shares.map((share, number) => (
            <Field key={number} label={`Width of column ${number + 1}`}>
              {props => (
                <input
                  {...props}
                  class="plain-input"
                  type="text"
                  inputMode="decimal"
                  value={share}
                  onInput={event => {
                    const typed = event.currentTarget.value.trim();
                    if (Number(typed) > 0)
                      write(shares.map((one, at) => (at === number ? typed : one)).join(", "), pathKey(path));
                  }}
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {isGiven && (
        <small>3 and 1: the first column is three times as wide. You can also drag the borders on the sheet.</small>
      )}
    </div>
  );
}
