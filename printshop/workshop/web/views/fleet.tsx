// A fleet: its lines and points, the units to add, the roster, and the parts to print.

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { call, describeProblem, download, makeTableFile, toBase64 } from "../browser/client.ts";
import { capitalize, counted } from "../words.ts";
import { productName } from "../model/products.ts";
import { type DocumentState, textAt, valueAt } from "../model/document.ts";
import {
  EditorFrame,
  LineButton,
  OldDrawing,
  OpenProblems,
  Opening,
  useDocument,
  useSchema,
} from "../editor/editor_frame.tsx";
import { findTitle } from "../model/first_title.ts";
import { Block } from "../editor/block.tsx";
import { type Editing, pathKey, problemsAt } from "../model/editing.ts";
import {
  countUnits,
  editShips,
  estimatePoints,
  type FleetLine,
  formatPoints,
  namesOfUnits,
  splitOffLast,
  replaceLines,
  shownKeys,
} from "../model/fleet_lines.ts";
import { Icon } from "../components/icons.tsx";
import { useLines } from "../model/lines.ts";
import { asSentence, attempt, messageOf, notify } from "../browser/notices.ts";
import { readMarksFile } from "../model/playing.ts";
import { isDestroyed, notesOf, withNotes } from "../model/unit_states.ts";
import { useBackToClose } from "../browser/back.ts";
import { packAddress, playAddress } from "../browser/routes.ts";
import { labelOf, removalOf, schemaAt } from "../model/schema.ts";
import type { ViewComponent } from "../components/shell.tsx";
import type { Schema } from "../model/schema.ts";
import type { Edit, FileRequest, FleetProducts, Tree, UnitList, ValuePath } from "../types.ts";
import {
  Button,
  Checkbox,
  CloseButton,
  EmptyState,
  Field,
  FormDialog,
  LinkButton,
  Menu,
  MenuItem,
  Problem,
  Select,
  Sheet,
  showBeside,
  showDialog,
  Skeleton,
  Stepper,
  Tabs,
  useNarrow,
  usePromise,
  OtherWarnings,
  useCover,
  Warning,
} from "../components/ui.tsx";
import { DragHandle } from "../components/drag_handle.tsx";
import { Pages } from "../components/page_viewer.tsx";
import { describe, LISTED_FIELDS, hasPoints, Picker, UnitThumbnail } from "./picker.tsx";
import { findPrintProblem, PrintActions } from "./print.tsx";
import { OwnSheets } from "./own_sheets.tsx";
import { ShareButton } from "./share_button.tsx";

const MOST_COUNT = 1000,
  FEW_FIELDS = 2, // of a unit, beside the buttons for its number
  REST = 700; // ms without a change, before the pages to print are counted
const HINTS = { title: "", side: "", limit: "No limit if empty" };
type Aside = "picker" | "roster" | "print";

export const FleetView: ViewComponent = ({ args: [file = ""] }) => {
  const { opened, error, again } = useDocument(file, {});
  const root = useSchema(opened?.state.document);
  if (!opened || !root) return <Opening title={file} error={error} again={again} />;
  return <Fleet opened={{ ...opened, root, base: [] }} />;
};

type Lines = ReturnType<typeof useLines>;

function Fleet({ opened }: { opened: Editing }) {
  const { handle, state, root } = opened,
    { document } = state,
    { tree, file, problems } = document;
  const [last, setLast] = useState<UnitList>();
  const editing = { ...opened, sides: last?.sides };
  // A fleet without units is no mistake of the user: the place of its lines says what to do.
  const isEmpty = !valueAt(tree, ["units"])?.items?.length,
    withoutEmpty = isEmpty
      ? problems.filter(one => one.file || one.path.length !== 1 || one.path[0] !== "units")
      : problems,
    framed = { ...editing, state: { ...state, document: { ...document, problems: withoutEmpty } } };
  const isNarrow = useNarrow();
  const [aside, setAside] = useState<Aside>("picker");
  const [isPicking, setPicking] = useState(false);
  const [heading, setHeading] = useState(""); // on a narrow screen, title, side and limit come up in a sheet, from this key
  const [without, setWithout] = useState<string[]>([]);
  const [form, setForm] = useState(""); // the only record sheet to print, "" for the parts of the fleet
  const { value: list, error: listError } = usePromise(
    () => call("list_units", { file }),
    [file, textAt(tree, ["game"])],
  );
  useEffect(() => list && setLast(list), [list]);
  const units = list ?? last,
    known = namesOfUnits(units),
    fleet = useLines(editing, ["units"], known),
    sum = pointsOf(editing, fleet, units);
  const counts = countUnits(fleet.lines);
  const typed = textAt(tree, ["limit"]),
    lastLimit = useRef(""), // it stays while something else is typed
    limit = typed && Number.isNaN(Number(typed)) ? lastLimit.current : typed;
  lastLimit.current = limit;
  const { points } = sum,
    left = points && Number(limit) ? Number(limit) - Number(points) : null,
    isOver = left !== null && left < 0; // the bar of the points says so

  const sides = [textAt(tree, ["side"]), ...(valueAt(tree, ["allies"])?.items ?? []).map(one => one.text ?? "")].filter(
    Boolean,
  );
  const picker = units ? (
    <Picker
      list={units}
      sides={sides}
      counts={counts}
      left={left}
      onStep={(unit, by) => void attempt(() => fleet.step(unit, by))}
    />
  ) : listError ? (
    <OpenProblems editing={editing} what="The units are" />
  ) : (
    <Skeleton lines={8} />
  );
  const [first] = document.tree ? [] : problems; // the text cannot be read
  const problem = first
    ? `Correct line ${first.line}: ${describeProblem(first)}`
    : problems.length && !fleet.lines.length
      ? "Add a unit first."
      : findPrintProblem(state);
  // The pages of the parts of the fleet, counted when it has not changed for a while. A text from before is known at once:
  // Undo returns to it.
  const productsOfTexts = useRef(new Map<string, FleetProducts>());
  const { value: products, error: productsError } = usePromise(
    async signal => {
      await new Promise(resolve => setTimeout(resolve, REST));
      if (signal.aborted || problems.length) return undefined;
      const now = await call("list_fleet_products", { file });
      if (!signal.aborted) productsOfTexts.current.set(document.text, now);
      return now;
    },
    [file, document.text, problems.length],
  );
  const [{ parts }, setProducts] = useState<FleetProducts>({ parts: [] });
  useEffect(() => products && setProducts(products), [products]);
  useEffect(() => {
    const before = productsOfTexts.current.get(document.text);
    if (before) setProducts(before);
  }, [document.text]);
  const pages = parts.filter(one => !without.includes(one.product)).reduce((sum, one) => sum + one.pages, 0);
  const wanted: FileRequest =
    form && units ? { what: units.game, form, fleet: file } : { what: file, without: without.join(",") };
  const play = problem ? (
    <Button icon="play" reason={problem.replace("printed", "played")}>
      Play
    </Button>
  ) : (
    <LinkButton icon="play" href={playAddress(file)}>
      Play
    </LinkButton>
  );
  const headBlock = (
    <Block
      editing={editing}
      path={[]}
      schema={root}
      layout={{
        first: ["title", "side", "limit"],
        hidden: ["units", "game", "without_forms"],
        lines: { notes: 2 },
        hints: HINTS,
      }}
    />
  );
  const roster = (
    <div class="stack fleet-roster">
      {fleet.lines.length > 0 && (
        <LinkButton kind="quiet" icon="sheet" href={packAddress(file)}>
          See the pages
        </LinkButton>
      )}
      <div>
        <OldDrawing editing={editing} />
        {document.drawing?.pages.length ? (
          <Pages pages={document.drawing.pages} alt="Roster" old={problems.length > 0} />
        ) : (
          <EmptyState title="The roster is drawn here">
            {fleet.lines.length ? "Correct the problem first." : "Add units to see it."}
          </EmptyState>
        )}
      </div>
    </div>
  );
  return (
    <>
      <EditorFrame
        kind={`fleet-view aside-${aside}`}
        editing={framed}
        title={textAt(state.readable, ["title"]) || findTitle(document.text) || file}
        onChoose={path => isNarrow && path[0] !== "units" && setHeading(String(path[0] ?? "title"))}
        onTitle={isNarrow ? () => setHeading("title") : undefined}
        drawingLabel={isNarrow ? "Roster" : "Units and roster"}
        actions={
          <>
            {isNarrow && first && <LineButton problem={first} />}
            {isNarrow && !first && (
              <Button kind="primary" icon="add" onClick={() => setPicking(true)}>
                Add units
              </Button>
            )}
            <PrintActions
              wanted={wanted}
              problem={problem}
              isPrimary={!isNarrow}
              items={
                <MenuItem icon="sheet" href={packAddress(file)}>
                  See the pages
                </MenuItem>
              }
            >
              <ShareButton file={file} noun="fleet" problems={withoutEmpty.length} />
              <TableMenu editing={editing} />
              {!isNarrow && play}
            </PrintActions>
          </>
        }
        values={
          <div class="stack">
            {!isNarrow && (
              <fieldset class="panel fleet-head">
                <legend>The fleet</legend>
                {headBlock}
              </fieldset>
            )}
            <PointsBar
              editing={editing}
              lines={fleet.lines}
              sum={sum}
              limit={limit}
              onLimit={isNarrow ? () => setHeading("limit") : undefined}
              left={left}
              list={units}
            >
              {isNarrow && fleet.lines.length > 0 && play}
            </PointsBar>
            <OtherWarnings warnings={document.drawing?.warnings.filter(one => one.subject !== "limit" || !isOver)} />
            <LineTable
              editing={editing}
              fleet={fleet}
              list={units}
              onAdd={() => (isNarrow ? setPicking(true) : setAside("picker"))}
            />
            {isNarrow && heading && (
              <Sheet
                title="The fleet"
                start={`[data-path="${CSS.escape(pathKey([heading]))}"]`}
                onClose={() => setHeading("")}
              >
                <div class="fleet-head">{headBlock}</div>
              </Sheet>
            )}
          </div>
        }
        drawing={
          <>
            <Tabs
              label="Beside the fleet"
              current={isNarrow && aside === "picker" ? "roster" : aside}
              onChange={key => setAside(key as Aside)}
              tabs={[
                ...(isNarrow ? [] : [["picker", "Add units"] as const]),
                ["roster", "Roster"],
                ["print", "What to print"],
              ]}
            />
            <div class="fleet-aside">
              {!isNarrow && <div class="of-picker">{picker}</div>}
              <div class="of-roster">{roster}</div>
              <div class="of-print">
                <PrintParts
                  parts={parts}
                  pages={pages}
                  problem={productsError ? messageOf(productsError) : ""}
                  without={without}
                  onChange={setWithout}
                  forms={Object.entries(units?.forms ?? {})}
                  form={form}
                  onForm={setForm}
                />
                {units && (
                  <OwnSheets
                    document={document}
                    handle={handle}
                    forms={units.forms}
                    printed={parts.flatMap(one => one.entries)}
                  />
                )}
              </div>
            </div>
          </>
        }
      />
      {isNarrow && isPicking && (
        <Sheet
          title="Add units"
          note={<Points sum={sum} limit={limit} left={left} />}
          done="Done"
          onClose={() => setPicking(false)}
        >
          {picker}
        </Sheet>
      )}
    </>
  );
}

// --- points

interface Sum {
  points: string; // of the lines whose points are known; "" if none are
  isLeast: boolean; // those of a line are not known
}
function Points({ sum: { isLeast, ...sum }, limit, left }: { sum: Sum; limit: string; left: number | null }) {
  const points = sum.points || "–",
    share = left === null ? 0 : Math.min(100, (Number(points) / (Number(points) + left)) * 100);
  return (
    <div class={`points${left !== null && left < 0 ? " over" : ""}`} role="status">
      <span>
        {isLeast && "at least "}
        <b>{points}</b>{" "}
        {left === null ? (String(points) === "1" ? "point" : "points") : `of ${counted(limit, "point")}`}
      </span>
      {left !== null && (
        <span class="points-track" aria-hidden="true">
          <span style={{ width: `${share}%` }} />
        </span>
      )}
      {left !== null && (
        <b class="points-left">
          {left < 0
            ? `${formatPoints(-left)} over the limit`
            : `${isLeast ? "at most " : ""}${formatPoints(left)} left`}
        </b>
      )}
    </div>
  );
}
// The points of a fleet as its file has it, else the sum of its lines: with the changes that are not saved yet, or while the
// fleet has a problem.
function pointsOf({ state }: Editing, { lines, saved }: Lines, list: UnitList | undefined): Sum {
  const summary = state.document.drawing?.summary,
    isSaved = lines.length === saved.length && lines.every((line, number) => line.count === saved[number]?.count),
    each = lines.flatMap((line, number) => (line.count ? [linePoints(state, list, line, saved[number], number)] : [])),
    known = each.filter(Boolean),
    points =
      (isSaved && summary?.points) ||
      (known.length || !each.length ? formatPoints(known.reduce((sum, one) => sum + Number(one), 0)) : "");
  return { points, isLeast: Boolean(points) && known.length < each.length };
}
const linePoints = (
  { document }: DocumentState,
  list: UnitList | undefined,
  line: FleetLine,
  saved: FleetLine | undefined,
  number: number,
) =>
  estimatePoints(
    line,
    saved,
    document.drawing?.summary?.lines[number] ?? "",
    list?.units.find(one => one.name === line.unit)?.points ?? "",
  );

// The points of the fleet and their limit; it stays in view.
function PointsBar({
  editing: { state },
  lines,
  sum,
  limit,
  left,
  list,
  onLimit,
  children,
}: {
  editing: Editing;
  lines: FleetLine[];
  sum: Sum;
  limit: string;
  left: number | null;
  list: UnitList | undefined;
  onLimit?: () => void; // on a narrow screen, where the input of the limit is not in view
  children?: preact.ComponentChildren;
}) {
  const { drawing, problems } = state.document,
    summary = drawing?.summary,
    forces = summary && summary.forces.length > 1 ? summary.forces : [];
  const hasPoints = limit || sum.points !== "0"; // of its game
  const count = describeCount(lines, list),
    isFaulty = problems.some(one => !one.file && one.path[0] === "limit");
  if (!hasPoints && !children && !lines.length) return null;
  return (
    <div class={`points-bar${problems.length ? " old" : ""}`}>
      {hasPoints ? (
        <Points sum={sum} limit={limit} left={left} />
      ) : (
        <span class="points">
          <b>{count}</b>
        </span>
      )}
      {onLimit && hasPoints && (
        <Button
          kind={isFaulty ? "danger" : "quiet"}
          icon="edit"
          label={limit && !isFaulty ? "Change the limit" : undefined}
          onClick={onLimit}
        >
          {isFaulty ? "Correct the limit" : !limit && "Set a limit"}
        </Button>
      )}
      {children}
      {hasPoints && <small class="points-count">{count}</small>}
      {forces.length > 0 && <small>{forces.map(one => `${one.side} ${one.points || 0}`).join(", ")}</small>}
    </div>
  );
}

// The number of units in words, and how many are destroyed: 7 ships, 1 destroyed.
function describeCount(lines: FleetLine[], list: UnitList | undefined) {
  const count = (some: FleetLine[]) => some.reduce((sum, line) => sum + line.count, 0),
    nouns = new Set(lines.map(line => list?.units.find(one => one.name === line.unit)?.noun ?? "unit")),
    lost = count(lines.filter(isDestroyed));
  return `${counted(count(lines), nouns.size === 1 ? ([...nouns][0] ?? "unit") : "unit")}${lost ? `, ${lost} destroyed` : ""}`;
}

// --- lines

function LineTable({
  editing,
  fleet,
  list,
  onAdd,
}: {
  editing: Editing;
  fleet: Lines;
  list: UnitList | undefined;
  onAdd: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef(-1); // the line to which the focus goes after a change of the order
  useLayoutEffect(() => {
    if (focus.current < 0 || editing.state.saving) return;
    if (document.activeElement === document.body || !document.activeElement)
      box.current
        ?.querySelectorAll<HTMLElement>(".fleet-line")
        [Math.min(focus.current, fleet.lines.length - 1)]?.querySelector<HTMLElement>(".menu > button")
        ?.focus();
    focus.current = -1;
  });
  const own = problemsAt(editing.state, ["units"]);
  if (!fleet.lines.length)
    return (
      <EmptyState title="This fleet has no units yet" actions={<Button onClick={onAdd}>Choose units</Button>}>
        Choose units in the list: press + beside a unit. Points, roster and records follow.
      </EmptyState>
    );
  return (
    <div
      class={`fleet-lines${list && !hasPoints(list) ? " unpriced" : ""}`}
      ref={box}
      role="group"
      aria-label="Lines of the fleet"
    >
      {own.length > 0 && <Problem>{own.map(one => one.message).join(" ")}</Problem>}
      {fleet.lines.map(
        (line, number) =>
          line.count > 0 && (
            <LineRow
              key={number}
              editing={editing}
              fleet={fleet}
              list={list}
              line={line}
              number={number}
              onArrange={make => {
                focus.current = number;
                return fleet.arrange(make);
              }}
            />
          ),
      )}
    </div>
  );
}

interface RowProps {
  editing: Editing;
  fleet: Lines;
  list: UnitList | undefined;
  line: FleetLine;
  number: number;
  onArrange: (make: (items: Tree[]) => Edit[]) => Promise<unknown>;
}
function LineRow({ editing, fleet, list, line, number, onArrange }: RowProps) {
  const { root, state, handle } = editing,
    path: ValuePath = ["units", number],
    tree = fleet.items[number];
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useNarrow(),
    [isNaming, setNaming] = useState(line.names.length > 0), // else a narrow screen leaves out the input of names
    [isNoting, setNoting] = useState(notesOf(line) !== ""), // and that of notes
    [isMarking, setMarking] = useState(false); // and the damage
  const id = useId(),
    row = useRef<HTMLDivElement>(null),
    asked = useRef(""); // the input that the user has asked for
  useEffect(() => {
    const input = asked.current ? row.current?.querySelector<HTMLElement>(asked.current) : null;
    if (input instanceof HTMLButtonElement) input.click();
    else input?.focus();
    asked.current = "";
  }, [isNaming, isNoting, isMarking]);
  useEffect(() => {
    if (line.names.length) setNaming(true); // it stays when the names are deleted
  }, [line.names.length]);
  const unit = list?.units.find(one => one.name === line.unit),
    problems = problemsAt(state, path, true),
    noun = unit?.noun ?? "unit",
    several = line.count > 1;
  const points = linePoints(state, list, line, fleet.saved[number], number);
  const change = (part: Partial<FleetLine>) => fleet.change(number, part);
  const ask = (input: string, show: (isShown: boolean) => void) => {
    asked.current = input;
    show(true);
  };
  const setCount = (count: number) => change({ count, names: line.names.slice(0, count) });
  const sentences = problems.map(one => [one.message, one.hint].filter(Boolean).join("; ")).join(" "),
    words = capitalize(sentences.replace(/ (?:of|in) unit \d+ of the fleet/g, ""));
  const fixes = problems.flatMap(one => one.corrections);
  const fields = unit && list ? describe(unit, list, isNarrow ? FEW_FIELDS : LISTED_FIELDS) : "",
    [type = ""] = fields.split(" · "),
    hasType = !/\d/.test(type);
  const details = [
    ...(hasType ? [type, fields.slice(type.length + 3)] : [fields]), // each in a line of its own where there is room
    several && (line.notes || Object.keys(line.damage).length)
      ? `each of the ${line.count} has this damage and these notes`
      : "",
    list && unit && !unit.points ? "no points: not counted" : "",
  ].filter(Boolean);
  const faulty = (key: string) =>
    problems.some(one => one.path[2] === key || (key === "names" && one.path[2] === "name"));
  const hasDamage =
    !isNarrow || isMarking || Object.keys(line.damage).length > 0 || isDestroyed(line) || faulty("damage");
  const label = line.names.length === 1 ? `${line.unit} ${line.names[0]}` : line.unit || `line ${number + 1}`;
  if (line.fixed)
    return (
      <div class="fleet-line">
        <UnitThumbnail list={list} unit={unit} />
        <b class="line-unit">{line.unit}</b>
        <small class="line-below">{line.fixed}</small>
      </div>
    );
  return (
    <div
      class={`fleet-line${problems.length ? " faulty" : ""}`}
      role="group"
      aria-label={label}
      data-sort=""
      inert={!tree} // until the file has the line
      ref={row}
    >
      <DragHandle
        label={`Place of ${label}`}
        from={number}
        disabled={fleet.items.length < 2}
        onMove={to => onArrange(() => [{ do: "move", path, to }])}
      />
      <UnitThumbnail list={list} unit={unit} />
      <span class="line-unit">
        <b>{line.unit || "no unit"}</b>
        {line.others.length > 0 && (
          <button type="button" class="chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            + {line.others.map(key => key.replaceAll("_", " ")).join(", ")}
          </button>
        )}
      </span>
      <Stepper
        label={`Number of ${line.unit}`}
        value={line.count}
        low={1}
        high={MOST_COUNT}
        onChange={setCount}
        props={{ "aria-invalid": faulty("count"), "aria-describedby": id }}
      />
      {(!isNarrow || isNaming || line.names.length > 0) && (
        <NamesInput
          names={line.names}
          count={line.count}
          unit={line.unit}
          isSaving={state.saving}
          hasProblem={faulty("names")}
          describedBy={id}
          onInput={names => change({ names, count: Math.max(line.count, names.length) })}
        />
      )}
      {hasDamage && (
        <Damage
          line={line}
          tracks={unit?.tracks ?? {}}
          noun={noun}
          hasProblem={faulty("damage")}
          onChange={damage => change({ damage })}
          onNotes={notes => change({ notes })}
        />
      )}
      {(!isNarrow || isNoting || notesOf(line)) && (
        <input
          class="plain-input line-notes"
          type="text"
          autocomplete="off"
          aria-label={`Notes on ${label}`}
          aria-invalid={faulty("notes")}
          aria-describedby={id}
          placeholder="Notes"
          value={notesOf(line)}
          onInput={event => change({ notes: withNotes(isDestroyed(line), event.currentTarget.value) })}
        />
      )}
      <span class={`line-points${points ? "" : " none"}`}>{points || "–"}</span>
      <Menu label={`More for ${label}`} icon="more" kind="quiet" hideLabel align="end">
        {!hasDamage && (
          <MenuItem icon="warning" onClick={() => ask(".damage-chips", setMarking)}>
            Damage
          </MenuItem>
        )}
        {isNarrow && !isNaming && (
          <MenuItem icon="text" onClick={() => ask(".line-names", setNaming)}>
            {several ? "Names" : "Name"}
          </MenuItem>
        )}
        {isNarrow && !isNoting && !notesOf(line) && (
          <MenuItem icon="edit" onClick={() => ask(".line-notes", setNoting)}>
            Notes
          </MenuItem>
        )}
        {several && (
          <MenuItem
            icon="unit"
            hint="With names, damage and notes of its own"
            disabled={state.arranging}
            onClick={() => onArrange(items => splitOffLast(items, number, namesOfUnits(list)))}
          >
            Split off one {noun}
          </MenuItem>
        )}
        <MenuItem icon="copy" disabled={state.arranging} onClick={() => onArrange(() => [{ do: "copy", path }])}>
          Duplicate
        </MenuItem>
        <MenuItem
          icon="up"
          disabled={!number || state.arranging}
          onClick={() => void onArrange(() => [{ do: "move", path, to: number - 1 }])}
        >
          Move up
        </MenuItem>
        <MenuItem
          icon="down"
          disabled={number >= fleet.items.length - 1 || state.arranging}
          onClick={() => onArrange(() => [{ do: "move", path, to: number + 1 }])}
        >
          Move down
        </MenuItem>
        <MenuItem
          icon="edit"
          hint="Such as other values of the unit"
          onClick={() => {
            if (!tree?.entries)
              onArrange(() => [
                { do: "set", path, value: { data: { unit: line.unit, ...(several ? { count: line.count } : {}) } } },
              ]);
            setOpen(true);
          }}
        >
          Change more values
        </MenuItem>
        <MenuItem icon="play" href={playAddress(state.document.file, String(number))}>
          Mark damage on the record
        </MenuItem>
        <MenuItem
          icon="remove"
          danger
          hint="You can undo this"
          disabled={state.arranging}
          onClick={() =>
            onArrange(items => (items.length > number ? [removalOf(root, handle.state().document.tree, path)] : []))
          }
        >
          Remove
        </MenuItem>
      </Menu>
      <small class={`line-below${words ? " problem" : ""}`} id={id}>
        {words}{" "}
        {fixes.map(fix => (
          <button type="button" class="link" key={fix.words} onClick={() => handle.edit(fix.edits)}>
            {fix.words}
          </button>
        ))}
        {!words && details.map(part => <span key={part}>{part}</span>)}
      </small>
      {isOpen && tree?.entries && (
        <div class="line-more">
          <Block
            editing={editing}
            path={path}
            schema={schemaAt(root as Schema, state.document.tree, path)}
            layout={{ hidden: shownKeys }}
          />
          <Button kind="quiet" icon="close" onClick={() => setOpen(false)}>
            Close
          </Button>
        </div>
      )}
    </div>
  );
}

interface NamesProps {
  names: string[];
  count: number;
  unit: string;
  isSaving: boolean;
  hasProblem: boolean;
  describedBy?: string;
  onInput: (names: string[]) => void;
}
// The names of the units of a line, with commas between them; with semicolons if a name has a comma.
export function NamesInput({ names, count, unit, isSaving, hasProblem, describedBy, onInput }: NamesProps) {
  const sign = names.some(name => name.includes(",")) ? ";" : ",",
    value = names.join(`${sign} `);
  const [draft, setDraft] = useState<string | null>(null),
    [isTyping, setTyping] = useState(false);
  const shown = draft !== null && (isTyping || isSaving) ? draft : value;
  return (
    <textarea
      class="plain-input line-names"
      rows={1}
      wrap="off"
      autocomplete="off"
      spellcheck={false}
      aria-label={`Names of ${unit}`}
      aria-invalid={hasProblem}
      aria-describedby={describedBy}
      placeholder={count > 1 ? "Name, name" : "Name"}
      value={shown}
      onInput={event => {
        const text = event.currentTarget.value.replaceAll("\n", `${sign} `),
          separator = text.includes(";") ? ";" : sign;
        setTyping(true);
        setDraft(text);
        onInput(
          text
            .split(separator)
            .map(name => name.trim())
            .filter(Boolean),
        );
      }}
      onBlur={event => {
        setTyping(false);
        event.currentTarget.scrollLeft = 0; // a long name shows its beginning
      }}
    />
  );
}

// The damage of a line as chips with numbers, and whether it is destroyed, which its notes say; they open a list of the tracks of the record.
export function Damage({
  line,
  tracks,
  noun,
  hasProblem,
  onChange,
  onNotes,
}: {
  line: FleetLine;
  tracks: Record<string, number>;
  noun: string;
  hasProblem: boolean;
  onChange: (damage: Record<string, string>) => void;
  onNotes: (notes: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useNarrow(); // then the list comes up from the lower edge
  const box = useRef<HTMLDivElement>(null),
    list = useRef<HTMLDivElement>(null);
  useCover(isOpen);
  useBackToClose(isOpen, () => setOpen(false));
  useLayoutEffect(() => {
    if (!isOpen || !list.current || !box.current) return;
    if (isNarrow) list.current.showPopover();
    const stop = isNarrow ? undefined : showBeside(list.current, box.current);
    (isNarrow ? list.current : list.current.querySelector("input"))?.focus({ preventScroll: true }); // on a phone, an input would open the keyboard
    const outside = (event: Event) => !box.current?.contains(event.target as Node) && setOpen(false);
    addEventListener("pointerdown", outside);
    return () => {
      removeEventListener("pointerdown", outside);
      stop?.();
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const marks = Object.entries(line.damage),
    isLost = isDestroyed(line),
    all = [...new Set([...Object.keys(tracks), ...Object.keys(line.damage)])];
  const set = (track: string, amount: number) => {
    const { [track]: _, ...rest } = line.damage;
    onChange(amount ? { ...line.damage, [track]: String(amount) } : rest);
  };
  const name = (track: string) => labelOf(track),
    title = `Damage of ${line.names.length === line.count ? line.names.join(", ") : line.unit}`;
  return (
    <div
      class="damage"
      ref={box}
      onKeyDown={event => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        close();
      }}
      onFocusOut={event =>
        event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget) && setOpen(false)
      }
    >
      <button
        type="button"
        class={`damage-chips${hasProblem ? " faulty" : ""}`}
        aria-expanded={isOpen}
        aria-label={`${title}: ${[isLost ? "destroyed" : "", ...marks.map(([track, amount]) => `${name(track)} ${amount}`)].filter(Boolean).join(", ") || "none"}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isLost && <span class="chip lost">Destroyed</span>}
        {marks.map(([track, amount]) => (
          <span class="chip" key={track}>
            <b>−{amount}</b> {name(track)}
          </span>
        ))}
        {!marks.length && !isLost && (
          <span class="none">
            <Icon name="add" />
            Damage
          </span>
        )}
      </button>
      {isOpen && (
        <div class="damage-list" ref={list} popover="manual" role="group" aria-label={title} tabIndex={-1}>
          <div class="spread">
            <h3>{title}</h3>
            <CloseButton onClick={close} />
          </div>
          {line.count > 1 && (
            <small>
              Each of the {line.count} has this damage. Split off one {noun} to mark it alone.
            </small>
          )}
          {all.map(track => (
            <div class="amount" key={track}>
              <span>
                {name(track)} {tracks[track] !== undefined && <small>of {tracks[track]}</small>}
              </span>
              <Stepper
                label={name(track)}
                value={Number(line.damage[track] ?? 0)}
                high={tracks[track] ?? 9999}
                onChange={amount => set(track, amount)}
              />
            </div>
          ))}
          {!all.length && <small>The record of this {noun} has nothing to mark.</small>}
          <Checkbox checked={isLost} onChange={now => onNotes(withNotes(now, notesOf(line)))}>
            Destroyed
          </Checkbox>
          {/* always there: the list does not move under the finger */}
          <Button kind="quiet" disabled={!marks.length} onClick={() => onChange({})}>
            Repair all
          </Button>
        </div>
      )}
    </div>
  );
}

// --- tables and marks

const EXCEL_OR_CSV = ".csv,.tsv,.txt,.xlsx";

// Lines as a table: out to a file, and in from one; marks of a sheet that was saved on a tablet.
function TableMenu({ editing: { handle } }: { editing: Editing }) {
  const table = useRef<HTMLInputElement>(null),
    marks = useRef<HTMLInputElement>(null);
  const { file } = handle;
  const takeTable = async (from: File) => {
    if (!/\.(csv|tsv|txt|xlsx)$/i.test(from.name))
      throw new Error(
        `${from.name} is not a table. Choose a CSV or Excel (.xlsx) file with the columns unit, count, name, damage and notes.`,
      );
    const given = { file, name: from.name, table: await toBase64(from) };
    await handle.settle();
    const { lines, columns, note } = await call("read_fleet_table", given),
      warning = note && ` ${asSentence(note)}`,
      units = namesOfUnits(await call("list_units", { file })),
      present = () => valueAt(handle.state().document.tree, ["units"])?.items ?? [],
      effect = replaceLines(present(), lines, columns, units);
    const changes =
      [
        effect.changed && `${counted(effect.changed, "line")} changed`,
        effect.added && `${counted(effect.added, "line")} added`,
        effect.removed.length && `${counted(effect.removed.length, "line")} removed`,
      ]
        .filter(Boolean)
        .join(", ") || "the order changed";
    if (!effect.edits.length)
      return void notify(`Nothing changed: the fleet has the lines of ${from.name} already.${warning}`);
    const take = async () => {
      await handle.arrange(() => replaceLines(present(), lines, columns, units).edits);
      notify(`Taken from ${from.name}: ${changes}.${warning}`, "done", { label: "Undo", run: handle.undo });
    };
    if (!effect.removed.length) return void take();
    showDialog(
      <FormDialog title={`Take the lines of ${from.name}?`} verb="Replace the lines" onSubmit={take}>
        <p>The table takes the place of the lines of this fleet: {changes}.</p>
        <p>
          These lines are not in the table and go: <b>{effect.removed.join(", ")}</b>. You can undo it.
        </p>
        {note && <Warning>{asSentence(note)}</Warning>}
      </FormDialog>,
    );
  };
  const takeMarks = async (from: File) => {
    const words = await readMarksFile(from);
    await handle.settle();
    const { units, done } = await call("read_marks", { file, marks: words, now: {} }),
      names = namesOfUnits(await call("list_units", { file })),
      list = () => editShips(valueAt(handle.state().document.tree, ["units"])?.items ?? [], units, names).edits,
      hasChanged = list().length > 0;
    if (hasChanged) await handle.arrange(list);
    notify(done, "done", hasChanged ? { label: "Undo", run: handle.undo } : undefined);
  };
  const input = (ref: typeof table, accept: string, label: string, take: (from: File) => Promise<unknown>) => (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
      aria-label={label}
      onChange={event => {
        const [from] = event.currentTarget.files ?? [];
        event.currentTarget.value = "";
        if (from) void attempt(() => take(from));
      }}
    />
  );
  const save = () =>
    attempt(async () => {
      const { name, text } = await call("make_fleet_table", { file });
      download(makeTableFile(name, text));
    });
  return (
    <>
      {input(table, EXCEL_OR_CSV, "Table to import", takeTable)}
      {input(marks, ".json", "Marks to take", takeMarks)}
      <Menu label="Import and export" icon="table" align="end">
        <MenuItem
          icon="take_in"
          hint="CSV or Excel, with the columns unit, count, name, damage, notes"
          onClick={() => table.current?.click()}
        >
          Import a table
        </MenuItem>
        <MenuItem icon="send_out" hint="For Excel, LibreOffice or Google Sheets" onClick={save}>
          Export a table (CSV)
        </MenuItem>
        <hr />
        <MenuItem
          icon="take_in"
          hint="The file that 'Save marks' on a tablet's sheet has written"
          onClick={() => marks.current?.click()}
        >
          Take marks and notes from a tablet
        </MenuItem>
      </Menu>
    </>
  );
}

// --- print

const PARTS: Record<string, string> = { rosters: "Roster" };
interface PartsProps {
  parts: FleetProducts["parts"];
  pages: number; // of the chosen parts
  problem: string;
  without: string[];
  onChange: (without: string[]) => void;
  forms: [key: string, title: string][];
  form: string; // the only one that is printed, "" for the parts
  onForm: (form: string) => void;
}
// The choice for the print button of the fleet: parts of the fleet, or another record sheet for its units.
function PrintParts({ parts, pages, problem, without, onChange, forms, form, onForm }: PartsProps) {
  return (
    <section class="panel stack" aria-label="What to print">
      {problem && <Problem>{problem}</Problem>}
      {!parts.length && !problem && <p class="soft">The pages are being counted ...</p>}
      <div>
        {parts.map(({ product, pages: number }) => {
          const isOn = !without.includes(product);
          const isLast = isOn && without.length >= parts.length - 1;
          return (
            <div key={product}>
              <Checkbox
                checked={isOn}
                disabled={isLast || Boolean(form)}
                onChange={now => onChange(now ? without.filter(one => one !== product) : [...without, product])}
              >
                {PARTS[product] ?? productName(product)} <small>{counted(number, "page")}</small>
              </Checkbox>
            </div>
          );
        })}
      </div>
      {forms.length > 1 && (
        <Field label="Or only a record sheet" hint={form ? "A record of this kind for each unit of the fleet" : ""}>
          {props => (
            <Select
              props={props}
              value={form}
              choices={[["", "No: print the parts above"], ...forms]}
              onChange={onForm}
            />
          )}
        </Field>
      )}
      {parts.length > 0 && !form && (
        <p class="soft">{counted(pages, "page")} in all. The print button of the fleet prints them.</p>
      )}
    </section>
  );
}
