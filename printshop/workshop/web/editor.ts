import { call, dropped, inTurn, located, pictureButton, printing } from "./calls.ts";
import { sharing } from "./link.ts";
import { begin, type Child, capital, choice, h, inWords, pictures, said, tell } from "./page.ts";
import type { Pane } from "./text.ts";
import type { Field, OwnFile, Problem, Schema, Shown } from "./types.ts";
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

export async function edit(file: string, named = ""): Promise<Child[]> {
  const first = await call("open_file", { file, drawn: "0", product: "records" });
  let state = first,
    unit = (first.units.find(one => one.name === named) || first.units[0])?.number || "0", // its place in the file, which no change of its name changes
    product = first.shown[0] || "records",
    tab: Tab = "figures";
  const inputs = new Map<string, Input>(),
    unsaved = new Set<string>(), // keys of inputs with what no answer has told of yet: nothing is written over it
    unsent = new Map<string, string>(); // why what stands in an input is not in the file
  let pane: Promise<Pane> | null = null,
    written: Pane | null = null, // the text, once it is there
    schema: Promise<Schema> = Promise.resolve({});

  const which = h("select", {
    "aria-label": WORDS.units,
    onchange: () => {
      unit = which.value;
      unsaved.clear();
      unsent.clear();
      refresh();
    },
  });
  const [shownLabel, shown] = choice(
    WORDS.shown,
    first.shown.map((one): [string, string] => [one, WORDS[one]]),
    {
      onchange: () => {
        product = first.shown.find(one => one === shown.value) || product;
        refresh();
      },
    },
  );
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
  const prints = h("div", { class: "row" }),
    status = h("p", { role: "status", class: "state" }),
    panels = {
      figures: h("div", { id: "panel-figures", role: "tabpanel" }, form),
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
      written = loaded.pane(text, `${WORDS.text}: ${file}`, typed, () => schema);
      written.show(state.text);
      written.mark(state.problems);
      return written;
    });
    pane.catch(() => {
      pane = null;
      tell(WORDS.lost, h("button", { type: "button", onclick: opened }, WORDS.retry));
    });
    return pane;
  }

  const now = () => ({ file, drawn: unit, product });
  function refresh() {
    turns.send("open_file", now(), "open", null);
  }
  function change(key: string, value: string, kind: string, from: Element | null) {
    turns.send("change", { ...now(), unit, key, value, kind }, `${unit}/${key}`, from);
  }

  // What is typed is sent in a moment, a name when its input is left; what the file needs, and is not there, never.
  function hear(control: HTMLElement, field: Field, read: () => string, when: "input" | "change") {
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
        if (there) there.sent = read();
        change(field.key, read(), field.kind, control);
      };
      if (when === "input") turns.typed(field.key, send);
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
    hear(control, field, read, flag || field.kind === "choice" || field.key === "name" ? "change" : "input");
    const wrong = h("span", { class: "wrong", id: `${id}-wrong` });
    control.setAttribute("aria-describedby", `${id}-said ${id}-wrong`);
    const means = h("b");
    const box = h(
      "div",
      { class: control.type === "number" ? "" : "wide" },
      h("label", { class: "field", for: id }, field.label),
      h("div", {}, control, field.kind === "picture" ? pictureButton(file, painted) : ""),
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

  function controlOf({ key, kind, value, options, optional, low, high }: Field, id: string) {
    if (kind === "choice") {
      const first = options.includes("") || optional ? "" : value;
      const listed = optional || !options.includes(value) ? [first, ...options] : options;
      return h(
        "select",
        { id },
        listed.map(option =>
          h("option", { value: option }, capital(option, key === "side" || key === "art_bow") || WORDS.unsaid),
        ),
      );
    }
    if (kind === "flag") return h("input", { id, type: "checkbox" });
    if (kind === "whole" && /^-?\d*$/.test(value))
      return h("input", { id, type: "number", step: "1", min: low?.toString(), max: high?.toString() });
    return h("input", { id, type: "text", autocomplete: "off", spellcheck: false });
  }

  const painted = (art: string) => change("art", art, "picture", null);

  // Into one of the fleets that there are, or a new one.
  function enlisting() {
    const select = h("select", { "aria-label": WORDS.inFleet }, h("option", { value: "" }, WORDS.inFleet));
    const fill = async () => {
      const { fleets } = await call("around", { of: file });
      select.append(
        h("option", { value: "new" }, WORDS.newOne),
        ...fleets.map(({ file, title }) => h("option", { value: file }, title)),
      );
    };
    fill().catch(() => {});
    select.addEventListener("change", async () => {
      const unit = here()?.name || "",
        fleet = select.value;
      select.value = "";
      const into = async (more: { fleet: string } | { title: string }) =>
        `#/fleet/${encodeURIComponent((await call("enlist", { of: file, unit, ...more })).file)}`;
      if (fleet === "new") return begin(WORDS.fleetWith(unit), title => into({ title }));
      try {
        location.hash = await into({ fleet });
      } catch (error) {
        tell(said(error));
      }
    });
    return select;
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
    const changed = () => control.dispatchEvent(new Event("input"));
    hear(control, { ...field, optional: true }, () => JSON.stringify(read()), "input");
    const row = (words: string) => {
      const plain = { type: "text", spellcheck: false, autocomplete: "off" },
        input = h("input", { ...plain, "aria-label": field.label });
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
      const input = h("input", { type: "text", inputmode: "numeric", "data-name": name });
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
    return { control, wrong, box: h("div", { class: "wide" }, control), put, read: () => JSON.stringify(read()) };
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
    located(file, state.game, h("a", { href: location.hash }, one?.name || file));
    if (from !== text) written?.show(state.text);
    written?.mark(state.problems);
    const shape = one
      ? one.inputs.map(field => `${field.key} ${field.kind} ${Boolean(field.shown)}`).join() + unit
      : "";
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
    derived.replaceChildren(
      ...Object.entries(one?.derived || {})
        .filter(([, value]) => value)
        .flatMap(([key, value]) => [
          h("dt", {}, key),
          h("dd", {}, key in before && before[key] !== value ? h("mark", {}, value) : value),
        ]),
    );
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
      input.wrong.textContent = unsent.get(field.key) || needed || inWords(wrong);
      const faulty = Boolean(input.wrong.textContent);
      if (input.means) input.means.textContent = field.means && !faulty ? `= ${field.means}` : "";
      input.control.setAttribute("aria-invalid", String(faulty));
      if (faulty) there.push(field.key);
    }
    const others = state.problems.filter(
      problem => !(problem.unit === unit && inputs.has(problem.key)) || tab === "text",
    );
    list.replaceChildren(
      ...(others.length
        ? [
            h("h2", {}, WORDS.problems),
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
                  inWords([problem]),
                ),
              ),
            ),
          ]
        : []),
      ...(one?.warnings || []).map(words => h("p", { class: "warn" }, words)),
    );
    const sound = !state.problems.length && !there.length,
      label = (key: string) => one?.inputs.find(field => field.key === key)?.label || key;
    const jump = () => {
      if (!there.length) return list.scrollIntoView();
      turn("figures");
      inputs.get(there[0])?.control.focus();
    };
    const count = Math.max(there.length, state.problems.length);
    status.replaceChildren(
      ...(sound
        ? [unsaved.size ? WORDS.saving : WORDS.fine]
        : [h("button", { type: "button", class: "plain", onclick: jump }, WORDS.unfit(there.map(label), count))]),
    );
    prints.replaceChildren(...printing({ what: file, unit: one?.name || "", product }, sound));
  }

  async function goTo({ line, column }: Problem) {
    turn("text");
    (await pane)?.goTo(line, column);
  }

  show(first, null);
  if (!first.units.length) turn("text"); // what cannot be read has no figures
  if (unit !== first.units[0]?.number) refresh();
  return [
    heading,
    h(
      "div",
      { class: "editor", ...dropped(file, painted) },
      h(
        "div",
        {},
        h(
          "div",
          { class: "row" },
          which,
          turns.undo,
          turns.redo,
          sharing(file, () => state.text),
          first.units.length ? enlisting() : "",
        ),
        tabs,
        panels.figures,
        panels.text,
      ),
      h("div", {}, prints, h("div", { class: "row" }, status, shownLabel), list, sheet, worked),
    ),
  ];
}
