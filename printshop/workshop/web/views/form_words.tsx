// The words of a cell, as they are read: values of the unit are pills, bold and italic words are bold and italic.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { isRich, readTyped, readWords, type WordPiece, writeWords } from "../model/rich_words.ts";
import type { ValueName } from "../types.ts";
import { Button, type InputProps, Menu, MenuItem, TextInput } from "../components/ui.tsx";

// Returns the pieces of an element that is being edited. Each block of a browser is a line.
function readElement(element: Node, known: ReadonlySet<string>, look = { bold: false, italic: false }): WordPiece[] {
  return [...element.childNodes].flatMap((node, number): WordPiece[] => {
    if (!(node instanceof HTMLElement)) {
      const text = node.textContent?.replaceAll("\u00a0", " ") ?? "";
      return readTyped({ text, isValue: false, ...look }, known);
    }
    if (node.dataset.value !== undefined) return [{ text: node.dataset.value, isValue: true, ...look }];
    const newLine = { text: "\n", isValue: false, ...look };
    if (node.tagName === "BR") return node.nextSibling || number === 0 ? [newLine] : [];
    const inner = readElement(node, known, {
      bold: look.bold || /^(B|STRONG)$/.test(node.tagName),
      italic: look.italic || /^(I|EM)$/.test(node.tagName),
    });
    return node.tagName === "DIV" && number > 0 ? [newLine, ...inner] : inner;
  });
}
function makePill(formula: string, names: readonly ValueName[]) {
  const pill = document.createElement("span"),
    named = names.find(one => one.key === formula);
  pill.className = "value-pill";
  pill.contentEditable = "false";
  pill.dataset.value = formula;
  pill.textContent = named?.label ?? formula;
  pill.title = named ? `Now ${named.value || "empty"}` : "A formula: double-click to change it";
  return pill;
}
function fill(element: HTMLElement, words: string, names: readonly ValueName[]) {
  element.replaceChildren(
    ...readWords(words).map(({ text, isValue, bold, italic }) => {
      let node: Node = isValue ? makePill(text, names) : document.createTextNode(text);
      for (const tag of [bold && "b", italic && "i"]) {
        if (!tag) continue;
        const around = document.createElement(tag);
        around.append(node);
        node = around;
      }
      return node;
    }),
  );
}

interface RichTextProps {
  value: string;
  names: readonly ValueName[];
  label: string;
  onInput: (words: string) => void;
  onLeave?: () => void; // of the input with its buttons
  props?: InputProps;
  hasFocus?: boolean; // it gets the focus at once
}
// An input for words. "/" or the button offers the values. Words that it cannot show as pieces have a plain input.
export function RichText({ value, names, label, onInput, onLeave, props = {}, hasFocus }: RichTextProps) {
  const box = useRef<HTMLDivElement>(null),
    area = useRef<HTMLDivElement>(null),
    written = useRef<string | null>(null), // the words that the element shows
    sent = useRef<string[]>([]), // words that the file does not have yet
    place = useRef<Range | null>(null), // of the cursor, while a menu is open
    slash = useRef(false), // the menu is open for a "/"
    known = useRef(new Set<string>()); // names that typed braces may hold: those of the unit and of formulas that are there
  const rich = written.current !== null || isRich(value);
  for (const name of [
    ...names.map(one => one.key),
    ...readWords(value).flatMap(one => (one.isValue ? (one.text.match(/[A-Za-z_]\w*/g) ?? []) : [])),
  ])
    known.current.add(name);
  useLayoutEffect(() => {
    const echo = sent.current.indexOf(value);
    sent.current.splice(0, echo + 1);
    if (!area.current || echo >= 0 || value === written.current) return; // what is typed stays
    sent.current = [];
    fill(area.current, value, names);
    written.current = value;
  }, [value, rich]);
  useEffect(() => {
    const input = hasFocus && (area.current ?? box.current?.querySelector("textarea"));
    if (!input) return;
    input.focus();
    if (input instanceof HTMLTextAreaElement) input.select();
    else getSelection()?.selectAllChildren(input);
  }, []);
  const send = () => {
    if (!area.current) return;
    const words = writeWords(readElement(area.current, known.current)).replace(/\n$/, "");
    if (words === written.current) return;
    written.current = words;
    sent.current.push(words);
    onInput(words);
  };
  const keepPlace = () => {
    const selection = getSelection();
    if (selection?.rangeCount && area.current?.contains(selection.anchorNode)) place.current = selection.getRangeAt(0);
  };
  const insert = (node: Node) => {
    if (!area.current) return;
    area.current.focus();
    const range = place.current ?? document.createRange();
    if (!place.current) range.selectNodeContents(area.current);
    if (!place.current) range.collapse(false);
    range.deleteContents();
    range.insertNode(node);
    range.collapse(false);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    place.current = range;
    send();
  };
  const style = (command: "bold" | "italic") => {
    area.current?.focus();
    document.execCommand(command); // the only way that keeps the undo of the browser
    send();
  };
  const insertValue = (key: string) => {
    const input = box.current?.querySelector("textarea");
    if (!input) {
      setTimeout(() => insert(makePill(key, names))); // after the menu has given the focus back
      return;
    }
    input.setRangeText(`{${key}}`, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    setTimeout(() => input.focus());
  };
  const onKey = (event: KeyboardEvent) => {
    const letter = event.key.toLowerCase(),
      selection = getSelection(),
      before = selection?.anchorNode?.textContent?.slice(0, selection.anchorOffset) ?? "";
    if (event.key === "/" && names.length && (selection?.anchorNode?.nodeType !== 3 || /(^|\s)$/.test(before))) {
      event.preventDefault();
      keepPlace();
      slash.current = true;
      box.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click();
    } else if ((event.ctrlKey || event.metaKey) && (letter === "b" || letter === "i")) {
      event.preventDefault();
      style(letter === "b" ? "bold" : "italic");
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (onLeave && !event.shiftKey) onLeave();
      else document.execCommand("insertLineBreak");
    }
  };
  // Escape from the menu of a "/" writes the "/".
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    if (event.target instanceof Element && event.target.closest("[role=menu]")) {
      if (slash.current) setTimeout(() => insert(document.createTextNode("/")));
    } else if (onLeave) {
      event.stopPropagation();
      onLeave();
    }
    slash.current = false;
  };
  const item = ({ key, label, value: now }: ValueName) => (
    <MenuItem
      key={key}
      hint={now && now !== "?" ? now.slice(0, 30) : undefined}
      onClick={() => {
        slash.current = false;
        insertValue(key);
      }}
    >
      {label}
    </MenuItem>
  );
  const others = names.filter(one => !one.is_declared);
  return (
    <div
      class="rich"
      ref={box}
      onKeyDownCapture={onEscape}
      onFocusOut={event => {
        if (box.current?.contains(event.relatedTarget as Node)) return;
        if (area.current) fill(area.current, written.current ?? value, names); // a hole that was typed becomes a pill
        place.current = null;
        if (event.relatedTarget) onLeave?.();
      }}
    >
      <div
        class="rich-tools"
        role="toolbar"
        aria-label={`Look of: ${label}`}
        onPointerDown={keepPlace}
        onMouseDown={event => event.preventDefault()}
      >
        {rich && (
          <>
            <Button kind="quiet" icon="bold" label="Bold (Ctrl B)" onClick={() => style("bold")} />
            <Button kind="quiet" icon="italic" label="Italic (Ctrl I)" onClick={() => style("italic")} />
          </>
        )}
        {names.length > 0 && (
          <Menu label="Insert a value" icon="add" kind="quiet">
            {names.filter(one => one.is_declared).map(item)}
            {others.length > 0 && <hr />}
            {others.map(item)}
          </Menu>
        )}
      </div>
      {rich ? (
        <div
          {...props}
          ref={area}
          class="rich-area"
          contentEditable
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          spellcheck={false}
          data-hint={names.length ? "Type words, or / for a value" : "Type words"}
          onInput={send}
          onKeyDown={onKey}
          onBlur={keepPlace}
          onPaste={event => {
            event.preventDefault();
            document.execCommand("insertText", false, event.clipboardData?.getData("text/plain") ?? "");
          }}
          onDblClick={event => {
            const pill = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>("[data-value]") : null;
            if (!pill || names.some(one => one.key === pill.dataset.value)) return;
            pill.replaceWith(`{${pill.dataset.value}}`); // as text, so that the formula can be changed
            send();
          }}
        />
      ) : (
        <TextInput props={props} value={value} lines={2} onInput={onInput} />
      )}
    </div>
  );
}
