// The units of a file as a table of cells, as in a spreadsheet: cells are chosen, typed into, copied, pasted and cleared. It is
// a layout over the values of the file: each change is a few edits of its text.

import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { counted } from "../words.ts";
import { asSentence, attempt, notify } from "../browser/notices.ts";
import { fileAddressOf } from "../browser/routes.ts";
import { reasonOfRefusal, valueAt } from "../model/document.ts";
import { adviseOnValue, type Editing, pathKey, plainWords, problemsAt } from "../model/editing.ts";
import { titleOf } from "../model/key_words.ts";
import { newValue } from "../model/new_values.ts";
import { keyboardOf, labelOf, schemaAt, shapeOf } from "../model/schema.ts";
import type { Plain } from "../model/tree.ts";
import {
  type Cell,
  type CellRange,
  type CellRules,
  type CellText,
  sidesOfRange,
  findFreeUnitName,
  formatCells,
  itemShape,
  listCellColumns,
  moveFocus,
  parseCells,
  planPaste,
  readCell,
  summarizeTree,
  textAfter,
  textOfCell,
} from "../model/unit_cells.ts";
import { describeShape } from "../model/value_words.ts";
import { FixButtons } from "../editor/fix_buttons.tsx";
import { describeValue, listChoices } from "../editor/value_inputs.tsx";
import { Button, Menu, MenuItem, ProblemCount, useMedia } from "../components/ui.tsx";
import type { DocumentProblem, Edit, ValuePath } from "../types.ts";

const MOST_EDITS = 1000; // of one request: a slow computer needs less than ten seconds
const FEW_COLUMNS = 10; // leave room for a drawing beside them
const REST = 250; // ms in one row, before its unit is drawn
const CARET = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]); // keys that move in the text of a cell

// A cell with all that its view needs.
interface GridCell extends CellRules {
  path: ValuePath;
  text: string; // of the file
  words: string; // that stand for the text
  usual: string; // the value of the missing key
  label: string;
  hint: string;
  reason: string; // why it cannot be typed into
  suggestions: readonly string[];
  isNumber: boolean;
}
function makeCell(editing: Editing, path: ValuePath, label: string): GridCell {
  const schema = schemaAt(editing.root, editing.state.document.tree, path),
    value = describeValue({ editing, path, schema }),
    { shape, tree } = value,
    text = textOfCell(tree),
    item = itemShape(editing.root, shape, tree),
    choices = item ? null : listChoices(value),
    isPlain = !shape.properties.size && (!shape.item || item !== null);
  const wordsFor = (one: string) => choices?.find(([key]) => key === one)?.[1] ?? one;
  return {
    path,
    shape,
    item,
    choices,
    text: text ?? "",
    words: text === null || !isPlain ? summarizeTree(tree) : text && wordsFor(text),
    usual: choices ? "" : value.usual,
    label,
    hint: shape.battery
      ? `Such as ${shape.examples[0] ?? "4/d8 x2"}`
      : item
        ? "Words with commas between them"
        : (shape.help ?? (shape.valueKind === "side" ? "" : describeShape(shape, label))),
    reason: tree?.fixed ?? (text === null || !isPlain ? "It has several parts: open the unit to change it." : ""),
    suggestions: choices ? [] : [...shape.choices, ...shape.examples],
    isNumber: !choices && !item && /^(numeric|decimal)$/.test(keyboardOf(shape, "")),
  };
}

interface TypedCell {
  isNew: boolean; // the typed text replaces that of the cell: arrows go on to the next cell
  text: string;
  isSuggested?: boolean; // the whole text is selected: typing replaces it
}
interface GridProps {
  editing: Editing;
  list: ValuePath; // of the units
  onUnit: (path: ValuePath) => void; // gets the unit with the focus, to draw it
}
export function UnitGrid({ editing, list, onUnit }: GridProps) {
  const { root, state, handle } = editing,
    { document } = state,
    { tree, file } = document,
    units = valueAt(tree, list)?.items ?? [],
    noun = shapeOf(root, schemaAt(root, tree, [...list, 0])).title || "unit";
  const columns = useMemo(() => listCellColumns(root, tree, list), [root, tree]),
    cells = useMemo(
      () => units.map((_, row) => columns.map(one => makeCell(editing, [...list, row, ...one.path], one.label))),
      [root, tree, editing.sides, editing.kinds, editing.parts],
    );
  const [range, setRange] = useState<CellRange>({ from: { row: 0, column: 0 }, to: { row: 0, column: 0 } }),
    [typed, setTyped] = useState<TypedCell | null>(null), // in the cell with the focus
    [drafts, setDrafts] = useState<ReadonlyMap<string, CellText>>(new Map()); // typed, and not in the file yet
  const table = useRef<HTMLTableElement>(null),
    field = useRef<HTMLInputElement | HTMLSelectElement>(null),
    kept = useRef<{ inputs: readonly unknown[]; row: preact.JSX.Element }[]>([]),
    hasFocus = useRef(false),
    isLeaving = useRef(false); // after Escape, Tab leaves the table
  const barId = useId(),
    isTouch = useMedia("(pointer: coarse)");
  const within = ({ row, column }: Cell): Cell => ({
      row: Math.max(0, Math.min(row, units.length - 1)),
      column: Math.max(0, Math.min(column, columns.length - 1)),
    }),
    here = within(range.to),
    corners = sidesOfRange({ from: within(range.from), to: here }),
    cellAt = ({ row, column }: Cell) => cells[row]?.[column],
    current = cellAt(here);
  const textAt = (cell: GridCell) => drafts.get(pathKey(cell.path))?.text ?? cell.text,
    names = units.map(one => valueAt(one, ["name"])?.text ?? "");
  const isSettled = !state.saving && !state.arranging && !state.error && !state.conflict && !document.refusal;

  useEffect(() => {
    const timer = setTimeout(() => hasFocus.current && onUnit([...list, here.row]), REST);
    return () => clearTimeout(timer);
  }, [here.row]);
  // A text stays in its cell until the file has it, also if it is refused.
  useEffect(() => {
    if (isSettled && drafts.size) setDrafts(new Map());
  }, [isSettled, document]);
  useLayoutEffect(() => {
    if (!hasFocus.current || typed) return;
    const element = table.current?.querySelector<HTMLElement>(`[data-cell="${here.row} ${here.column}"]`);
    if (element && element !== window.document.activeElement) element.focus();
  });
  useLayoutEffect(() => {
    const input = field.current;
    if (!typed || !input) return;
    input.focus();
    const isWhole = typed.isSuggested || (isTouch && !typed.isNew);
    if (input instanceof HTMLInputElement)
      input.setSelectionRange(isWhole ? 0 : input.value.length, input.value.length);
  }, [Boolean(typed)]);
  // What is typed into a cell is sent before the view is left.
  const finish = useRef(() => {});
  finish.current = () => typed && commit();
  useEffect(() => {
    const send = async () => finish.current();
    handle.collected.add(send);
    return () => {
      finish.current();
      handle.collected.delete(send);
    };
  }, [handle]);

  // Writes texts into cells, as one change. Texts that were refused before are sent again with them.
  function write(texts: readonly CellText[], added: readonly Edit[] = []) {
    const wanted = new Map(document.refusal ? drafts : []);
    for (const one of texts) {
      const cell = cellAt(one);
      if (cell && !cell.reason) wanted.set(pathKey(cell.path), { ...one, text: textAfter(cell, one.text) });
    }
    const edits = [...wanted.values()].flatMap((one): Edit[] => {
      const cell = cellAt(one);
      return cell && one.text !== cell.text ? [{ do: "set", path: cell.path, value: readCell(cell, one.text) }] : [];
    });
    if (!edits.length && !added.length) {
      if (document.refusal) discard(); // nothing is left of what was refused
      return;
    }
    if (edits.length + added.length > MOST_EDITS)
      return void notify(`These are too many cells: paste at most ${MOST_EDITS} at once.`, "problem");
    setDrafts(new Map([...drafts, ...wanted]));
    if (added.length) void handle.arrange(() => [...edits, ...added], true);
    else handle.edit(edits);
  }
  function discard() {
    setDrafts(new Map());
    handle.reload();
  }
  const listChosen = () =>
    Array.from({ length: corners.bottom - corners.top + 1 }, (_, down) =>
      Array.from({ length: corners.right - corners.left + 1 }, (_, across) => ({
        row: corners.top + down,
        column: corners.left + across,
      })),
    );
  const clear = () =>
    write(
      listChosen()
        .flat()
        .map(one => ({ ...one, text: "" })),
    );
  const copyFirstRow = () =>
    write(
      listChosen().flatMap((row, down) =>
        down ? row.map(one => ({ ...one, text: cells[corners.top]?.[one.column]?.text ?? "" })) : [],
      ),
    );
  const formatRange = () =>
    formatCells(
      listChosen().map(row =>
        row.map(one => {
          const cell = cellAt(one);
          return cell ? cell.words : "";
        }),
      ),
    );

  // The edits for new units with some texts. A unit begins with the values that it must have.
  function addUnits(texts: readonly CellText[], count: number): Edit[] {
    const first = newValue(root, schemaAt(root, tree, [...list, 0])),
      data =
        "data" in first && first.data && typeof first.data === "object" ? (first.data as Record<string, Plain>) : {},
      taken = [...names];
    return Array.from({ length: count }, (_, number) => {
      const row = units.length + number,
        own = texts.filter(one => one.row === row),
        typedName = own.find(one => columns[one.column]?.path[0] === "name")?.text.trim() ?? "",
        name = typedName || findFreeUnitName(taken, noun);
      taken.push(name);
      return [
        { do: "insert", path: list, number: row, value: { data: { ...data, name } } } satisfies Edit,
        ...own.flatMap(({ column, text }): Edit[] => {
          const { path = [], label = "" } = columns[column] ?? {},
            cell = makeCell(editing, [...list, row, ...path], label),
            value = readCell(cell, text);
          return path[0] === "name" || cell.reason || !value ? [] : [{ do: "set", path: cell.path, value }];
        }),
      ];
    }).flat();
  }
  function paste(text: string) {
    const { texts, added, lost } = planPaste(parseCells(text), { from: within(range.from), to: here }, columns, names);
    write(
      texts.filter(({ row }) => row < units.length),
      addUnits(texts, added),
    );
    const rows = texts.map(({ row }) => row),
      across = texts.map(({ column }) => column);
    if (texts.length)
      setRange({
        from: { row: Math.min(...rows), column: Math.min(...across) },
        to: { row: Math.max(...rows), column: Math.max(...across) },
      });
    const words = [
      added > 0 && `${counted(added, "unit")} added.`,
      lost > 0 && `${counted(lost, "column has", "columns have")} no place here.`,
    ].filter(Boolean);
    if (words.length) notify(words.join(" "), lost ? "note" : "done");
  }
  async function addUnit() {
    const to = { row: units.length, column: 0 };
    if (!(await handle.arrange(() => addUnits([], 1), true))) return notifyRefusal();
    hasFocus.current = true;
    setRange({ from: to, to });
    setTyped({ isNew: false, text: findFreeUnitName(names, noun), isSuggested: true });
  }
  const notifyRefusal = () => {
    const reason = reasonOfRefusal(handle.state());
    if (reason) notify(reason, "problem");
  };
  const arrange = async (edit: Edit, to: number) => {
    const moved = { row: to, column: here.column };
    if (await handle.arrange(() => [edit])) setRange({ from: moved, to: moved });
    else notifyRefusal();
  };
  const copyAll = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(
        formatCells([columns.map(one => one.label), ...cells.map(row => row.map(cell => cell.words))]),
      );
      notify(`${counted(units.length, "unit")} copied. Paste them into a spreadsheet.`, "done");
    });

  function choose(to: Cell, isExtended = false) {
    hasFocus.current = true;
    setRange({ from: isExtended ? range.from : to, to });
  }
  const begin = (cell: GridCell | undefined, text?: string) => {
    if (!cell) return;
    hasFocus.current = true;
    if (cell.reason) return void notify(cell.reason, "note");
    const letter = text?.toLowerCase();
    setTyped({
      isNew: text !== undefined,
      text:
        cell.choices && letter !== undefined
          ? (cell.choices.find(([key, words]) => key && words.toLowerCase().startsWith(letter))?.[0] ?? textAt(cell))
          : (text ?? textAt(cell)),
    });
  };
  function commit(to?: Cell | null, now = typed?.text) {
    setTyped(null);
    if (current && now !== undefined && now !== textAt(current)) write([{ ...here, text: now }]);
    if (to) setRange({ from: to, to });
  }

  function onCellKey(event: KeyboardEvent) {
    const { key } = event,
      isCommand = event.ctrlKey || event.metaKey,
      isMove = key !== "Tab" || !isLeaving.current,
      to = isMove && !event.altKey ? moveFocus(here, event, units.length, columns.length) : null;
    if (key !== "Shift") isLeaving.current = false;
    if (to) choose(to, event.shiftKey && key !== "Tab");
    else if (key === "Enter" || key === "F2") begin(current);
    else if (key === "Delete" || key === "Backspace") clear();
    else if (key === "Escape") {
      isLeaving.current = true;
      setRange({ from: here, to: here });
    } else if (isCommand && key.toLowerCase() === "a")
      setRange({ from: { row: units.length - 1, column: columns.length - 1 }, to: { row: 0, column: 0 } });
    else if (isCommand && key.toLowerCase() === "d") copyFirstRow();
    else if (key.length === 1 && !isCommand && !event.altKey) begin(current, key === " " ? "" : key);
    else return;
    event.preventDefault();
  }
  function onFieldKey(event: KeyboardEvent) {
    const { key, shiftKey } = event,
      isChoice = Boolean(current?.choices),
      steps: Record<string, string> = { Enter: shiftKey ? "ArrowUp" : "ArrowDown" },
      isArrow = /^Arrow(Up|Down)$/.test(key) ? !isChoice && !event.altKey : CARET.has(key) && typed?.isNew && !isChoice;
    event.stopPropagation();
    if (event.isComposing) return;
    if (key === "Escape") setTyped(null);
    else if (key === "Tab" || key === "Enter" || isArrow) {
      const to = moveFocus(
        here,
        { key: steps[key] ?? key, shiftKey: key === "Tab" && shiftKey },
        units.length,
        columns.length,
      );
      if (!to) hasFocus.current = false; // Tab leaves the table
      commit(to);
      if (!to) return;
    } else return;
    event.preventDefault();
  }
  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData?.getData("text/plain") ?? "",
      isOfCells = /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ""));
    if (!text || (typed && !isOfCells)) return; // words for the input
    event.preventDefault();
    setTyped(null);
    paste(text);
  }
  function onCopy(event: ClipboardEvent) {
    if (typed) return;
    event.clipboardData?.setData("text/plain", formatRange());
    event.preventDefault();
    if (event.type === "cut") clear();
  }
  // Returns the cell at a place of the page.
  const find = (target: EventTarget | null): Cell | null => {
    const [row, column] =
      (target as Element | null)?.closest<HTMLElement>("[data-cell]")?.dataset.cell?.split(" ").map(Number) ?? [];
    return row === undefined || column === undefined ? null : { row, column };
  };
  function onMouseDown(event: MouseEvent) {
    const to = find(event.target);
    if (!to || event.target === field.current || field.current?.contains(event.target as Node)) return;
    if (typed) commit();
    const isAgain = to.row === here.row && to.column === here.column && hasFocus.current;
    choose(to, event.shiftKey);
    if (event.button === 0 && !event.shiftKey && !typed && (isTouch || (isAgain && cellAt(to)?.choices))) {
      if (!cellAt(to)?.reason) setTyped({ isNew: false, text: textAt(cellAt(to) as GridCell) });
    }
    event.preventDefault(); // no text is selected
  }
  function onPointerOver(event: PointerEvent) {
    const to = find(event.target);
    if (to && event.buttons === 1 && hasFocus.current && !typed && !isTouch) choose(to, true);
  }

  // The problems of each cell, and of each unit as a whole.
  const faulty = useMemo(() => {
    const found = new Map<string, DocumentProblem[]>();
    cells.forEach((row, number) => {
      const all = problemsAt(state, [...list, number], true);
      if (!all.length) return;
      const taken = new Set<DocumentProblem>();
      for (const { path } of row) {
        const own = problemsAt(state, path, true);
        if (own.length) found.set(pathKey(path), own);
        for (const one of own) taken.add(one);
      }
      const rest = all.filter(one => !taken.has(one));
      if (rest.length) found.set(pathKey([...list, number]), rest);
    });
    return found;
  }, [cells, document.problems]);
  const advise = (cell: GridCell) =>
    adviseOnValue(editing, faulty.get(pathKey(cell.path)) ?? [], cell.shape, textAt(cell), cell.label);
  const unitPath = [...list, here.row],
    unitProblems = faulty.get(pathKey(unitPath)) ?? [],
    ownProblems = (current && faulty.get(pathKey(current.path))) ?? [];

  const editor = (cell: GridCell) =>
    cell.choices ? (
      <select
        ref={field as { current: HTMLSelectElement | null }}
        aria-label={cell.label}
        value={typed?.text}
        onChange={event => commit(null, event.currentTarget.value)}
        onKeyDown={onFieldKey}
        onBlur={() => typed && commit()}
      >
        {!cell.choices.some(([key]) => key === typed?.text) && <option value={typed?.text}>{typed?.text}</option>}
        {cell.choices.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    ) : (
      <>
        <input
          ref={field as { current: HTMLInputElement | null }}
          type="text"
          aria-label={cell.label}
          autocomplete="off"
          spellcheck={false}
          inputMode={keyboardOf(cell.shape, typed?.text ?? "")}
          placeholder={cell.usual}
          list={cell.suggestions.length ? `${barId}words` : undefined}
          value={typed?.text}
          onInput={event => setTyped({ isNew: typed?.isNew ?? false, text: event.currentTarget.value })}
          onKeyDown={onFieldKey}
          onBlur={() => typed && commit()}
        />
        {cell.suggestions.length > 0 && (
          <datalist id={`${barId}words`}>
            {cell.suggestions.map(one => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
      </>
    );
  const drawCell = (cell: GridCell, row: number, column: number) => {
    const isHere = row === here.row && column === here.column,
      isChosen = row >= corners.top && row <= corners.bottom && column >= corners.left && column <= corners.right,
      isTyped = isHere && typed !== null,
      draft = drafts.get(pathKey(cell.path)),
      words = draft ? (cell.choices?.find(([key]) => key === draft.text)?.[1] ?? draft.text) : cell.words,
      isFaulty = faulty.has(pathKey(cell.path)),
      styles = [
        cell.isNumber && "number",
        cell.reason && "closed",
        isChosen && "chosen",
        isHere && "here",
        isTyped && "typed",
        isFaulty && "faulty",
      ];
    return (
      <td
        key={column}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid
        role="gridcell"
        data-cell={`${row} ${column}`}
        data-path={pathKey(cell.path)}
        class={styles.filter(Boolean).join(" ")}
        tabIndex={isHere ? 0 : -1}
        aria-selected={isChosen}
        aria-readonly={Boolean(cell.reason)}
        aria-invalid={isFaulty}
        aria-describedby={isHere ? barId : undefined}
        title={isFaulty ? advise(cell) : words.length > LONG ? words : undefined}
      >
        {/* the words stay below the input: no column moves while you type */}
        <span class={words ? "" : "usual"}>{words || cell.usual || "\u00a0"}</span>
        {isTyped && editor(cell)}
      </td>
    );
  };
  const drawRow = (row: readonly GridCell[], number: number) => {
    const path = [...list, number],
      name = titleOf(units[number], "Unit without a name");
    return (
      <tr key={number}>
        {row.map((cell, column) => drawCell(cell, number, column))}
        <td class="more">
          <ProblemCount count={faulty.get(pathKey(path))?.length ?? 0} />
          <Menu label={`Actions for ${name}`} icon="more" kind="quiet" hideLabel align="end">
            <MenuItem icon="open" href={fileAddressOf(file, path)}>
              Open the unit
            </MenuItem>
            <MenuItem icon="copy" onClick={() => arrange({ do: "copy", path }, number + 1)}>
              Duplicate
            </MenuItem>
            <MenuItem
              icon="up"
              disabled={!number}
              onClick={() => arrange({ do: "move", path, to: number - 1 }, number - 1)}
            >
              Move up
            </MenuItem>
            <MenuItem
              icon="down"
              disabled={number === units.length - 1}
              onClick={() => arrange({ do: "move", path, to: number + 1 }, number + 1)}
            >
              Move down
            </MenuItem>
            <MenuItem
              icon="remove"
              danger
              disabled={units.length < 2}
              hint="You can undo this"
              onClick={() => arrange({ do: "remove", path }, Math.max(0, number - 1))}
            >
              Remove
            </MenuItem>
          </Menu>
        </td>
      </tr>
    );
  };
  // A row whose cells are as before is not drawn again: the table can have hundreds of rows.
  function keepRow(number: number, draw: () => preact.JSX.Element) {
    const isHere = number === here.row,
      isChosen = number >= corners.top && number <= corners.bottom,
      chosen = isChosen ? [corners.left, corners.right] : [-1, -1];
    const inputs = [cells[number], drafts, faulty, units.length, isHere && here.column, isHere && typed, ...chosen],
      last = kept.current[number];
    if (last?.inputs.every((one, at) => one === inputs[at])) return last.row;
    const row = draw();
    kept.current[number] = { inputs, row };
    return row;
  }
  return (
    <div class={`stack unit-grid${columns.length <= FEW_COLUMNS ? " few-columns" : ""}`}>
      <div class="spread grid-bar" id={barId}>
        <p>
          <b>
            {titleOf(units[here.row], "Unit without a name")} · {current?.label}
          </b>{" "}
          {document.refusal && drafts.size > 0 ? (
            <span class="problem">This is not saved yet. Type something else, or take it back.</span>
          ) : ownProblems.length && current ? (
            <span class="problem">{advise(current)}</span>
          ) : unitProblems.length ? (
            <span class="problem">
              {unitProblems.map(one => asSentence(plainWords(editing, one, one.message))).join(" ")}
            </span>
          ) : (
            <span class="quiet">{current?.reason || current?.hint}</span>
          )}
        </p>
        <FixButtons editing={editing} problems={[...ownProblems, ...unitProblems]} />
        {document.refusal && drafts.size > 0 && <Button onClick={discard}>Take it back</Button>}
      </div>
      <div class="grid-box" role="region" aria-label={`Table of ${labelOf(noun)}`}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are chosen and typed into
          role="grid"
          aria-label="Units"
          aria-multiselectable="true"
          ref={table}
          onKeyDown={event => !typed && find(event.target) && onCellKey(event)}
          onPaste={onPaste}
          onCopy={onCopy}
          onCut={onCopy}
          onMouseDown={onMouseDown}
          onPointerOver={onPointerOver}
          onDblClick={event => find(event.target) && !typed && begin(current)}
          onFocusIn={event => {
            const to = find(event.target);
            hasFocus.current = to !== null;
            if (to && (to.row !== here.row || to.column !== here.column)) setRange({ from: to, to });
          }}
          onFocusOut={event => {
            if (!table.current?.contains(event.relatedTarget as Node | null) && event.relatedTarget)
              hasFocus.current = false;
          }}
        >
          <thead>
            <tr>
              {columns.map(({ path, label }, column) => (
                <th
                  key={pathKey(path)}
                  scope="col"
                  class={cells[0]?.[column]?.isNumber ? "number" : ""}
                  title={cells[0]?.[column]?.hint || undefined}
                >
                  {label}
                </th>
              ))}
              <th class="more">
                <span class="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>{cells.map((row, number) => keepRow(number, () => drawRow(row, number)))}</tbody>
        </table>
      </div>
      <div class="spread">
        <span class="row">
          <Button icon="add" disabled={state.arranging} onClick={() => void addUnit()}>
            Add a unit
          </Button>
          <Button kind="quiet" icon="copy" onClick={copyAll}>
            Copy the table
          </Button>
        </span>
        <small class="quiet">
          {isTouch
            ? "Cells of a spreadsheet can be pasted into a cell."
            : "Paste cells of a spreadsheet, or copy them out. Ctrl+D copies the first chosen row down."}
        </small>
      </div>
    </div>
  );
}
const LONG = 24; // letters: a column of longer words cuts them
