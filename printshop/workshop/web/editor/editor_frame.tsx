// The frame of every editor: head with undo, the values or the text of the file, the drawing beside them.

import { productName } from "../model/products.ts";
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, describeProblem } from "../browser/client.ts";
import { counted } from "../words.ts";
import { type DocumentHandle, type DocumentState, openDocument, textAt, valueAt } from "../model/document.ts";
import { makeFinder, makeLayerFinder, type Picks, PicksContext } from "../model/drawing_picks.ts";
import { type KnownWords, labelsOf, listTexts, placeWords } from "../model/drawn_words.ts";
import { adviceOnNumber } from "../model/value_words.ts";
import { type Editing, isWithin, labelOfValue, meantPath, pathKey, plainWords, WantedPath } from "../model/editing.ts";
import { titleOf } from "../model/key_words.ts";
import { describeFile, isShippedFile } from "../components/library.tsx";
import { asSentence, attempt } from "../browser/notices.ts";
import { addressOfFile, gameAddress, go } from "../browser/routes.ts";
import { type Crumb, FailureMessage, nameMissing, ViewHead } from "../components/shell.tsx";
import { FixButtons } from "./fix_buttons.tsx";
import type { Pane, SavedPane } from "./text.ts";
import { labelOf, type Schema, schemaAt, shapeOf } from "../model/schema.ts";
import type { DocumentProblem, Edit, OpenDocument, ValuePath, View } from "../types.ts";
import {
  Button,
  type Children,
  CloseButton,
  closeDialog,
  EmptyState,
  LinkButton,
  LongText,
  Select,
  showDialog,
  Skeleton,
  Switch,
  Tabs,
  useNarrow,
  OtherWarnings,
} from "../components/ui.tsx";
import { Pages } from "../components/page_viewer.tsx";

interface OpenFile {
  handle: DocumentHandle;
  state: DocumentState;
}
// Opens a file as long as the view is there.
export function useDocument(file: string, view: View): { opened: OpenFile | null; error: unknown; again: () => void } {
  const [opened, setOpened] = useState<OpenFile | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let handle: DocumentHandle | null = null,
      gone = false;
    setError(null);
    openDocument(file, view, state => handle && setOpened({ handle, state })).then(
      now => {
        handle = now;
        if (gone) return now.close();
        setOpened({ handle: now, state: now.state() });
      },
      problem => !gone && setError(problem),
    );
    return () => {
      gone = true;
      handle?.close();
    };
  }, [file, turn]);
  return { opened, error, again: () => setTurn(turn + 1) };
}

const schemas = new Map<string, Promise<Schema>>(); // by file and kind, for this page
// Returns the schema of a file, an empty one if it has none, and null until it is there: inputs wait for it, because
// another schema makes other inputs, and a half typed value would be lost with the old ones.
export function useSchema(document: OpenDocument | undefined): Schema | null {
  const [schema, setSchema] = useState<Schema | null>(null);
  const key = document ? `${document.file} ${document.kind} ${document.game}` : "";
  useEffect(() => {
    if (!document) return;
    let gone = false;
    const request =
      schemas.get(key) ?? call("find_document_schema", { file: document.file }).then(answer => answer.schema);
    schemas.set(key, request);
    request.then(
      now => !gone && setSchema(now),
      () => {
        schemas.delete(key);
        if (!gone) setSchema(before => before ?? {});
      },
    );
    return () => {
      gone = true;
    };
  }, [key]);
  return schema;
}
export const forgetSchemas = () => schemas.clear(); // after a change of a game's fields, sides or sections

// The state of a document in words.
const stateWords = ({ document, saving, looking, error, conflict }: DocumentState) => {
  if (error || conflict || document.refusal) return "Not saved";
  if (saving && !looking) return "Saving ...";
  return document.problems.length ? `Saved, ${counted(document.problems.length, "problem")}` : "Saved";
};

// These words; a state that needs you is red.
export const StateWords = ({ state }: { state: DocumentState }) => {
  const words = stateWords(state);
  return <span class={/^Not|problem/.test(words) ? "faulty" : ""}>{words}</span>;
};

interface FrameProps {
  editing: Editing;
  title: string;
  onTitle?: () => void; // opens the inputs of the title
  crumbs?: Crumb[];
  actions?: Children; // of the whole file, beside undo
  outline?: Children; // a list of the blocks of the file
  values: Children; // the inputs
  drawing?: Children; // in place of the usual one; null if there is none
  drawingLabel?: string;
  kind?: string; // for its style
  first?: Part; // that a narrow screen shows first
  drawingFirst?: boolean; // the drawing stands before the inputs
  onChoose?: (path: ValuePath) => void; // opens the block with the value at a path
  startsAtProblem?: boolean; // the input of the first problem gets the focus
  headings?: readonly KnownWords[]; // with them, each block of the drawing opens its value, and the drawing follows the focus
}
type Part = "values" | "text" | "drawing";

// An editor: outline, inputs and drawing side by side; on a narrow screen one after the other, by tabs.
export function EditorFrame({
  editing,
  title,
  onTitle,
  crumbs,
  actions,
  outline,
  values,
  drawing,
  drawingLabel = "Drawing",
  kind = "",
  first = "values",
  drawingFirst,
  onChoose,
  startsAtProblem,
  headings,
}: FrameProps) {
  const { handle, state } = editing,
    { document } = state;
  const unreadable = document.tree === null,
    isNarrow = useNarrow();
  const [part, setPart] = useState<Part>(unreadable ? "text" : isNarrow ? first : "values");
  const [goTo, setGoTo] = useState(
    unreadable ? (document.problems.find(one => one.line > 0 && !one.file) ?? null) : null,
  ); // the problem whose line the text shows
  const [wanted, setWanted] = useState<ValuePath | null>(null); // whose input gets the focus
  const [focused, setFocused] = useState(""); // the path of the input that has it
  const columns = useRef<HTMLDivElement>(null);
  const saved = useRef<SavedPane | null>(null); // the text as it was left, with its undo
  useUndoKeys(handle);
  // Whether a problem is shown in the text: there its line is nearer than its input.
  const isLineOf = (problem: DocumentProblem) =>
    !problem.file && problem.line > 0 && (part === "text" || unreadable || !problem.path.length);
  const openLine = (problem: DocumentProblem) => {
    setGoTo(problem);
    setPart("text");
  };
  const show = (problem: DocumentProblem) => {
    if (problem.file) return go(addressOfFile(problem.file));
    if (isLineOf(problem) || unreadable) return openLine(problem);
    open(meantPath(document.tree, problem));
  };
  const open = (path: ValuePath) => {
    setPart("values");
    onChoose?.(path);
    setWanted([...path]);
  };
  useEffect(() => {
    const [problem] = document.problems;
    if (startsAtProblem && problem) show(problem);
  }, []);
  // The blocks round the value open one after the other, each in a turn of its own.
  useEffect(() => {
    if (!wanted) return;
    let turns = 0,
      timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const values = columns.current?.querySelector<HTMLElement>(".editor-values"),
        find = (path: ValuePath) => values?.querySelector<HTMLElement>(`[data-path="${CSS.escape(pathKey(path))}"]`),
        exact = find(wanted);
      if (!exact && turns++ < OPENING_TURNS) {
        timer = setTimeout(look, OPENING_TURN);
        return;
      }
      setWanted(null);
      const nearest =
        exact ??
        values?.querySelector<HTMLElement>("[aria-invalid=true]") ??
        wanted.map((_, number) => find(wanted.slice(0, wanted.length - 1 - number))).find(Boolean);
      if (!nearest) {
        const problem = document.problems.find(one =>
          [one.path, meantPath(document.tree, one)].some(path => pathKey(path) === pathKey(wanted)),
        );
        if (problem) openLine(problem);
        return;
      }
      const input = nearest.matches(INPUTS) ? nearest : nearest.querySelector<HTMLElement>(INPUTS);
      (input ?? nearest).focus({ preventScroll: true });
      nearest.scrollIntoView({ block: nearest.clientHeight > innerHeight / 2 ? "start" : "center" }); // a long text from its beginning
      const place = nearest.closest(".field, .nested, .list-row, .step, .force-lines > li") ?? nearest;
      place?.animate([{ backgroundColor: LIGHT, boxShadow: `0 0 0 0.4rem ${LIGHT}` }, {}], LIGHT_TIME);
      place?.querySelector(".problem")?.animate([{ background: "none", boxShadow: "none" }, {}], LIGHT_TIME); // one light
    };
    look();
    return () => clearTimeout(timer);
  }, [wanted]);
  const headingsKey = JSON.stringify(headings);
  const finders = useMemo(() => {
    const base = editing.base ?? [],
      block = valueAt(document.tree, base);
    return {
      find: makeFinder(block, base, path => labelOfValue(editing, path)),
      layer: makeLayerFinder(block, base),
      place:
        headings &&
        ((pages: readonly string[]) => placeWords(pages.map(labelsOf), [...headings, ...listTexts(block, base)])),
    };
  }, [document.tree, pathKey(editing.base ?? []), headingsKey]);
  const picks = useMemo<Picks>(() => {
    const point = (path: ValuePath | null) => {
      const around = (path ?? []).map((_, number) => path?.slice(0, path.length - number) ?? []);
      const pointed = around
        .map(one => columns.current?.querySelector(`.editor-values [data-path="${CSS.escape(pathKey(one))}"]`))
        .find(Boolean);
      for (const one of columns.current?.querySelectorAll(".pointed") ?? [])
        one.classList.toggle("pointed", one === pointed);
      pointed?.classList.add("pointed");
    };
    const shown = headings && focused ? { path: JSON.parse(focused) as ValuePath, base: editing.base ?? [] } : null;
    return { ...finders, point, open, shown };
  }, [finders, focused]);
  const way =
    crumbs ?? (document.game ? [{ label: document.title || document.game, href: gameAddress(document.game) }] : []);
  const beside = drawing !== null && (
    <div class="editor-drawing" {...(drawing ? {} : { tabIndex: 0, role: "region", "aria-label": drawingLabel })}>
      <PickFrame picks={picks} wanted={wanted}>
        {drawing ?? <UsualDrawing editing={editing} label={drawingLabel} />}
      </PickFrame>
    </div>
  );
  return (
    <ShowProblem.Provider value={show}>
      <div class={`editor-view show-${part} ${kind}`}>
        <ViewHead
          title={title}
          onTitle={
            onTitle &&
            (() => {
              setPart("values");
              onTitle();
            })
          }
          crumbs={way}
          file={part === "text" ? document.file : undefined}
          state={<StateWords state={state} />}
          actions={
            <>
              <UndoButtons handle={handle} state={state} />
              {actions}
            </>
          }
        />
        <div class="editor-bar">
          <Messages editing={editing} show={show} isLineOf={isLineOf} />
          <Tabs
            label="Parts of the editor"
            current={part}
            onChange={key => setPart(key as Part)}
            tabs={[
              ["values", "Values"],
              ...(beside ? [["drawing", drawingLabel] as const] : []),
              ["text", isNarrow ? "Text" : "Text of the file"],
            ]}
          />
        </div>
        <div class={`editor-columns${beside ? "" : " without-drawing"}`} ref={columns}>
          {outline && (
            <div
              class="outline"
              onClick={event =>
                part === "text" && event.target instanceof Element && event.target.closest("a") && setPart("values")
              }
            >
              {outline}
            </div>
          )}
          {drawingFirst && beside}
          <div
            class="editor-values"
            onFocusIn={({ target }) =>
              headings &&
              target instanceof Element &&
              setFocused(now => target.closest<HTMLElement>("[data-path]")?.dataset.path ?? now)
            }
          >
            {part === "text" || unreadable ? (
              <TextPane editing={editing} goTo={goTo} saved={saved} />
            ) : (
              <PickFrame picks={picks} wanted={wanted}>
                {values}
              </PickFrame>
            )}
          </div>
          {!drawingFirst && beside}
        </div>
      </div>
    </ShowProblem.Provider>
  );
}
const ShowProblem = createContext<(problem: DocumentProblem) => void>(() => {}); // opens the place of a problem

const OPENING_TURNS = 12,
  OPENING_TURN = 30, // ms
  LIGHT = "rgb(240 190 60 / 0.45)", // behind the input of a problem
  LIGHT_TIME = 1500, // ms
  INPUTS = "input:not([type=color], [type=file]), textarea, select, button";
const PickFrame = ({ picks, wanted, children }: { picks: Picks; wanted: ValuePath | null; children: Children }) => (
  <PicksContext.Provider value={picks}>
    <WantedPath.Provider value={wanted}>{children}</WantedPath.Provider>
  </PicksContext.Provider>
);

// Undo and redo, with their names where there is room.
export const UndoButtons = ({ handle, state }: OpenFile) => (
  <span class="undo" role="group" aria-label="Changes">
    <Button kind="quiet" icon="undo" label="Undo" disabled={!state.undoable} onClick={handle.undo}>
      <span>Undo</span>
    </Button>
    <Button kind="quiet" icon="redo" label="Redo" disabled={!state.redoable} onClick={handle.redo}>
      <span>Redo</span>
    </Button>
  </span>
);

// The message of a problem, with the name that is probably meant.
const withGuess = ({ message, hint, suggestion }: DocumentProblem) => (suggestion ? `${message}; ${hint}` : message);
// Returns a problem in words of the workshop: with the entry and the input, or with the title of another file.
export function problemWords(editing: Editing, problem: DocumentProblem) {
  const { tree } = editing.state.document,
    { path } = problem;
  if (problem.file) {
    const place = `${describeFile(problem.file)}${problem.line ? `, line ${problem.line}` : ""}`;
    const words = asSentence(describeProblem(problem));
    return isShippedFile(problem.file)
      ? `${words} That file, ${problem.file}, comes with printshop: undo your change, or copy this part in the game.`
      : `${problem.unit ? `${problem.unit} in ${place}` : place}: ${words}`;
  }
  if (!path.length || tree === null) return asSentence(describeProblem(problem));
  const label = labelOfValue(editing, path),
    value = valueAt(tree, path),
    words =
      adviceOnNumber(shapeOf(editing.root, schemaAt(editing.root, tree, path), value), value?.text ?? "").replace(
        /^./,
        letter => letter.toLowerCase(),
      ) || asSentence(plainWords(editing, problem, withGuess(problem))),
    entry = path
      .slice(1)
      .map((_, number) => valueAt(tree, path.slice(0, path.length - 1 - number)))
      .find(one => ["title", "name"].some(key => textAt(one, [key]))),
    isShown = editing.base && isWithin(path, editing.base), // the view has its title
    missing = [isShown ? "" : titleOf(entry, ""), typeof path.at(-1) === "string" ? label : ""].filter(
      one => one && !words.toLowerCase().includes(one.toLowerCase()),
    );
  return missing.length ? `${missing.join(", ")}: ${words}` : words; // the input says what to write
}

interface ProblemActionsProps {
  editing: Editing;
  problem: DocumentProblem;
  show: (problem: DocumentProblem) => void;
  isLineOf?: (problem: DocumentProblem) => boolean;
}
// The way to a problem in a file of printshop, which cannot be opened.
const GameLink = ({ game }: { game: string }) => (
  <LinkButton kind="quiet" href={gameAddress(game, "data")}>
    Go to the game
  </LinkButton>
);
// The correction of a problem, if it has one, and the way to its place.
function ProblemActions({ editing, problem, show, isLineOf }: ProblemActionsProps) {
  const { document } = editing.state;
  return (
    <>
      <FixButtons editing={editing} problems={[problem]} />
      {problem.file && isShippedFile(problem.file) ? (
        <GameLink game={document.game} />
      ) : (
        (Boolean(problem.file) || problem.line > 0 || problem.path.length > 0) && (
          <Button kind="quiet" onClick={() => show(problem)}>
            {!problem.file && (isLineOf?.(problem) || !problem.path.length || !document.tree)
              ? `Go to line ${problem.line}`
              : "Go there"}
          </Button>
        )
      )}
    </>
  );
}
// All problems of a file, each with its correction: a press on its words opens its place.
function ProblemList({ editing, show, isLineOf }: Omit<ProblemActionsProps, "problem">) {
  const { problems, tree, game } = editing.state.document;
  const leadsToLine = (problem: DocumentProblem) =>
    !problem.file && problem.line > 0 && (isLineOf?.(problem) || tree === null || !problem.path.length);
  return (
    <ul class="all-problems">
      {problems.map(problem => {
        const words = problemWords(editing, problem),
          isShipped = isShippedFile(problem.file);
        return (
          <li key={`${problem.file}${problem.line}${problem.message}`}>
            {isShipped ? (
              <span title={describeProblem(problem)}>{words}</span>
            ) : (
              <button type="button" class="problem-link" title={describeProblem(problem)} onClick={() => show(problem)}>
                {leadsToLine(problem) && <b>Line {problem.line}: </b>}
                {words}
              </button>
            )}
            {isShipped ? <GameLink game={game} /> : <FixButtons editing={editing} problems={[problem]} />}
          </li>
        );
      })}
    </ul>
  );
}
// All problems in the place of what cannot be shown for them. `what` is the beginning of the sentence: "The units are".
export function OpenProblems({ editing, what = "The drawing is" }: { editing: Editing; what?: string }) {
  const { problems } = editing.state.document,
    show = useContext(ShowProblem);
  const cause =
    problems.length > 2
      ? `${problems.length} problems are`
      : problems.length > 1
        ? "both problems are"
        : "the problem is";
  return (
    <section class="panel open-problems" aria-label="Problems">
      <h2>{`${what} here when ${cause} corrected`}</h2>
      <ProblemList editing={editing} show={show} />
    </section>
  );
}
// Opens the line of a problem in the text of the file.
export function LineButton({ problem }: { problem: DocumentProblem }) {
  const show = useContext(ShowProblem);
  return (
    <Button kind="primary" onClick={() => show(problem)}>
      Go to line {problem.line}
    </Button>
  );
}

// Shows all problems of a file in a dialog, which a press on a button of the list closes.
const showProblems = (props: Omit<ProblemActionsProps, "problem">) =>
  showDialog(
    <div class="dialog">
      <div class="spread">
        <h2>{counted(props.editing.state.document.problems.length, "problem")}</h2>
        <CloseButton />
      </div>
      <div onClick={event => (event.target as Element).closest("button") && closeDialog()}>
        <ProblemList {...props} />
      </div>
    </div>,
  );

// One line in a place of its own, so that nothing moves: a change that was not saved, a conflict with another program,
// or the first problem.
export function Messages({
  editing,
  show,
  isLineOf,
}: {
  editing: Editing;
  show: (problem: DocumentProblem) => void;
  isLineOf?: (problem: DocumentProblem) => boolean;
}) {
  const { handle, state } = editing,
    { conflict, error, document, undoable } = state,
    [problem, ...others] = document.problems,
    isNarrow = useNarrow(); // then Undo stands below
  const line = (kind: "problem" | "warning", words: Children, actions: Children, title = "") => (
    <div class={`message ${kind}`}>
      <LongText key={`${kind} ${title}`} title={title}>
        {words}
      </LongText>
      {actions}
    </div>
  );
  const make = () => {
    if (error)
      return line(
        "problem",
        error,
        <Button kind="quiet" onClick={handle.retry}>
          Try again
        </Button>,
      );
    if (conflict) {
      const written = (edit: Edit) =>
          "value" in edit && edit.value
            ? "text" in edit.value
              ? edit.value.text
              : "yaml" in edit.value
                ? edit.value.yaml
                : JSON.stringify(edit.value.data)
            : edit.do,
        placeOf = (edit: Edit) =>
          edit.path
            .filter(step => typeof step === "string")
            .map(step => labelOf(step))
            .join(" › "),
        now = (edit: Edit) => textAt(document.tree, edit.path);
      const typed =
        conflict.text ??
        conflict.edits
          .map(one => `${placeOf(one)}: ${written(one)}${now(one) ? ` (the file has ${now(one)})` : ""}`)
          .join("; ");
      return line(
        "warning",
        <>
          {conflict.message} You typed: <code>{typed}</code>
        </>,
        <>
          <Button kind="quiet" onClick={() => handle.settleConflict(true)}>
            Put it in
          </Button>
          <Button kind="quiet" onClick={() => handle.settleConflict(false)}>
            Leave it out
          </Button>
        </>,
        typed,
      );
    }
    if (!problem) return null;
    return line(
      "problem",
      problemWords(editing, problem),
      <>
        <ProblemActions editing={editing} problem={problem} show={show} isLineOf={isLineOf} />
        {others.length > 0 && (
          <Button kind="quiet" onClick={() => showProblems({ editing, show, isLineOf })}>
            {others.length > 1 ? `All ${document.problems.length} problems` : "Both problems"}
          </Button>
        )}
        {undoable && !isNarrow && (!problem.file || isShippedFile(problem.file)) && !document.refusal && (
          <Button kind="quiet" onClick={handle.undo}>
            Undo
          </Button>
        )}
      </>,
      describeProblem(problem),
    );
  };
  return (
    <div class="messages" role="status" aria-live="polite">
      {make()}
    </div>
  );
}

// Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z, except in an input, which has its own undo.
export function useUndoKeys(handle: DocumentHandle) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element &&
        event.target.matches("input:not([type=checkbox]), textarea, [contenteditable], .text-pane *");
      const letter = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || !["y", "z"].includes(letter) || typing) return;
      event.preventDefault();
      if (event.shiftKey || letter === "y") handle.redo();
      else handle.undo();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [handle]);
}

// The drawing of the block in view, with the choice of the product and of the unit.
export function UsualDrawing({ editing, label }: { editing: Editing; label: string }) {
  const { handle, state } = editing,
    { drawing, problems } = state.document;
  if (!drawing) return problems.length ? <OpenProblems editing={editing} /> : null;
  return (
    <div class="stack">
      {(drawing.products.length > 1 || drawing.units.length > 1) && (
        <div class="row toolbar drawing-choice">
          {drawing.products.length > 1 && (
            <Switch
              label="Drawing of"
              value={drawing.product}
              choices={drawing.products.map(one => [one, productName(one)] as const)}
              onChange={product => handle.show({ product })}
            />
          )}
          {drawing.units.length > 1 && (
            <label>
              <span>Drawn for</span>
              <Select value={drawing.unit} choices={drawing.units} onChange={unit => handle.show({ unit })} />
            </label>
          )}
        </div>
      )}
      <OtherWarnings warnings={drawing.warnings} />
      <div>
        <OldDrawing editing={editing} />
        {drawing.pages.length ? (
          <Pages
            kind={drawing.product}
            crop
            pages={drawing.pages}
            alt={label}
            old={state.document.problems.length > 0}
          />
        ) : problems.length ? (
          <OpenProblems editing={editing} />
        ) : (
          <EmptyState title="Nothing to draw yet">Open an entry to see its drawing here.</EmptyState>
        )}
      </div>
    </div>
  );
}

// Says that a drawing was made before the present problem, with the value that has the problem.
export function OldDrawing({ editing }: { editing: Editing }) {
  const { isDrawingOld, document } = editing.state,
    [problem] = document.problems;
  if (!isDrawingOld || !problem) return null;
  const { file, path, line } = problem,
    label = !file && document.tree && typeof path.at(-1) === "string" ? labelOfValue(editing, path) : "";
  return (
    <p class="old-drawing">
      {label
        ? `Drawn before the error in “${label}”.`
        : file || !line
          ? "Drawn before the error."
          : `Drawn before the error in line ${line}.`}
    </p>
  );
}

// The text of the file, with completion. The editor of texts loads when it is first needed.
function TextPane({
  editing: { handle, state },
  goTo,
  saved,
}: {
  editing: Editing;
  goTo: DocumentProblem | null;
  saved: { current: SavedPane | null };
}) {
  const box = useRef<HTMLDivElement>(null);
  const pane = useRef<Pane | null>(null);
  const schema = useSchema(state.document);
  const latest = useRef(schema);
  latest.current = schema;
  useEffect(() => {
    let gone = false;
    void attempt(async () => {
      const { pane: makePane } = await import("./text.ts");
      if (gone || !box.current) return;
      const inner = document.createElement("div");
      box.current.replaceChildren(inner);
      const text = handle.unsavedText() ?? handle.state().document.text,
        before = saved.current?.text === text ? saved.current : null; // another text has another undo
      pane.current = makePane(
        inner,
        `Text of ${handle.file}`,
        now => handle.write(now),
        () => ({ schema: latest.current ?? {}, tree: handle.state().document.tree }),
        handle,
        before,
      );
      pane.current.show(text);
      pane.current.mark(handle.state().document.problems.filter(one => !one.file));
      if (goTo) pane.current.goTo(goTo.line, goTo.column);
    });
    return () => {
      gone = true;
      saved.current = pane.current?.save() ?? null;
    };
  }, [handle]);
  useEffect(() => {
    if (goTo) pane.current?.goTo(goTo.line, goTo.column);
  }, [goTo]);
  useEffect(() => {
    if (handle.unsavedText() === undefined) pane.current?.show(handle.state().document.text); // a typed text stays
    pane.current?.mark(state.document.problems.filter(one => !one.file));
  }, [state.document, state.saving, state.conflict]);
  return <div class="text-pane" ref={box} />;
}

// A file that is being opened, or that cannot be opened.
export const Opening = ({ title, error, again }: { title: string; error: unknown; again: () => void }) => (
  <div class="opening">
    {!nameMissing(error) && <ViewHead title={title} crumbs={[]} />}
    {error ? <FailureMessage error={error} again={again} /> : <Skeleton lines={6} />}
  </div>
);
