import { call, changedBy, dropped, inTurn, located, pictureButton, printing } from "./calls.ts";
import { bench } from "./link.ts";
import {
  at,
  begin,
  button,
  type Child,
  type Choice,
  capital,
  choice,
  choices,
  faulted,
  field as labelled,
  h,
  inWords,
  pictures,
  row,
  tell,
  trying,
} from "./page.ts";
import type { Pane } from "./text.ts";
import type { Answer, Field, OwnFile, Problem, Schema, Shown } from "./types.ts";
import { WORDS } from "./words.ts";

// One file: its units, their figures, its text, what they look like

// What a field is changed with: its control, or a fieldset of several, and what is wrong there.
interface Input {
  control: HTMLElement;
  wrong: HTMLElement;
  means?: HTMLElement; // what its notation consists of
  box: HTMLElement;
  put: (field: Field) => void; // shows what the file has
  read: () => string; // what would be sent
  sent?: string; // what was, last
}
type Tab = "figures" | "text";
const REST = 400; // milliseconds without a key: fleets and battles follow a name that is typed, not every letter of it

export async function edit(file: string, named = ""): Promise<Child[]> {
  const first = await call("open_file", { file, drawn: "0", product: "records" });
  let state = first,
    unit = (first.units.find(one => one.name === named) || first.units[0])?.number || "0", // its place in the file, which no change of its name changes
    product = first.shown[0] || "records",
    tab: Tab = "figures";
  const inputs = new Map<string, Input>(),
    unsaved = new Set<string>(), // keys of inputs with what no answer has told of yet: nothing is written over it
    unsent = new Map<string, string>(); // why what stands in an input is not in the file
  let address = location.hash,
    pane: Promise<Pane> | null = null,
    written: Pane | null = null, // the text, once it is there
    schema: Promise<Schema> = Promise.resolve({});

  const another = () => {
    unit = which.value;
    unsaved.clear();
    unsent.clear();
    refresh();
  };
  const which = h("select", { "aria-label": WORDS.units, onchange: another });
  const drawn = first.shown.map((one): Choice => [one, WORDS[one]]);
  const [shownLabel, shown] = choice(WORDS.shown, drawn, { onchange: look });
  const heading = h("h1");
  const form = h("form", { class: "inputs", onsubmit: event => event.preventDefault() }),
    list = h("div", { role: "status", "aria-live": "polite" });
  const text = h("div", { class: "text" });
  const sheet = h("section", { class: "sheet", "aria-label": WORDS.shown }),
    derived = h("dl"),
    // on a narrow screen the inputs are nearer
    worked = h("details", { open: innerWidth > 860 }, h("summary", {}, WORDS.worked), derived),
    draw = pictures(sheet, number => WORDS.drawn(WORDS[product], here()?.name || "", number));
  const turns = inTurn<OwnFile, [from: Element | null]>(first, refresh, show, sheet);
  const prints = row(),
    status = h("p", { role: "status", class: "state" }),
    panels = {
      figures: h("div", { id: "panel-figures", role: "tabpanel" }, form),
      text: h("div", { id: "panel-text", role: "tabpanel", hidden: true }, text),
    };
  const turned = ({ key }: KeyboardEvent, from: Tab) => {
    if (key !== "ArrowRight" && key !== "ArrowLeft") return;
    turn(from === "text" ? "figures" : "text");
    document.getElementById(`tab-${tab}`)?.focus();
  };
  const heads = (["figures", "text"] as const).map(key => {
    const named = { id: `tab-${key}`, "aria-controls": `panel-${key}`, "aria-selected": String(key === tab) },
      onkeydown = (event: KeyboardEvent) => turned(event, key);
    return button(WORDS[key], () => turn(key), { role: "tab", ...named, onkeydown });
  });
  const tabs = h("div", { class: "row", role: "tablist" }, heads);

  function turn(key: Tab) {
    tab = key;
    for (const [name, panel] of Object.entries(panels)) {
      panel.hidden = name !== key;
      tabs.querySelector(`#tab-${name}`)?.setAttribute("aria-selected", String(name === key));
    }
    if (key === "text") opened();
    wrongs();
  }

  // The text and what it is edited with are fetched when it is first looked at; what may stand in it, every time.
  function opened(): Promise<Pane> {
    const before = schema; // of what cannot be read nothing is known, or what was
    schema = call("schema", { file }).then(
      found => (found.schema.type ? found.schema : before),
      () => before,
    );
    pane ??= import("./text.ts").then(loaded => {
      const typed = (words: string) =>
        turns.typed("text", () => turns.send("write", { ...now(), text: words }, "text", text));
      text.replaceChildren();
      written = loaded.pane(text, `${WORDS.text}: ${file}`, typed, () => ({ schema: {}, tree: null }));
      written.show(state.text);
      written.mark(state.problems);
      return written;
    });
    pane.catch(() => {
      pane = null;
      tell(WORDS.lost, button(WORDS.retry, opened));
    });
    return pane;
  }

  const now = () => ({ file, drawn: unit, product });
  function refresh() {
    turns.send("open_file", now(), "open", null);
  }
  function look() {
    product = first.shown.find(one => one === shown.value) || product;
    refresh();
  }
  // An input changes the unit that it was made for, which another choice of the player may have replaced since.
  function change(of: string, key: string, value: string, kind: string, from: Element | null) {
    turns.send("change", { ...now(), unit: of, key, value, kind }, `${of}/${key}`, from);
  }

  // What is typed is sent in a moment, a name once it is typed; what the file needs, and is not there, never.
  function hear(control: HTMLElement, field: Field, read: () => string, when: "input" | "change") {
    const of = unit;
    const told = (why: string) => {
      if (why) unsent.set(field.key, why);
      else unsent.delete(field.key);
      wrongs();
    };
    control.addEventListener("input", () => {
      unsaved.add(field.key);
      told("");
    });
    control.addEventListener(when, () => {
      const number = control instanceof HTMLInputElement && control.validity.badInput;
      if (number || (!field.optional && !read())) return told(WORDS.needed(field.said));
      const send = () => {
        const there = inputs.get(field.key);
        if (there && of === unit) there.sent = read();
        change(of, field.key, read(), field.kind, control);
      };
      if (when === "input") turns.typed(`${of}/${field.key}`, send, field.key === "name" ? REST : 0);
      else send();
    });
  }

  const explained = ({ said, optional }: Field) => [said, optional ? WORDS.optional : ""].filter(Boolean).join("; ");

  function input(field: Field): Input {
    const id = `in-${field.key}`;
    if (field.shown) return several(field, field.shown, id);
    const control = controlOf(field, id);
    const flag = control instanceof HTMLInputElement && control.type === "checkbox" ? control : null;
    const read = () => (flag ? (flag.checked ? "true" : field.optional ? "" : "false") : control.value.trim());
    hear(control, field, read, flag || field.kind === "choice" ? "change" : "input");
    const wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    control.setAttribute("aria-describedby", `${id}-said ${id}-wrong`);
    const means = h("b");
    const box = h(
      "div",
      { class: control.type === "number" ? "" : "wide" },
      h("label", { class: "field", for: id }, field.label),
      h("div", {}, control, field.kind === "picture" ? pictureButton(file, painted(unit)) : suggestions(field, control)),
      h("small", { id: `${id}-said` }, means, explained(field)),
      " ",
      wrong,
    );
    const put = ({ value }: Field) => {
      if (flag) flag.checked = value === "true";
      else if (control.value !== value) control.value = value;
    };
    return { control, wrong, means, box, put, read };
  }

  // The options of a choice that also takes other words: offered while one is typed.
  function suggestions({ kind, options }: Field, control: HTMLElement) {
    if (kind !== "text" || !options.length) return "";
    control.setAttribute("list", `${control.id}-options`);
    return h("datalist", { id: `${control.id}-options` }, ...options.map(value => h("option", { value })));
  }

  function controlOf({ key, kind, value, options, optional, low, high }: Field, id: string) {
    if (kind === "choice") {
      const first = options.includes("") || optional ? "" : value;
      const listed = optional || !options.includes(value) ? [first, ...options] : options,
        called = (one: string) => capital(one, key === "side" || key === "art_bow") || WORDS.unsaid;
      return choices(
        listed.map(one => [one, called(one)]),
        { id },
      );
    }
    if (kind === "flag") return h("input", { id, type: "checkbox" });
    if (kind === "whole" && /^-?\d*$/.test(value))
      return h("input", { id, type: "number", step: "1", min: low?.toString(), max: high?.toString() });
    return h("input", { id, type: "text", autocomplete: "off", spellcheck: false });
  }

  const painted = (of: string) => (art: string) => change(of, "art", art, "picture", null);

  // Into one of the fleets that there are, or a new one.
  function enlisting() {
    const select = h("select", { "aria-label": WORDS.inFleet }, h("option", { value: "" }, WORDS.inFleet));
    const fill = ({ fleets, game }: Answer<"around">) => {
      const all = [{ file: "new", title: WORDS.newOne }, ...fleets.filter(one => one.game === game)];
      select.append(...all.map(({ file, title }) => h("option", { value: file }, title)));
    };
    call("around", { of: file }).then(fill, () => {});
    select.addEventListener("change", () => {
      const unit = here()?.name || "",
        fleet = select.value;
      select.value = "";
      const into = async (more: { fleet: string } | { title: string }) => {
        const { file: there, before, stamp } = await call("enlist", { of: file, unit, ...more });
        if (before && stamp) changedBy(there, before, stamp);
        return at("fleet", there);
      };
      if (fleet === "new") return begin(WORDS.fleetWith(unit), title => into({ title }));
      trying(async () => Object.assign(location, { hash: await into({ fleet }) }));
    });
    return select;
  }

  // A list has an input for each row, things and figures by name one for each name.
  function several(field: Field, first: Shown, id: string): Input {
    const parts = h("div", { class: "parts" }),
      wrong = h("span", { class: "wrong", id: `${id}-wrong` }),
      described = { "aria-describedby": `${id}-said ${id}-wrong` };
    const control = h("fieldset", { ...described, id }, h("legend", {}, field.label), parts);
    const read = () => {
      const typed = [...parts.querySelectorAll("input")].map(one => [one.dataset.name, one.value.trim()]),
        there = typed.filter(([, value]) => value);
      return JSON.stringify(first.rows ? there.map(([, value]) => value) : Object.fromEntries(there));
    };
    hear(control, { ...field, optional: true }, read, "input");
    const lineOf = (words: string) => {
      const plain = { type: "text", spellcheck: false, autocomplete: "off" },
        input = h("input", { ...plain, "aria-label": field.label });
      input.value = words;
      const leave = () => {
        line.remove();
        control.dispatchEvent(new Event("input"));
        more.focus();
      };
      const out = button("\u00d7", leave, { "aria-label": `${WORDS.remove} ${field.label}` }),
        line = h("div", { class: "line" }, input, out);
      return line;
    };
    const more = button(WORDS.more, () => {
      const line = lineOf("");
      parts.append(line);
      line.querySelector("input")?.focus();
    });
    const amount = (name: string, amounts: Record<string, string>) => {
      const input = h("input", { type: "text", inputmode: "numeric", "data-name": name });
      input.value = amounts[name] || "";
      return labelled(name.replaceAll("_", " "), input);
    };
    const fill = ({ rows, amounts }: Shown) =>
      parts.replaceChildren(...(rows ? rows.map(lineOf) : field.options.map(name => amount(name, amounts))));
    fill(first);
    if (first.rows) control.append(more);
    control.append(h("small", { id: `${id}-said` }, explained(field)), " ", wrong);
    const put = ({ shown }: Field) => {
      if (shown && read() !== JSON.stringify(shown.rows || shown.amounts)) fill(shown);
    };
    return { control, wrong, box: h("div", { class: "wide" }, control), put, read };
  }

  const here = () => state.units.find(one => one.number === unit) || state.units[0];
  const wrongIn = (key: string) =>
    state.problems.filter(problem => problem.unit === unit && problem.key === key && inputs.has(key));

  function show(told: OwnFile, from: Element | null) {
    const before = here()?.derived || {};
    state = told;
    const one = here();
    unit = one?.number || unit;
    which.replaceChildren(
      ...state.units.map(({ number, name }) => h("option", { value: number, selected: number === unit }, name)),
    );
    which.hidden = state.units.length < 2;
    heading.textContent = one?.name || file;
    if (named && one && location.hash === address) {
      address = at("edit", file, one.name); // the address leads to the unit, whatever it is called now
      history.replaceState(null, "", address);
    }
    located(file, state.game, h("a", { href: location.hash }, one?.name || file));
    if (from !== text) written?.show(state.text);
    written?.mark(state.problems);
    const shape = one?.inputs.map(field => `${field.key} ${field.kind} ${Boolean(field.shown)}`).join() + unit;
    if (one && form.dataset.shape !== shape && !(from && form.contains(from))) {
      inputs.clear();
      for (const field of one.inputs) inputs.set(field.key, input(field));
      form.replaceChildren(...[...inputs.values()].map(({ box }) => box));
      form.dataset.shape = shape;
    }
    for (const field of one?.inputs || []) {
      const there = inputs.get(field.key);
      if (!there) continue;
      const asked = there.control === from;
      if (asked && state.refused) unsent.set(field.key, state.refused);
      else if (asked && there.read() === there.sent) unsaved.delete(field.key);
      if (!unsaved.has(field.key) && !there.control.contains(document.activeElement)) there.put(field);
    }
    // what the last change has changed is seen
    const changed = (key: string, value: string) => key in before && before[key] !== value;
    const all = Object.entries(one?.derived || {}).filter(([, value]) => value);
    const pairs = all.map(([key, value]) => [
      h("dt", {}, key),
      h("dd", {}, changed(key, value) ? h("mark", {}, value) : value),
    ]);
    derived.replaceChildren(...pairs.flat());
    worked.hidden = !derived.childElementCount;
    if (!draw(state.pages) && !sheet.querySelector("img"))
      sheet.replaceChildren(state.problems.length ? WORDS.nothing : "");
    wrongs();
  }

  // What is wrong: at its input, or below the sheet; and whether it can be printed.
  function wrongs() {
    const one = here(),
      there: string[] = [];
    for (const field of one?.inputs || []) {
      const input = inputs.get(field.key),
        wrong = wrongIn(field.key),
        needed = wrong.length && !field.value && !field.optional ? WORDS.needed(field.said) : "";
      if (!input) continue;
      const fault = unsent.get(field.key) || needed || inWords(wrong);
      faulted(input.control, input.wrong, fault);
      if (input.means) input.means.textContent = field.means && !fault ? `= ${field.means}` : "";
      if (fault) there.push(field.key);
    }
    const others = state.problems.filter(({ unit: of, key }) => !(of === unit && inputs.has(key)) || tab === "text"),
      place = (problem: Problem) => problem.line && button(WORDS.line(problem.line), () => goTo(problem)),
      said = others.map(one => h("li", { class: "wrong" }, place(one) || "", " ", inWords([one]))),
      warned = one?.warnings.map(words => h("p", { class: "warn" }, words)) || [];
    list.replaceChildren(...(said.length ? [h("h2", {}, WORDS.problems), h("ul", {}, said)] : []), ...warned);
    const sound = !state.problems.length && !there.length,
      label = (key: string) => one?.inputs.find(field => field.key === key)?.label || key;
    const jump = () => {
      if (!there.length) return list.scrollIntoView();
      turn("figures");
      inputs.get(there[0])?.control.focus();
    };
    const unfit = WORDS.unfit(there.map(label), Math.max(there.length, state.problems.length)),
      fine = unsaved.size ? WORDS.saving : WORDS.fine;
    status.replaceChildren(sound ? fine : button(unfit, jump, { class: "plain" }));
    prints.replaceChildren(...printing({ what: file, unit: one?.name || "", product }, sound));
  }

  async function goTo({ line, column }: Problem) {
    turn("text");
    (await pane)?.goTo(line, column);
  }

  show(first, null);
  if (!first.units.length) turn("text"); // what cannot be read has no figures
  if (unit !== first.units[0]?.number) refresh();
  const left = [tabs, panels.figures, panels.text],
    right = [prints, row(status, shownLabel), list, sheet, worked],
    last = first.units.length ? enlisting() : "";
  return bench(turns, { heading, left, right, first: which, last }, dropped(file, painted));
}
