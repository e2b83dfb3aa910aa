// A record sheet: its cells are chosen on the page as it is printed, and changed beside it.

import { call, inTurn, printing } from "./calls.ts";
import { sharing } from "./link.ts";
import { begin, type Child, choice, drawing, h, problemsOf, trail } from "./page.ts";
import type { Cell, Form, Setting } from "./types.ts";
import { WORDS } from "./words.ts";

const FEW = 8; // inputs of a cell that are shown at once, those that it has before them

export const newForm = (game: { name: string; title: string }) =>
  begin(WORDS.newForm(game.title), async title => {
    const { file, key } = await call("new_form", { game: game.name, title });
    return formAt(file, key);
  });

export const formAt = (file: string, key: string) => `#/form/${encodeURIComponent(key)}/${encodeURIComponent(file)}`;

export async function form(key: string, file: string): Promise<Child[]> {
  const first = await call("open_form", { file, key });
  const ARRANGED = ["cell", "no cell", "row", "no row"] as const;
  let state = first,
    drawn = first,
    chosen = "",
    inputs = 0;
  trail.replaceChildren(h("a", { href: location.hash }, file));
  const panel = h("div"),
    problems = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.sheet }),
    page = h("div", { class: "played" }),
    prints = h("div", { class: "row" });
  const [unitLabel, units] = choice(WORDS.unit, first.units, { onchange: open });
  unitLabel.hidden = first.units.length < 2;
  const { send, typed, undo, redo } = inTurn<Form, [rebuild: boolean]>(first, open, show, sheet);
  const given = <More>(more: More) => ({ file, key, unit: units.value || "", ...more });

  function open() {
    send("open_form", given({ at: chosen }), "open", true);
  }

  function input(at: string, { key: name, value, options, said }: Setting) {
    const put = (): void =>
      typed(`${at}${name}`, () =>
        send("change_form", given({ at, name, value: control.value.trim(), cell: chosen }), `${at}${name}`, false),
      );
    const id = `in-${inputs++}`;
    const control: HTMLInputElement | HTMLSelectElement = options.length
      ? h(
          "select",
          { id, onchange: put },
          ["", ...options].map(option => h("option", { value: option }, option)),
        )
      : h("input", { id, type: "text", autocomplete: "off", spellcheck: false, oninput: put });
    if (options.length && value && !options.includes(value)) control.append(h("option", { value }, value));
    control.value = value;
    const label = name.replaceAll("_", " ");
    return h("div", {}, h("label", { class: "field" }, label, control), said ? h("small", {}, said) : "");
  }

  const block = (title: string, ...parts: Child[]) => h("fieldset", {}, h("legend", {}, title), parts);

  function fill() {
    inputs = 0;
    const at = chosen && JSON.stringify(JSON.parse(chosen).slice(0, -2)); // of the row
    const fields = (path: string, some: Setting[]) =>
      h(
        "div",
        { class: "inputs" },
        some.map(one => input(path, one)),
      );
    const folded = (title: string, ...parts: Child[]) => h("details", {}, h("summary", {}, title), parts);
    const arranged = ARRANGED.map(how => {
      const onclick = () => send("rearrange", given({ at: chosen, how }), "", true);
      return h("button", { type: "button", onclick }, WORDS.arranged[how]);
    });
    const cell = [
      h("div", { class: "row" }, arranged),
      block(
        WORDS.cell,
        h("code", { class: "source" }, state.source),
        fields(chosen, state.inputs.slice(0, FEW)),
        folded(WORDS.moreKeys, fields(chosen, state.inputs.slice(FEW))),
        folded(WORDS.known, h("p", {}, h("code", {}, state.names.join(", ")))),
      ),
      block(WORDS.row, fields(at, state.rows)),
    ];
    const whole = block(WORDS.sheet, fields("", state.form));
    panel.replaceChildren(...(chosen ? cell : [h("p", {}, WORDS.pick)]), whole);
  }

  function pick(at: string) {
    chosen = at;
    open();
  }

  function placed({ at, label, place: [left, top, width, height] }: Cell) {
    const button = h("button", { type: "button", class: "cell", "aria-label": label, onclick: () => pick(at) });
    button.setAttribute("aria-pressed", String(at === chosen));
    Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    return button;
  }

  function show(now: Form, rebuild: boolean) {
    state = now;
    if (now.svg) drawn = now;
    if (rebuild) {
      chosen = now.at;
      fill();
    } else panel.querySelector(".source")?.replaceChildren(now.source);
    const focused = document.activeElement?.getAttribute("aria-label");
    const src = drawing(drawn.svg);
    const image = h("img", { src, alt: WORDS.sheetOf(drawn.unit) });
    image.onload = () => URL.revokeObjectURL(src);
    const cells = drawn.cells.map(placed);
    page.replaceChildren(image, ...cells);
    cells.find(cell => cell.getAttribute("aria-label") === focused)?.focus();
    if (now.svg) sheet.classList.remove("old");
    problems.replaceChildren(...problemsOf(now.problems));
    const text = h("a", { class: "button", href: `#/edit/${encodeURIComponent(file)}` }, WORDS.text);
    prints.replaceChildren(
      text,
      sharing(file, () => state.text),
      ...printing({ what: file, unit: now.unit, form: key }, !now.problems.length),
    );
  }

  show(first, true);
  sheet.append(page);
  return [
    h("h1", {}, first.form.find(one => one.key === "title")?.value || key),
    h("p", {}, first.game),
    h(
      "div",
      { class: "editor" },
      h("div", {}, h("div", { class: "row" }, unitLabel, undo, redo), problems, panel),
      h("div", {}, prints, sheet),
    ),
  ];
}
