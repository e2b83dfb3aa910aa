import { call, printing, Wrong } from "./calls.ts";
import { sharing } from "./link.ts";
import { again, asBase64, type Child, choice, drawing, h, said, tell, trail } from "./page.ts";
import type { Pane } from "./text.ts";
import type { Field, OwnFile, Problem, Schema, Shown } from "./types.ts";
import { SHOWN, WORDS } from "./words.ts";

// One file: its units, their figures, its text, what they look like

// What a field is changed with: its control, or a fieldset of several, and what is wrong there.
interface Input {
  control: HTMLElement;
  wrong: HTMLElement;
  box: HTMLElement;
  put: (field: Field) => void; // shows what the file has
}
type Tab = "figures" | "text";

export async function edit(file: string): Promise<Child[]> {
  let state = await call("open_file", { file }),
    unit = state.units[0]?.name || "",
    product: (typeof SHOWN)[number] = "records",
    tab: Tab = "figures";
  const past: string[] = [],
    future: string[] = [],
    inputs = new Map<string, Input>();
  let line = Promise.resolve(),
    pages: string[] = [],
    pane: Promise<Pane> | null = null,
    written: Pane | null = null, // the text, once it is there
    schema: Promise<Schema> = Promise.resolve({});
  trail.replaceChildren(h("a", { href: location.hash }, file));

  const which = h("select", {
    "aria-label": WORDS.units,
    onchange: () => {
      unit = which.value;
      refresh();
    },
  });
  const [shownLabel, shown] = choice(
    WORDS.shown,
    SHOWN.map((one): [string, string] => [one, WORDS[one]]),
    {
      onchange: () => {
        product = SHOWN.find(one => one === shown.value) || product;
        refresh();
      },
    },
  );
  const form = h("form", { class: "inputs", onsubmit: event => event.preventDefault() }),
    list = h("div", { role: "status", "aria-live": "polite" });
  const text = h("div", { class: "text" });
  const sheet = h("section", { class: "sheet", "aria-label": WORDS.shown }),
    derived = h("dl"),
    worked = h("h3", {}, WORDS.worked);
  const undo = h("button", { type: "button", onclick: () => back(past, future) }, WORDS.undo),
    redo = h("button", { type: "button", onclick: () => back(future, past) }, WORDS.redo);
  const prints = h("div", { class: "row" }),
    panels = {
      figures: h("div", { id: "panel-figures", role: "tabpanel" }, form, worked, derived),
      text: h("div", { id: "panel-text", role: "tabpanel", hidden: true }, text),
    };
  const tabs = h(
    "div",
    { class: "row", role: "tablist" },
    (["figures", "text"] as const).map(key =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${key}`,
          "aria-controls": `panel-${key}`,
          "aria-selected": String(key === tab),
          onclick: () => turn(key),
          onkeydown: event => {
            if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
              turn(key === "text" ? "figures" : "text");
              document.getElementById(`tab-${tab}`)?.focus();
            }
          },
        },
        WORDS[key],
      ),
    ),
  );

  function turn(key: Tab) {
    tab = key;
    for (const [name, panel] of Object.entries(panels)) {
      panel.hidden = name !== key;
      tabs.querySelector(`#tab-${name}`)?.setAttribute("aria-selected", String(name === key));
    }
    if (key === "text") opened();
    show(null);
  }

  // The text and what it is edited with are fetched when it is first looked at; what may stand in it, every time.
  function opened(): Promise<Pane> {
    const before = schema; // of what cannot be read nothing is known, or what was
    schema = call("schema", { file }).then(
      found => (found.schema.type ? found.schema : before),
      () => before,
    );
    pane ??= import("./text.ts").then(loaded => {
      const typed = (words: string) => later("text", () => write(words, text));
      text.replaceChildren();
      written = loaded.pane(text, `${WORDS.text}: ${file}`, typed, () => schema);
      show(null);
      return written;
    });
    pane.catch(() => {
      pane = null;
      tell(WORDS.lost, h("button", { type: "button", onclick: opened }, WORDS.retry));
    });
    return pane;
  }

  // What is typed waits a moment for what follows it; requests go one after the other, each with the stamp of the last.
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  function later(key: string, action: () => unknown) {
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => {
      timers.delete(key);
      action();
    }, 40);
    timers.set(key, timer);
  }
  const now = () => ({ file, drawn: unit, product });
  function send(ask: (stamp: string) => Promise<OwnFile>, from: Element | null, undoable = true): Promise<void> {
    sheet.classList.add("old");
    line = line.then(async () => {
      try {
        const before = state.text;
        state = await ask(state.stamp);
        if (undoable && state.text !== before) {
          past.push(before);
          future.length = 0;
          if (past.length > 200) past.shift();
        }
        tell("");
        show(from);
      } catch (error) {
        const wrong = error instanceof Wrong,
          onclick = wrong ? again : () => send(ask, from, undoable);
        tell(
          wrong ? error.message : WORDS.lost,
          h("button", { type: "button", onclick }, wrong ? WORDS.again : WORDS.retry),
        );
      }
    });
    return line;
  }
  const refresh = () => send(() => call("open_file", now()), null, false);
  const write = (text: string, from: Element | null, undoable = true) =>
    send(stamp => call("write", { ...now(), stamp, text }), from, undoable);
  function change(key: string, value: string, kind: string, from: Element | null) {
    const of = unit;
    return send(async stamp => {
      const next = await call("change", { ...now(), stamp, unit: of, key, value, kind });
      if (key === "name" && of === unit) unit = value || unit;
      return next;
    }, from);
  }
  function back(from: string[], to: string[]) {
    const words = from.pop();
    if (words === undefined) return;
    to.push(state.text);
    write(words, null, false);
  }

  const explained = (field: Field) => (field.optional ? `${field.said}; ${WORDS.optional}` : field.said);

  function input(field: Field): Input {
    const id = `in-${field.key}`;
    if (field.shown) return several(field, field.shown, id);
    const control = controlOf(field, id);
    const flag = control instanceof HTMLInputElement && control.type === "checkbox" ? control : null;
    control.addEventListener(flag || field.kind === "choice" ? "change" : "input", () => {
      const value = flag ? (flag.checked ? "true" : field.optional ? "" : "false") : control.value;
      later(field.key, () => change(field.key, value, field.kind, control));
    });
    const wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    control.setAttribute("aria-describedby", `${id}-said ${id}-wrong`);
    const box = h(
      "div",
      { class: control.type === "number" ? "" : "wide" },
      h("label", { class: "field", for: id }, field.label),
      h("div", field.kind === "picture" ? { class: "line" } : {}, control, field.kind === "picture" ? chooser() : ""),
      h("small", { id: `${id}-said` }, explained(field)),
      " ",
      wrong,
    );
    const put = ({ value }: Field) => {
      if (flag) flag.checked = value === "true";
      else if (control.value !== value) control.value = value;
    };
    return { control, wrong, box, put };
  }

  function controlOf({ kind, value, options, optional, low, high }: Field, id: string) {
    if (kind === "choice") {
      const first = options.includes("") || optional ? "" : value;
      const listed = optional || !options.includes(value) ? [first, ...options] : options;
      return h(
        "select",
        { id },
        listed.map(option => h("option", { value: option }, option)),
      );
    }
    if (kind === "flag") return h("input", { id, type: "checkbox" });
    if (kind === "whole" && /^-?\d*$/.test(value))
      return h("input", { id, type: "number", step: "1", min: low?.toString(), max: high?.toString() });
    return h("input", { id, type: "text", autocomplete: "off", spellcheck: false });
  }

  // A picture is chosen, or dropped anywhere on the editor: it goes into art/ beside the file.
  function chooser() {
    const picked = h("input", { type: "file", accept: ".svg,.png,.jpg,.jpeg", hidden: true });
    picked.addEventListener("change", () => takePicture(picked.files));
    return [picked, h("button", { type: "button", onclick: () => picked.click() }, WORDS.choose)];
  }

  async function takePicture(files: FileList | null | undefined) {
    const picture = files?.[0];
    if (!picture) return;
    try {
      const { art } = await call("picture", { file, name: picture.name, data: await asBase64(picture) });
      change("art", art, "picture", null);
    } catch (error) {
      tell(said(error));
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    takePicture(event.dataTransfer?.files);
  }

  // A list has an input for each row, things and figures by name one for each name.
  function several(field: Field, first: Shown, id: string): Input {
    const parts = h("div", { class: "parts" }),
      wrong = h("span", { class: "wrong", id: `${id}-wrong` }),
      described = { "aria-describedby": `${id}-said ${id}-wrong` };
    const control = h("fieldset", { ...described, id }, h("legend", {}, field.label), parts);
    const typed = () => [...parts.querySelectorAll("input")];
    const read = () =>
      first.rows
        ? typed()
            .map(one => one.value.trim())
            .filter(Boolean)
        : Object.fromEntries(
            typed()
              .map(one => [one.dataset.name, one.value.trim()])
              .filter(([, value]) => value),
          );
    const changed = () => later(field.key, () => change(field.key, JSON.stringify(read()), field.kind, control));
    const row = (words: string) => {
      const plain = { type: "text", spellcheck: false, autocomplete: "off" },
        input = h("input", { ...plain, "aria-label": field.label, oninput: changed });
      input.value = words;
      const out = h("button", { type: "button", "aria-label": `${WORDS.remove} ${field.label}` }, "\u00d7");
      const line = h("div", { class: "line" }, input, out);
      out.addEventListener("click", () => {
        line.remove();
        changed();
        more.focus();
      });
      return line;
    };
    const more = h("button", { type: "button" }, WORDS.more);
    more.addEventListener("click", () => {
      const line = row("");
      parts.append(line);
      line.querySelector("input")?.focus();
    });
    const amount = (name: string, amounts: Record<string, string>) => {
      const input = h("input", { type: "text", inputmode: "numeric", "data-name": name, oninput: changed });
      input.value = amounts[name] || "";
      return h("label", { class: "field" }, name.replaceAll("_", " "), input);
    };
    const fill = ({ rows, amounts }: Shown) =>
      parts.replaceChildren(...(rows ? rows.map(row) : field.options.map(name => amount(name, amounts))));
    fill(first);
    if (first.rows) control.append(more);
    control.append(h("small", { id: `${id}-said` }, explained(field)), " ", wrong);
    const put = ({ shown }: Field) => {
      if (shown && JSON.stringify(read()) !== JSON.stringify(shown.rows || shown.amounts)) fill(shown);
    };
    return { control, wrong, box: h("div", { class: "wide" }, control), put };
  }

  function show(from: Element | null) {
    const here = state.units.find(one => one.name === unit) || state.units[0];
    unit = here?.name || unit;
    which.replaceChildren(
      ...state.units.map(one => h("option", { value: one.name, selected: one.name === unit }, one.name)),
    );
    which.hidden = state.units.length < 2;
    if (from !== text) written?.show(state.text);
    written?.mark(state.problems);
    const shape = here ? here.inputs.map(one => `${one.key} ${one.kind} ${Boolean(one.shown)}`).join() + here.name : "";
    if (here && form.dataset.shape !== shape && !(from && form.contains(from))) {
      inputs.clear();
      for (const field of here.inputs) inputs.set(field.key, input(field));
      form.replaceChildren(...[...inputs.values()].map(one => one.box));
      form.dataset.shape = shape;
    }
    for (const field of here?.inputs || []) {
      const one = inputs.get(field.key);
      if (!one) continue;
      if (one.control !== from) one.put(field);
      const wrong = state.problems.filter(problem => problem.unit === unit && problem.key === field.key);
      one.wrong.textContent = wrong
        .map(problem => [problem.message, problem.hint].filter(Boolean).join("; "))
        .join(" ");
      one.control.setAttribute("aria-invalid", String(wrong.length > 0));
    }
    derived.replaceChildren(
      ...Object.entries(here?.derived || {})
        .filter(([, value]) => value)
        .flatMap(([key, value]) => [h("dt", {}, key), h("dd", {}, value)]),
    );
    worked.hidden = !derived.childElementCount;
    const others = state.problems.filter(
      problem => !(problem.unit === unit && inputs.has(problem.key)) || tab === "text",
    );
    list.replaceChildren(
      ...(others.length
        ? [
            h("h3", {}, WORDS.problems),
            h(
              "ul",
              {},
              others.map(problem =>
                h(
                  "li",
                  { class: "wrong" },
                  problem.line
                    ? h("button", { type: "button", onclick: () => goTo(problem) }, WORDS.line(problem.line))
                    : "",
                  " ",
                  problem.message,
                  problem.hint ? `; ${problem.hint}` : "",
                ),
              ),
            ),
          ]
        : [h("p", {}, state.problems.length ? "" : WORDS.fine)]),
      ...(here?.warnings || []).map(words => h("p", { class: "warn" }, words)),
    );
    for (const url of pages) URL.revokeObjectURL(url);
    if (state.pages.length) {
      pages = state.pages.map(drawing);
      sheet.replaceChildren(
        shownLabel,
        ...pages.map((url, n) => h("img", { src: url, alt: WORDS.drawn(WORDS[product], unit, n + 1) })),
      );
      sheet.classList.remove("old");
    } else if (!sheet.querySelector("img"))
      sheet.replaceChildren(shownLabel, h("p", {}, state.problems.length ? WORDS.nothing : ""));
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    const sound = state.problems.length === 0,
      what = file;
    prints.replaceChildren(...(sound ? printing({ what, unit, product }) : []));
  }

  async function goTo({ line, column }: Problem) {
    turn("text");
    (await pane)?.goTo(line, column);
  }

  document.onkeydown = event => {
    const typing = event.target instanceof Element && event.target.matches("input, textarea, .text");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
      event.preventDefault();
      if (event.shiftKey) back(future, past);
      else back(past, future);
    }
  };
  await refresh();
  return [
    h("h1", {}, file.replace(/\.yaml$/, "")),
    h(
      "div",
      { class: "editor", ondrop: drop, ondragover: event => event.preventDefault() },
      h(
        "div",
        {},
        h(
          "div",
          { class: "row" },
          which,
          undo,
          redo,
          sharing(file, () => state.text),
        ),
        tabs,
        panels.figures,
        panels.text,
      ),
      h("div", {}, prints, list, sheet),
    ),
  ];
}
