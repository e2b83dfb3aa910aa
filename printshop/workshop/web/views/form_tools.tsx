// The buttons that add, copy, move and remove the cells and rows of a record sheet.

import { textAt, valueAt } from "../model/document.ts";
import type { Editing } from "../model/editing.ts";
import * as changes from "../model/form_edits.ts";
import type { IconName } from "../components/icons.tsx";
import type { ValuePath } from "../types.ts";
import { Button, Menu, MenuItem, useNarrow } from "../components/ui.tsx";

const ALONE = "The row has no other cell."; // against a move to the left or the right
export function CellTools({
  editing: { state },
  cell,
  rowKeys,
  arrange,
}: {
  editing: Editing;
  cell: ValuePath;
  rowKeys: readonly string[];
  arrange: (change: changes.Change | null) => unknown;
}) {
  const isNarrow = useNarrow();
  const { tree, text } = state.document,
    moving = changes.movingCell(tree, cell),
    movingRow = changes.movingRow(tree, cell),
    number = Number(moving.at(-1)),
    row = Number(movingRow.at(-1)),
    isInRow = changes.isInRow(cell),
    noun = !isInRow ? "row" : valueAt(tree, [...cell, "rows"]) ? "box" : "cell",
    cells = changes.countOfCells(tree, moving),
    rows = changes.countOfRows(tree, movingRow),
    place = changes.placeOfRow(tree, cell),
    inBox = place.replace("the", "this"),
    cellOrBox = valueAt(tree, [...moving, "rows"]) ? "box" : "cell",
    where = changes.boxOf(movingRow) ? "box" : "sheet",
    removal = changes.removeCell(tree, cell),
    isLastOfBox = changes.countOfCells(tree, cell) < 2 && changes.countOfRows(tree, cell) < 2;
  const button = (
    icon: IconName,
    label: string,
    make: () => changes.Change | null,
    reason: string | false = "",
    words = "",
    short = words,
  ) => (
    <Button kind="quiet" icon={icon} label={label} reason={reason || undefined} onClick={() => arrange(make())}>
      {words && <span class="only-wide">{words}</span>}
      <span class="only-narrow">{short || label.replace(/^.* /, "")}</span>
    </Button>
  );
  return (
    <div class="cell-tools" role="toolbar" aria-label="Change the cells">
      {button(
        "cell_beside",
        "Add a cell beside it",
        () => changes.addCell(tree, cell, rowKeys),
        "",
        "Add a cell",
        "+ Cell",
      )}
      {button(
        "row_below",
        place ? `Add a row ${inBox}` : "Add a row below",
        () => changes.addRow(tree, text, cell, false),
        "",
        "Add a row",
        "+ Row",
      )}
      <Menu label={isNarrow ? "+ Circles" : "Add circles"} icon="row_circles" kind="quiet">
        <MenuItem icon="cell_beside" onClick={() => arrange(changes.addCell(tree, cell, rowKeys, text))}>
          {valueAt(tree, cell)?.text || textAt(tree, [...cell, "text"]) ? "Beside these words" : "Beside this cell"}
        </MenuItem>
        <MenuItem icon="row_circles" onClick={() => arrange(changes.addRow(tree, text, cell, true))}>
          {place ? `In a new row ${inBox}` : "In a new row below"}
        </MenuItem>
      </Menu>
      {button(
        "copy",
        `Copy the ${noun}`,
        () => changes.duplicate(tree, text, cell, !isInRow),
        "",
        `Copy ${noun}`,
        "Copy",
      )}
      <span class="gap" />
      <small class="only-wide">Move</small>
      {button(
        "back",
        `Move the ${cellOrBox} left`,
        () => changes.moveCell(tree, cell, -1),
        cells < 2 ? ALONE : number === 0 && `The ${cellOrBox} is the first in its row.`,
      )}
      {button(
        "next",
        `Move the ${cellOrBox} right`,
        () => changes.moveCell(tree, cell, 1),
        cells < 2 ? ALONE : number === cells - 1 && `The ${cellOrBox} is the last in its row.`,
      )}
      {button(
        "up",
        "Move the row up",
        () => changes.moveRow(tree, cell, -1),
        row === 0 && `This is the first row of the ${where}.`,
      )}
      {button(
        "down",
        "Move the row down",
        () => changes.moveRow(tree, cell, 1),
        row === rows - 1 && `This is the last row of the ${where}.`,
      )}
      <span class="gap" />
      <span class="remove">
        {button(
          "remove",
          changes.countOfCells(tree, cell) > 1
            ? `Remove the ${noun}`
            : isLastOfBox
              ? "Remove the row and its box"
              : "Remove the row",
          () => removal,
          !removal && "A sheet keeps at least one row.",
          "Remove",
        )}
      </span>
    </div>
  );
}
