// The buttons that add, copy, move and remove the cells and rows of a record sheet.

import { valueAt } from "../model/document.ts";
import type { Editing } from "../model/editing.ts";
import * as changes from "../model/form_edits.ts";
import { type IconName, iconOf } from "../components/icons.tsx";
import type { ValuePath } from "../types.ts";
import { Button, Menu, MenuItem, useNarrow } from "../components/ui.tsx";
import type { SheetElements } from "./form_cells.tsx";

interface AddingProps {
  editing: Editing;
  known: SheetElements;
  label: string;
  icon: IconName;
  isFramed?: boolean;
  add: (element: changes.NewElement) => unknown;
}
// A button with the elements that a new cell can show.
export function AddElement({ editing, known, label, icon, isFramed, add }: AddingProps) {
  const { names = [], tracks = [] } = editing.state.document.drawing ?? {};
  return (
    <Menu label={label} icon={icon} kind={isFramed ? "secondary" : "quiet"}>
      {known.elements
        .filter(element => changes.valuesOf(element, names))
        .map(element => (
          <MenuItem
            key={element.key}
            icon={iconOf(element.icon)}
            onClick={() => add({ shown: element, known, names, tracks })}
          >
            {element.label}
          </MenuItem>
        ))}
    </Menu>
  );
}

const ALONE = "The row has no other cell."; // against a move to the left or the right
export function CellTools({
  editing,
  cell,
  known,
  arrange,
  add,
}: {
  editing: Editing;
  cell: ValuePath;
  known: SheetElements;
  arrange: (change: changes.Change | null) => unknown;
  add: (change: changes.Change) => unknown;
}) {
  const isNarrow = useNarrow();
  const { tree, drawing } = editing.state.document,
    moving = changes.movingCell(tree, cell),
    movingRow = changes.movingRow(tree, cell),
    number = Number(moving.at(-1)),
    row = Number(movingRow.at(-1)),
    isInRow = changes.isInRow(cell),
    noun = !isInRow ? "row" : valueAt(tree, [...cell, "rows"]) ? "box" : "cell",
    cells = changes.countOfCells(tree, moving),
    rows = changes.countOfRows(tree, movingRow),
    cellOrBox = valueAt(tree, [...moving, "rows"]) ? "box" : "cell",
    where = changes.boxOf(movingRow) ? "box" : "sheet",
    removal = changes.removeCell(tree, cell),
    isLastOfBox = changes.countOfCells(tree, cell) < 2 && changes.countOfRows(tree, cell) < 2;
  const button = (
    icon: IconName,
    label: string,
    make: () => changes.Change | null,
    words: string,
    reason: string | false = "",
  ) => (
    <Button kind="quiet" icon={icon} label={label} reason={reason || undefined} onClick={() => arrange(make())}>
      <span>{words}</span>
    </Button>
  );
  const moves = [
    {
      of: cellOrBox,
      steps: [
        {
          icon: "back",
          words: "Left",
          make: () => changes.moveCell(tree, cell, -1),
          reason: cells < 2 ? ALONE : number === 0 && `The ${cellOrBox} is the first in its row.`,
        },
        {
          icon: "next",
          words: "Right",
          make: () => changes.moveCell(tree, cell, 1),
          reason: cells < 2 ? ALONE : number === cells - 1 && `The ${cellOrBox} is the last in its row.`,
        },
      ],
    },
    {
      of: "row",
      steps: [
        {
          icon: "up",
          words: "Up",
          make: () => changes.moveRow(tree, cell, -1),
          reason: row === 0 && `This is the first row of the ${where}.`,
        },
        {
          icon: "down",
          words: "Down",
          make: () => changes.moveRow(tree, cell, 1),
          reason: row === rows - 1 && `This is the last row of the ${where}.`,
        },
      ],
    },
  ] as const;
  const adding = { editing, known };
  return (
    <div class="cell-tools" role="toolbar" aria-label="Change the cells">
      <AddElement
        {...adding}
        label={isNarrow ? "+ Cell" : "Add cell"}
        icon="cell_beside"
        add={element => add(changes.addCell(tree, cell, element, known.row))}
      />
      <AddElement
        {...adding}
        label={isNarrow ? "+ Row" : "Add row"}
        icon="row_below"
        add={element => add(changes.addRow(tree, cell, element))}
      />
      {button(
        "copy",
        `Copy the ${noun}`,
        () => changes.duplicate(tree, drawing?.tracks ?? [], cell, !isInRow),
        isNarrow ? "Copy" : `Copy ${noun}`,
      )}
      {isNarrow ? (
        <Menu label="Move" icon="move" kind="quiet">
          {moves.map(({ of, steps }) =>
            steps.map(({ icon, words, make, reason }) => (
              <MenuItem key={words} icon={icon} disabled={Boolean(reason)} onClick={() => arrange(make())}>
                Move the {of} {words.toLowerCase()}
              </MenuItem>
            )),
          )}
        </Menu>
      ) : (
        moves.map(({ of, steps }) => (
          <span class="moves" role="group" key={of} aria-label={`Move the ${of}`}>
            <small>Move {of}</small>
            {steps.map(({ icon, words, make, reason }) =>
              button(icon, `Move the ${of} ${words.toLowerCase()}`, make, words, reason),
            )}
          </span>
        ))
      )}
      <span class="remove">
        {button(
          "remove",
          changes.countOfCells(tree, cell) > 1
            ? `Remove the ${noun}`
            : isLastOfBox
              ? "Remove the row and its box"
              : "Remove the row",
          () => removal,
          "Remove",
          !removal && "A sheet keeps at least one row.",
        )}
      </span>
    </div>
  );
}
