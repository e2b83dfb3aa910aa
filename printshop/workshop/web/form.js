// A record sheet: its cells are chosen on the page as it is printed, and changed beside it.

import { call, inTurn, printing } from "./calls.js";
import { sharing } from "./link.js";
import { begin, choice, h, later, problemsOf, trail } from "./page.js";
import { WORDS } from "./words.js";

const FEW = 8; // inputs of a cell that are shown at once, those that it has before them

export const newForm = game =>
  begin(WORDS.newForm(game.title), async title => {
    const { file, key } = await call("new_form", { game: game.name, title });
    return formAt(file, key);
  });

export const formAt = (file, key) => `#/form/${encodeURIComponent(key)}/${encodeURIComponent(file)}`;

export async function form(key, file) {
  const first = await call("open_form", { file, key });
  const past = [],
    future = [],
    inputs = new Map();
  let state = first,
    drawn = first,
    chosen = "";
  trail.replaceChildren(h("a", { href: location.hash }, file));
  const panel = h("div"),
    problems = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.sheet }),
    page = h("div", { class: "played" }),
    prints = h("div", { class: "row" });
  const [unitLabel, units] = choice(WORDS.unit, first.units, { onchange: open });
  unitLabel.hidden = first.units.length < 2;
  const undo = h("button", { type: "button", onclick: () => back(past, future) }, WORDS.undo),
    redo = h("button", { type: "button", onclick: () => back(future, past) }, WORDS.redo);
  const send = inTurn(first, show, sheet);
  const given = more => ({ file, key, unit: units.value || "", ...more });

  function open() {
    send("open_form", given({ at: chosen }), true);
  }

  function change(action, more, rebuild) {
    const before = state.text;
    send(action, given(more), rebuild, () => {
      past.push(before);
      future.length = 0;
    });
  }

  function back(from, to) {
    if (!from.length) return;
    to.push(state.text);
    send("write_form", given({ text: from.pop(), at: chosen }), true);
  }

  function input(at, { key: name, value, options, said }) {
    const put = () =>
      later(`${at}${name}`, () =>
        change("change_form", { at, name, value: control.value.trim(), cell: chosen }, false),
      );
    const id = `in-${inputs.size}`;
    const control = options.length
      ? h(
          "select",
          { id, onchange: put },
          ["", ...options].map(option => h("option", { value: option }, option)),
        )
      : h("input", { id, type: "text", autocomplete: "off", spellcheck: false, oninput: put });
    if (options.length && value && !options.includes(value)) control.append(h("option", { value }, value));
    control.value = value;
    inputs.set(id, control);
    const label = name.replaceAll("_", " ");
    return h("div", {}, h("label", { class: "field" }, label, control), said ? h("small", {}, said) : "");
  }

  const block = (title, ...parts) => h("fieldset", {}, h("legend", {}, title), parts);

  function fill() {
    inputs.clear();
    const at = chosen && JSON.stringify(JSON.parse(chosen).slice(0, -2));
    const fields = (path, some) =>
      h(
        "div",
        { class: "inputs" },
        some.map(one => input(path, one)),
      );
    const folded = (title, ...parts) => h("details", {}, h("summary", {}, title), parts);
    const arranged = ["cell", "no cell", "row", "no row"].map(how =>
      h(
        "button",
        { type: "button", onclick: () => change("rearrange", { at: chosen, how }, true) },
        WORDS.arranged[how],
      ),
    );
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

  function pick(at) {
    chosen = at;
    open();
  }

  function placed({ at, label, place: [left, top, width, height] }) {
    const button = h("button", { type: "button", class: "cell", "aria-label": label, onclick: () => pick(at) });
    button.setAttribute("aria-pressed", String(at === chosen));
    Object.assign(button.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    return button;
  }

  function show(now, rebuild, done) {
    if (done && now.text !== state.text) done();
    state = now;
    if (now.svg) drawn = now;
    if (rebuild) {
      chosen = now.at;
      fill();
    } else panel.querySelector(".source")?.replaceChildren(now.source);
    const focused = document.activeElement?.getAttribute("aria-label");
    const src = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
    const image = h("img", { src, alt: WORDS.sheetOf(drawn.unit) });
    image.onload = () => URL.revokeObjectURL(src);
    const cells = drawn.cells.map(placed);
    page.replaceChildren(image, ...cells);
    cells.find(cell => cell.getAttribute("aria-label") === focused)?.focus();
    if (now.svg) sheet.classList.remove("old");
    problems.replaceChildren(...problemsOf(now.problems));
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    const text = h("a", { class: "button", href: `#/edit/${encodeURIComponent(file)}` }, WORDS.text);
    prints.replaceChildren(
      text,
      sharing(file, () => state.text),
      ...(now.problems.length ? [] : printing({ what: file, unit: now.unit, form: key })),
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
