import { call, fileLink, shelf } from "./calls.ts";
import { formAt, newForm } from "./form.ts";
import { begun, fought } from "./games.ts";
import { begin, type Child, capital, h, nodes, trail } from "./page.ts";
import type { Game, Plain, Unit } from "./types.ts";
import { WORDS } from "./words.ts";

function said(value: Plain | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(said).join(", ");
  if (typeof value === "object") {
    if ("text" in value) return String(value.text);
    if ("die" in value)
      return `${value.count ?? ""}${value.die ? `${value.count ? "/" : ""}d${value.die}` : ""}${Number(value.damage) > 1 ? ` x${value.damage}` : ""}`;
    return Object.entries(value)
      .map(([key, one]) => `${key.replaceAll("_", " ")} ${said(one)}`)
      .join(", ");
  }
  return value === true ? "yes" : value === false ? "" : String(value);
}

// The units of a game, to search and sort.

const UNKNOWN = "?",
  MOST = 500; // rows that are shown at once

export async function gamePage(name: string): Promise<Child[]> {
  const here = h("div"),
    known = (await shelf)?.units[name],
    fresh = call("game", { name }).then(game => {
      if (JSON.stringify(game) !== JSON.stringify(known)) here.replaceChildren(...nodes(units(name, game)));
    });
  if (known) here.replaceChildren(...nodes(units(name, known)));
  else await fresh;
  return [here];
}

function units(name: string, game: Game): Child[] {
  trail.replaceChildren(h("a", { href: location.hash }, game.title));
  const keys = [...new Set(game.units.flatMap(unit => [...Object.keys(unit.fields), ...Object.keys(unit.derived)]))];
  const label = (key: string) =>
    Object.values(game.labels)
      .map(labels => labels[key])
      .find(Boolean) || key;
  const cells = (unit: Unit) => [
    unit.name,
    game.sides[unit.side] || unit.side,
    ...keys.map(key => said(unit.fields[key] ?? unit.derived[key]) || (unit.unknown.includes(key) ? UNKNOWN : "")),
  ];
  const rows = game.units.map(unit => {
    const there = cells(unit),
      blank = unit.unknown.length > 0 && there.slice(2).every(cell => !cell || cell === UNKNOWN);
    return { unit, cells: there, blank };
  });
  const body = h("tbody"),
    count = h("p", { role: "status" });
  let by = -1,
    down = false;
  const search = h("input", { type: "search", oninput: fill });
  function fill() {
    const words = search.value.toLowerCase();
    const found = rows.filter(row => row.cells.some(cell => cell.toLowerCase().includes(words)));
    found.sort((one, other) => {
      // units of which nothing is known come last of all
      if (one.blank !== other.blank || by < 0) return Number(one.blank) - Number(other.blank);
      const [here, there] = [one.cells[by], other.cells[by]].map(cell => (cell === UNKNOWN ? "" : cell));
      if (!here || !there) return Number(!here) - Number(!there); // what is not there comes last
      return here.localeCompare(there, undefined, { numeric: true }) * (down ? -1 : 1);
    });
    for (const [place, one] of [...head.children].entries()) {
      const column = place === 0 ? 0 : place - 1;
      if (place !== 1 && column === by) one.setAttribute("aria-sort", down ? "descending" : "ascending");
      else one.removeAttribute("aria-sort");
    }
    body.replaceChildren(
      ...found.slice(0, MOST).map(({ unit, cells: [first, ...others] }) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, unit.file ? h("a", { href: unitAt(unit) }, first) : first),
          h(
            "td",
            {},
            h(
              "button",
              { type: "button", "aria-label": `${WORDS.mine}: ${unit.name}`, onclick: () => own(name, unit) },
              WORDS.mine,
            ),
            " ",
            unit.file
              ? h("a", { href: unitAt(unit), "aria-label": `${WORDS.change}: ${unit.name}` }, WORDS.change)
              : "",
            " ",
            fileLink(WORDS.record, { what: name, unit: unit.name }, { "aria-label": `${WORDS.record}: ${unit.name}` }),
          ),
          others.map(cell => h("td", { title: cell, class: /^[\d.?-]+$/.test(cell) ? "number" : "" }, cell)),
        ),
      ),
    );
    count.textContent = WORDS.found(found.length, rows.length, MOST);
  }
  const heads = ["name", "", ...["side", ...keys].map(label)].map(words => capital(words.replaceAll("_", " ")));
  const head = h(
    "tr",
    {},
    heads.map((words, place) =>
      place === 1
        ? h("th", { scope: "col" }, "")
        : h(
            "th",
            { scope: "col" },
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  const column = place === 0 ? 0 : place - 1;
                  down = by === column && !down;
                  by = column;
                  fill();
                },
              },
              words,
            ),
          ),
    ),
  );
  fill();
  const forms = game.forms.filter(one => one.file);
  return [
    h("h1", {}, game.title),
    h(
      "div",
      { class: "row" },
      game.units.length ? begun(game) : "",
      game.units.length ? h("button", { type: "button", onclick: () => newForm(game) }, WORDS.newForms) : "",
      forms.map(({ file, key, title }) =>
        h("a", { class: "button", href: formAt(file, key) }, WORDS.changes(title, false)),
      ),
    ),
    fought(game.battles.map(({ key, title }) => ({ what: `${name}/${key}`, title }))),
    h("div", { class: "row search" }, h("label", { class: "field" }, WORDS.search, search), count),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": WORDS.units },
      h("table", {}, h("thead", {}, head), body),
    ),
    rows.some(row => row.cells.includes(UNKNOWN)) ? h("p", {}, h("small", {}, WORDS.unknown)) : "",
  ];
}

const unitAt = ({ file, name }: Unit) => `#/edit/${encodeURIComponent(file)}/${encodeURIComponent(name)}`;
const own = (game: string, unit: Unit) =>
  begin(
    WORDS.copied(unit.name),
    async name => `#/edit/${encodeURIComponent((await call("new_unit", { game, name, like: unit.name })).file)}`,
  );
