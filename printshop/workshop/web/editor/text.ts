// The text of a file, with CodeMirror: loaded when a text is first looked at.

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertCompletionText,
  pickedCompletion,
} from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching,
  codeFolding,
  foldEffect,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorSelection, EditorState, type Text, Transaction } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { valueAt } from "../model/document.ts";
import { type Schema, schemaBelow, shapeOf } from "../model/schema.ts";
import type { DocumentProblem, Tree, ValuePath } from "../types.ts";
import { findPlace } from "../model/yaml_places.ts";
import { cursorAt } from "./text_cursor.ts";

type TextProblem = Pick<DocumentProblem, "line" | "column" | "message" | "hint">;
// The present values of the file, as far as they can be read, and its schema.
interface TextContext {
  schema: Schema;
  tree: Tree | null;
}
interface Offer {
  word: string;
  description: string;
}

// A text in the editor: functions that set its text, its problems and its cursor.
export interface Pane {
  show(text: string): void;
  mark(problems: TextProblem[]): void;
  goTo(line: number, column: number): void;
  save(): SavedPane;
}
// The text of a pane with its steps of undo, for the next pane of the same file.
export interface SavedPane {
  text: string;
  json: unknown;
}
// Undo and redo of the file, for a pane in which nothing was typed.
interface Steps {
  undo: () => void;
  redo: () => void;
}
const FIELDS = { history: historyField },
  LONGEST_LINE = 600_000; // ms: the time in which one line is typed
function hasLineBreak(typed: Transaction) {
  let hasNewLine = false;
  typed.changes.iterChanges((_from, _to, _newFrom, _newTo, inserted) => (hasNewLine ||= inserted.lines > 1));
  return hasNewLine;
}

const fromPage = Annotation.define<boolean>();

// Puts a text into a box. `typed` gets the text after each change; `known` returns the values and the schema of the
// file, with {} for an unknown schema.
export function pane(
  box: HTMLElement,
  label: string,
  typed: (text: string) => void,
  known: () => TextContext,
  steps: Steps,
  saved: SavedPane | null,
): Pane {
  // In a shadow root CodeMirror adopts its style sheets instead of writing <style>, which the policy of the page forbids.
  const root = box.attachShadow({ mode: "open" });
  const state = saved
    ? EditorState.fromJSON(saved.json, { extensions: extensions() }, FIELDS)
    : EditorState.create({ extensions: extensions() });
  const view = new EditorView({ parent: root, root, state });

  // While nothing was typed in this pane, the keys undo the last change of the file.
  function step(command: (view: EditorView) => boolean, ofFile: () => void) {
    return (at: EditorView) => {
      if (undoDepth(at.state) || redoDepth(at.state)) command(at);
      else ofFile();
      return true;
    };
  }

  function extensions() {
    return [
      lineNumbers(),
      EditorView.lineWrapping,
      HANGING_LINES,
      foldGutter(),
      codeFolding({ preparePlaceholder: (_, { from }) => (from ? "…" : "Comments"), placeholderDOM: makePlaceholder }),
      lintGutter(),
      highlightSpecialChars(),
      // all typing in one line is one step of undo, with the line break before it
      history({ newGroupDelay: LONGEST_LINE, joinToEvent: (typed, isAdjacent) => isAdjacent && !hasLineBreak(typed) }),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({ top: true }),
      yaml(),
      syntaxHighlighting(COLOURS),
      LOOK,
      autocompletion({ override: [complete], activateOnCompletion: one => one.type === "property", icons: false }),
      hoverTooltip(explain),
      // Tab is not among them: it leaves the text, as it leaves any input
      keymap.of([
        ...closeBracketsKeymap,
        ...searchKeymap,
        { key: "Mod-z", run: step(undo, steps.undo), shift: step(redo, steps.redo), preventDefault: true },
        { key: "Mod-y", run: step(redo, steps.redo), preventDefault: true },
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
      EditorView.domEventHandlers({ beforeinput: replaced }),
      EditorView.updateListener.of(update => {
        if (update.docChanged && !update.transactions.some(one => one.annotation(fromPage)))
          typed(update.state.doc.toString());
      }),
    ];
  }

  // CodeMirror itself replaces a selection by typed text: Chromium would copy the style of the old text into an
  // attribute, which the policy of the page forbids and reports.
  function replaced(event: InputEvent, at: EditorView): boolean {
    const { data, inputType } = event,
      { from, to, empty } = at.state.selection.main;
    if (inputType !== "insertText" || !data || empty || at.composing || at.state.readOnly) return false;
    const insert = () => at.state.update(at.state.replaceSelection(data), { userEvent: "input.type" });
    event.preventDefault();
    if (!at.state.facet(EditorView.inputHandler).some(handle => handle(at, from, to, data, insert)))
      at.dispatch(insert());
    return true;
  }

  // Returns the keys and words that a schema offers at a place.
  function offersAt(path: ValuePath, role: string, keys: string[]): { keys: Offer[]; words: Offer[] } {
    const { schema: root, tree } = known();
    let schema: Schema | undefined = root,
      value = tree ?? undefined;
    for (const step of path) {
      schema = schemaBelow(root, schema, value, step);
      value = value && valueAt(value, [step]);
    }
    const shape = shapeOf(root, schema, value),
      yesNo = shape.types.has("boolean") ? ["true", "false"] : [];
    const offered = [...shape.properties].filter(([key]) => !keys.includes(key));
    return {
      keys:
        role === "value" ? [] : offered.map(([word, one]) => ({ word, description: shapeOf(root, one).description })),
      words:
        role === "key"
          ? []
          : [...yesNo, ...shape.choices, ...shape.examples].map(word => ({ word, description: shape.description })),
    };
  }

  function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
    const text = state.doc.toString(),
      begins = /(?:[:,-] |[[{]|^\s*)$/.test(state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from));
    const place = findPlace(text, pos);
    if (!place) return null;
    const word = text.slice(place.start, pos),
      { keys, words } = offersAt(place.path, place.role, place.keys),
      whole = (typed: string) => words.some(one => one.word === typed);
    // help comes by itself with a word that is begun, and after a colon or a dash
    if (!explicit && (word ? whole(word) : !begins || !/(?:[:,-] |[[{])$/.test(text.slice(0, pos)))) return null;
    const option = ({ word, description }: Offer, number: number): Completion => {
      return { label: word, info: description || undefined, boost: Math.max(-99, 90 - number) }; // in the order of the schema
    };
    const quoted = (typed: string) => (/^[\w.+ -]*$/.test(typed) ? typed : `"${typed.replaceAll('"', '\\"')}"`);
    const options = [
      ...keys.map((one, number) => ({ ...option(one, number), type: "property", apply: keyed })),
      ...words.map((one, number) => ({ ...option(one, number), apply: quoted(one.word) })),
    ];
    const validFor = (typed: string) => /^[^:,#[\]{}"'\n]*$/.test(typed) && !whole(typed);
    return options.length ? { from: place.start, options, validFor } : null;
  }

  // A key comes with its colon, if there is none.
  function keyed(at: EditorView, completion: Completion, from: number, to: number) {
    const colon = at.state.sliceDoc(to, to + 1) === ":" ? "" : ": ";
    at.dispatch({
      ...insertCompletionText(at.state, `${completion.label}${colon}`, from, to),
      annotations: pickedCompletion.of(completion),
    });
  }

  // The description of a key stands where the pointer rests on it.
  function explain(at: EditorView, pos: number): Tooltip | null {
    const word = at.state.wordAt(pos),
      place = word && findPlace(at.state.doc.toString(), word.to);
    if (!word || !place || place.role === "value") return null;
    const name = at.state.sliceDoc(word.from, word.to);
    const offer = offersAt(place.path, "key", []).keys.find(one => one.word === name);
    if (!offer?.description) return null;
    const dom = document.createElement("div");
    dom.className = "cm-description";
    dom.textContent = offer.description;
    return { pos: word.from, end: word.to, above: true, create: () => ({ dom }) };
  }

  return {
    save: () => ({ text: view.state.doc.toString(), json: view.state.toJSON(FIELDS) }),
    show(text) {
      const changes = difference(view.state.doc.toString(), text),
        isFirst = !view.state.doc.length;
      if (!changes) return;
      view.dispatch({ changes, annotations: [fromPage.of(true), Transaction.addToHistory.of(false)] });
      if (isFirst) view.dispatch(startOf(view.state.doc));
    },
    mark(problems) {
      const placedProblems = problems.filter(({ line }) => line && line <= view.state.doc.lines);
      const diagnoses = placedProblems.map(one => diagnosed(view.state.doc, one));
      view.dispatch(setDiagnostics(view.state, diagnoses));
    },
    goTo(number, column) {
      const selection = cursorAt(view.state.doc, number, column);
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection, { y: "center" }) });
      view.focus();
    },
  };
}

// Marks a problem from its column to the end of the word there.
function diagnosed(doc: Text, { line: number, column, message, hint }: TextProblem): Diagnostic {
  const line = doc.line(number),
    before = Math.min(Math.max(0, column - 1), line.length),
    word = line.text.slice(before).match(/^["'].*?["']|^[^\s,:[\]{}#]+|^./)?.[0] ?? "";
  const from = line.from + before;
  return { from, to: from + word.length, severity: "error", message: hint ? `${message}\n${hint}` : message };
}

// Returns the sign of folded lines; a press opens them.
function makePlaceholder(_: EditorView, open: (event: Event) => void, words: string) {
  const sign = document.createElement("span");
  sign.className = "cm-foldPlaceholder";
  sign.textContent = words;
  sign.title = "Show these lines";
  sign.onclick = open;
  return sign;
}

// Returns the first look at a text: the comments before its values are folded, the cursor stands at the first value.
function startOf(doc: Text) {
  let first = 1;
  while (first < doc.lines && /^\s*(?:#|$)/.test(doc.line(first).text)) first++;
  let last = first - 1;
  while (last > 1 && !doc.line(last).text.trim()) last--;
  const value = doc.line(first),
    end = last ? doc.line(last).to : 0,
    column = /^[^:#]*:\s+(?=\S)/.exec(value.text)?.[0].length ?? 0;
  return {
    selection: EditorSelection.cursor(value.from + column),
    effects: end ? [foldEffect.of({ from: 0, to: end })] : [],
  };
}

// Returns the change from one text to another: all between their common beginning and their common end.
function difference(before: string, after: string) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0,
    end = 0;
  while (from < most && before[from] === after[from]) from++;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

// Colours are those of the workshop, which has them for light and dark.
const COLOURS = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--quoted)" },
  { tag: tags.lineComment, color: "var(--comment)", fontSize: "var(--comment-size, 0.9em)" }, // quieter than the values
  { tag: [tags.keyword, tags.meta, tags.typeName, tags.labelName], color: "var(--warn)" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: "var(--soft)" },
]);

const CARD = {
  color: "var(--ink)",
  backgroundColor: "var(--card)",
  border: "1px solid var(--soft)",
  borderRadius: "0.35rem",
};
// A line that is wrapped goes on below its first word, that of a comment or of an item of a list, too.
const MOST_INDENT = 40; // letters
const INDENTS = Array.from({ length: MOST_INDENT + 1 }, (_, letters) =>
  Decoration.line({ class: `cm-hang-${letters}` }),
); // the policy of the page forbids styles in attributes
function hangLines(view: EditorView) {
  const decorations = view.visibleRanges.flatMap(({ from, to }) => {
    const lines = [];
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at),
        letters = /^ *(?:# *)?(?:- +)*/.exec(line.text)?.[0].length ?? 0,
        indent = INDENTS[Math.min(MOST_INDENT, letters)];
      if (letters && indent) lines.push(indent.range(line.from));
      at = line.to + 1;
    }
    return lines;
  });
  return Decoration.set(decorations, true);
}
const HANGING_LINES = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = hangLines(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = hangLines(update.view);
    }
  },
  { decorations: one => one.decorations },
);

const LOOK = EditorView.theme({
  ...Object.fromEntries(
    INDENTS.map((_, letters) => [
      `.cm-line.cm-hang-${letters}`,
      { paddingLeft: `calc(6px + ${letters}ch)`, textIndent: `-${letters}ch` },
    ]),
  ),
  "&": { ...CARD, fontSize: "13px", height: "max(20rem, calc(100dvh - var(--beside-text, 16.5rem)))" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.45", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--chosen)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", borderRight: "1px solid var(--edge)" },
  ".cm-lineNumbers .cm-gutterElement": { paddingLeft: "0.5rem" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--chosen)", outline: "1px solid var(--soft)" },
  ".cm-selectionMatch": { backgroundColor: "var(--line)", outline: "1px solid var(--edge)" },
  ".cm-searchMatch": { backgroundColor: "var(--chosen)", outline: "1px solid var(--soft)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--focus)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--line)", border: "1px solid var(--edge)", color: "var(--soft)" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--edge)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--edge)" },
  ".cm-panel.cm-search": { padding: "0.5rem 2rem 0.5rem 0.5rem" },
  ".cm-panel label": { display: "inline-flex", alignItems: "center", gap: "0.2rem", fontSize: "0.9rem" },
  ".cm-textfield, .cm-button": { ...CARD, backgroundImage: "none", fontSize: "0.9rem", padding: "0.3rem 0.5rem" },
  ".cm-textfield:focus-visible, .cm-button:focus-visible": { outline: "3px solid var(--focus)" },
  ".cm-panel [name=close]": { color: "var(--ink)", fontSize: "1.2rem", padding: "0 0.5rem" },
  ".cm-panel.cm-panel-lint [aria-selected]": { backgroundColor: "var(--chosen)", color: "var(--ink)" },
  ".cm-tooltip": { ...CARD, boxShadow: "0 2px 8px rgb(0 0 0 / 0.3)" },
  ".cm-description, .cm-tooltip.cm-completionInfo": {
    padding: "0.4rem 0.6rem",
    maxWidth: "24rem",
    fontFamily: "var(--sans)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "16rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.15rem 0.6rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on)",
  },
  ".cm-diagnostic": { whiteSpace: "pre-line", padding: "0.4rem 0.6rem", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeft: "5px solid var(--wrong)" },
});
