// A table of a chart: its headings and cells in a grid.

import { useMemo } from "preact/hooks";
import { valueAt } from "../model/document.ts";
import { ItemHandle } from "./item_actions.tsx";
import { type Editing, pathKey } from "../model/editing.ts";
import type { Edit, Tree, ValuePath } from "../types.ts";
import { Button, Menu, MenuItem, TextInput } from "../components/ui.tsx";

const isTexts = (tree: Tree | undefined) =>
  Boolean(tree?.items?.every(one => one.text !== undefined && !one.fixed)) && !tree?.fixed;
// Whether the headings and the rows of a table are plain lists of words.
export function isPlainTable(tree: Tree | undefined) {
  const rows = valueAt(tree, ["rows"]);
  return isTexts(valueAt(tree, ["columns"])) && Boolean(rows?.items?.every(isTexts)) && !rows?.fixed;
}

const LEAST_LETTERS = 5, // of a column, for its width
  MOST_LETTERS = 40,
  MOST_WORD = 16; // letters of a word that is not broken

export function TableInput({ editing, path }: { editing: Editing; path: ValuePath }) {
  const { handle, state } = editing,
    tree = valueAt(state.document.tree, path),
    columns = valueAt(tree, ["columns"])?.items ?? [],
    rows = valueAt(tree, ["rows"])?.items ?? [],
    width = Math.max(columns.length, ...rows.map(row => row.items?.length ?? 0));
  const numbers = Array.from({ length: width }, (_, number) => number);
  // The widths follow the words as they are at first: no column moves while you type.
  const shares = useMemo(
    () =>
      numbers.map(column =>
        Math.min(
          MOST_LETTERS,
          Math.max(
            LEAST_LETTERS,
            ...[columns, ...rows.map(row => row.items ?? [])].map(cells => cells[column]?.text?.length ?? 0),
          ),
        ),
      ),
    [width, pathKey(path)],
  );
  const words = useMemo(
    () =>
      numbers.map(column =>
        Math.min(
          MOST_WORD,
          Math.max(
            2,
            ...[columns, ...rows.map(row => row.items ?? [])].map(cells =>
              Math.max(...(cells[column]?.text ?? "").split(/\s+/).map(word => word.length)),
            ),
          ),
        ),
      ),
    [width, pathKey(path)],
  );
  const styleOf = (column: number) => ({ "--word": words[column] });
  const sum = shares.reduce((all, one) => all + one, 0);
  const change = (edits: Edit[]) => void handle.arrange(() => edits);
  const cell = (at: ValuePath, label: string) => (
    <TextInput
      lines={1}
      isOneLine
      value={valueAt(state.document.tree, at)?.text ?? ""}
      props={{ "aria-label": label }}
      onInput={text => handle.edit([{ do: "set", path: at, value: { text } }], pathKey(at), 0)}
    />
  );
  const addColumn = () =>
    change([
      { do: "insert", path: [...path, "columns"], number: columns.length, value: { text: "" } },
      ...rows.map(
        (row, number): Edit => ({
          do: "insert",
          path: [...path, "rows", number],
          number: row.items?.length ?? 0,
          value: { text: "" },
        }),
      ),
    ]);
  const removeColumn = (column: number) =>
    change([
      ...(column < columns.length ? [{ do: "remove", path: [...path, "columns", column] } as Edit] : []),
      ...rows.flatMap((row, number): Edit[] =>
        column < (row.items?.length ?? 0) ? [{ do: "remove", path: [...path, "rows", number, column] }] : [],
      ),
    ]);
  return (
    <div class="table-input">
      <div class="table-cells" role="group" aria-label="Table">
        <table>
          <colgroup>
            {shares.map((share, column) => (
              <col key={column} style={{ width: `${(100 * share) / sum}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {numbers.map(column => (
                <th scope="col" key={column} style={styleOf(column)}>
                  {column < columns.length && cell([...path, "columns", column], `Heading of column ${column + 1}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              <tr key={number}>
                {numbers.map(column => (
                  <td key={column} style={styleOf(column)}>
                    {column < (row.items?.length ?? 0) &&
                      cell([...path, "rows", number, column], `Row ${number + 1}, column ${column + 1}`)}
                  </td>
                ))}
                <td>
                  {rows.length > 1 && <ItemHandle editing={editing} path={[...path, "rows", number]} />}
                  <Menu label={`More for row ${number + 1}`} icon="more" kind="quiet" hideLabel align="end">
                    <MenuItem
                      icon="up"
                      disabled={!number || state.arranging}
                      onClick={() => change([{ do: "move", path: [...path, "rows", number], to: number - 1 }])}
                    >
                      Move the row up
                    </MenuItem>
                    <MenuItem
                      icon="down"
                      disabled={number === rows.length - 1 || state.arranging}
                      onClick={() => change([{ do: "move", path: [...path, "rows", number], to: number + 1 }])}
                    >
                      Move the row down
                    </MenuItem>
                    <MenuItem
                      icon="remove"
                      danger
                      disabled={rows.length < 2 || state.arranging}
                      onClick={() => change([{ do: "remove", path: [...path, "rows", number] }])}
                    >
                      Remove the row
                    </MenuItem>
                  </Menu>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <Button
          kind="quiet"
          icon="add"
          disabled={state.arranging}
          onClick={() =>
            change([
              { do: "insert", path: [...path, "rows"], number: rows.length, value: { data: numbers.map(() => "") } },
            ])
          }
        >
          Add a row
        </Button>
        <Button kind="quiet" icon="add" disabled={state.arranging} onClick={addColumn}>
          Add a column
        </Button>
        <Menu label="Remove a column" kind="quiet">
          {numbers.map(column => (
            <MenuItem key={column} disabled={width < 2} onClick={() => removeColumn(column)}>
              {columns[column]?.text || `Column ${column + 1}`}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  );
}
