// A record sheet: its cells are chosen on the page as it is printed, and changed beside it.

import { call, inTurn, located, pictureButton, printing } from "./calls.ts";
import { bench } from "./link.ts";
import {
  arrows,
  at,
  begin,
  button,
  type Child,
  type Choice,
  choice,
  choices,
  faulted,
  h,
  inWords,
  link,
  row,
  stand,
  under,
} from "./page.ts";
import type { Cell, Form, Problem, Setting } from "./types.ts";
import { WORDS } from "./words.ts";

// What a cell shows: the key that says so, and what it begins as.
const SHOWS = [
  ["text", "New"],
  ["pips", "5"],
  ["count", "5"],
  ["lines", "1"], // what fits a row of any height,
  ["picture", "unit"],
  ["stats", ""], // of a figure of the unit
  ["list", ""], // known of a cell that has it
] as const;
type Shows = (typeof SHOWS)[number][0];
// Inputs of a cell that stand there at once, besides that of what it shows.
const FIRST = ["track", "style", "align"];

export const newForm = (game: { name: string; title: string }) =>
  begin(WORDS.newForm(game.title), async title => {
    const { file, key } = await call("new_form", { game: game.name, title });
    return formAt(file, key);
  });

export const formAt = (file: string, key: string) => at("form", key, file);

export async function form(key: string, file: string): Promise<Child[]> {
  const first = await call("open_form", { file, key });
  const ARRANGED = ["cell", "row", "circles", "no cell", "no row"] as const;
  let state = first,
    drawn = first,
    chosen = "",
    into = false,
    inputs = 0;
  const title = first.form.find(one => one.key === "title")?.value || key;
  located(file, first.game, h("a", { href: location.hash }, title));
  const wrongs = new Map<string, [control: HTMLElement, wrong: HTMLElement]>(); // of the chosen cell, by key
  const panel = h("div"),
    problems = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.sheet }),
    page = h("div", { class: "played" }),
    prints = row();
  // the player's own are shown and printed as well
  const [{ units: mine }, { fleets, game }] = await Promise.all([call("mine", { file }), call("around", { of: file })]);
  const all = [...new Set([...first.units, ...mine.map(one => one.name)])],
    mustered = fleets.filter(one => one.game === game).map((one): Choice => [one.file, one.title]);
  const [unitLabel, units] = choice(WORDS.unit, all, { onchange: () => open() });
  unitLabel.hidden = all.length < 2;
  const [printedLabel, printed] = choice(
    WORDS.printFor,
    [["unit", WORDS.thisOne], ["", WORDS.allOf(first.units.length)], ...mustered],
    { onchange: () => show(state, false) },
  );
  const turns = inTurn<Form, [rebuild: boolean]>(first, open, show, sheet),
    { send, typed } = turns;
  const given = <More>(more: More) => ({ file, key, unit: units.value || "", ...more });

  function open(at = chosen) {
    send("open_form", given({ at }), "open", true);
  }

  function input(at: string, { key: name, value, options, said }: Setting) {
    const put = (): void =>
      typed(`${at}${name}`, () =>
        send("change_form", given({ at, name, value: control.value.trim(), cell: chosen }), `${at}${name}`, false),
      );
    const id = `in-${inputs++}`;
    const called = ["", ...options].map((one): Choice => [one, WORDS.flags[one] || one || WORDS.usual]);
    const control: HTMLInputElement | HTMLSelectElement = options.length
      ? choices(called, { id, onchange: put })
      : h("input", { id, type: "text", autocomplete: "off", spellcheck: false, oninput: put });
    if (options.length && value && !options.includes(value)) control.append(h("option", { value }, value));
    control.value = value;
    const label = WORDS.formKeys[name] || name.replaceAll("_", " "),
      wrong = h("span", { class: "wrong" });
    if (at === chosen) wrongs.set(name, [control, wrong]);
    const inserted =
      ["text", "pips", "count", "lines"].includes(name) && state.names.length ? insert(control, name) : "";
    const painted = (art: string) => {
      control.value = art;
      put();
    };
    return h(
      "div",
      { class: name in WORDS.shows ? "wide" : "" },
      h("label", { class: "field", for: id }, label),
      control,
      inserted,
      name === "picture" ? pictureButton(file, painted) : "",
      h("small", {}, WORDS.formHints[name] ?? (options.length ? "" : said)),
      " ",
      wrong,
    );
  }

  // Figures of a unit, by what they are called: a chosen one is put where the cursor is.
  function insert(control: HTMLInputElement | HTMLSelectElement, name: string) {
    const named = (own: boolean) =>
      state.names
        .filter(one => one.own === own)
        .map(({ key, label, value }) => h("option", { value: key }, value ? `${label}: ${value.slice(0, 24)}` : label));
    const select = h("select", { "aria-label": `${WORDS.insert}: ${WORDS.formKeys[name] || name}` }, [
      h("option", { value: "" }, WORDS.insert),
      named(true),
      h("optgroup", { label: WORDS.rarely }, named(false)),
    ]);
    select.addEventListener("change", () => {
      const key = select.value;
      select.value = "";
      if (!(control instanceof HTMLInputElement) || !key) return;
      if (name === "text") {
        const at = control.selectionStart ?? control.value.length;
        control.setRangeText(`{${key}}`, at, control.selectionEnd ?? at, "end");
      } else control.value = key;
      control.dispatchEvent(new Event("input"));
      control.focus();
    });
    return select;
  }

  // What a cell begins as that shows something: "" where nothing can be offered.
  function usual(shows: Shows) {
    const found = SHOWS.find(([key]) => key === shows)?.[1] || "";
    return shows === "stats" ? state.names.find(one => one.own)?.key || "" : found;
  }

  // What the chosen cell shows; another choice takes its place.
  function chooser() {
    const shown = SHOWS.find(([key]) => key !== "text" && state.inputs.some(one => one.key === key && one.value));
    const now: Shows = shown?.[0] || "text";
    const [label, select] = choice(
      WORDS.whatShows,
      SHOWS.filter(([key]) => key === now || usual(key)).map(([key]): [string, string] => [key, WORDS.shows[key]]),
    );
    select.value = now;
    select.addEventListener("change", () => {
      const found = SHOWS.find(([key]) => key === select.value);
      if (!found) return;
      const [name] = found,
        value = (name === "text" && state.inputs.find(one => one.key === name)?.value) || usual(name);
      send("change_form", given({ at: chosen, name, value, cell: chosen, instead: now }), "", true);
    });
    return { label, now };
  }

  const block = (title: string, ...parts: Child[]) => h("fieldset", {}, h("legend", {}, title), parts);

  function fill() {
    inputs = 0;
    wrongs.clear();
    const above = state.row;
    const fields = (path: string, some: Setting[]) =>
      h("div", { class: "inputs" }, ...some.map(one => input(path, one)));
    const folded = (title: string, ...parts: Child[]) => h("details", {}, h("summary", {}, title), parts);
    const arranged = ARRANGED.map(how => {
      return button(WORDS.arranged[how], () => send("rearrange", given({ at: chosen, how }), "", true));
    });
    if (!chosen) {
      panel.replaceChildren(h("p", {}, WORDS.pick), block(WORDS.sheet, fields("", state.form)));
      return;
    }
    const { label, now } = chooser(),
      first = [now, ...FIRST],
      [those, others] = [true, false].map(one => state.inputs.filter(({ key }) => first.includes(key) === one));
    panel.replaceChildren(
      h("div", { class: "pairs" }, arranged),
      block(WORDS.cell, label, fields(chosen, those), folded(WORDS.moreKeys, fields(chosen, others))),
      folded(WORDS.row, fields(above, state.rows)),
      folded(WORDS.sheet, fields("", state.form)),
    );
  }

  // The cell is chosen when the answer comes: until then, the fields are those of the cell before, and change that one.
  // A player with a keyboard goes on in the fields of the cell.
  function pick(at: string, keys = false) {
    into = keys;
    open(at);
  }

  function placed({ at, label, place }: Cell) {
    const more = { class: "cell", "aria-label": label, "aria-pressed": String(at === chosen) },
      cell = button("", ({ detail }) => pick(at, !detail), more);
    stand(cell, place);
    return cell;
  }

  function show(now: Form, rebuild: boolean) {
    if (rebuild || now.at === chosen) state = now;
    if (now.svg) drawn = now;
    if (rebuild) {
      chosen = now.at;
      into ||= panel.contains(document.activeElement);
      fill();
      if (into) panel.querySelector("input")?.focus();
      into = false;
    }
    const focused = document.activeElement?.getAttribute("aria-label");
    const cells = drawn.cells.map(placed);
    page.onkeydown = arrows(cells);
    page.replaceChildren(under(drawn.svg, WORDS.sheetOf(drawn.unit)), ...cells);
    cells.find(cell => cell.getAttribute("aria-label") === focused)?.focus();
    if (now.svg) sheet.classList.remove("old");
    for (const [name, [control, wrong]] of wrongs) {
      const found = now.problems.filter(problem => problem.unit === chosen && problem.key === name);
      faulted(control, wrong, inWords(found));
      const folded = found.length > 0 && control.closest("details");
      if (folded) folded.open = true;
    }
    const others = now.problems.filter(problem => !(problem.unit === chosen && wrongs.has(problem.key)));
    const there = ({ unit }: Problem) => (unit && unit !== chosen ? button(WORDS.showCell, () => pick(unit)) : "");
    const said = others.map(one => h("p", { class: "wrong" }, inWords([one]), " ", there(one)));
    problems.replaceChildren(
      ...said,
      now.problems.length ? h("p", { class: "wrong" }, WORDS.unfit([], now.problems.length)) : "",
    );
    const text = link(WORDS.text, at("edit", file));
    const whose = printed.value === "unit" ? { unit: now.unit } : { fleet: printed.value };
    prints.replaceChildren(text, printedLabel, ...printing({ what: file, ...whose, form: key }, !now.problems.length));
  }

  show(first, true);
  sheet.append(page);
  const heading = h("h1", {}, title);
  return bench(turns, { heading, left: [unitLabel, panel], right: [prints, problems, sheet] });
}
