import { call, fileLink, shelf } from "./calls.ts";
import { formAt, newForm } from "./form.ts";
import { begun, fought } from "./games.ts";
import { at, begin, button, type Child, field, h, link, nodes, row, trail } from "./page.ts";
import type { Game, Unit } from "./types.ts";
import { WORDS } from "./words.ts";

// The units of a game, to search and sort.

const UNKNOWN = "?",
  FIGURE = /^[\d.?\u2212-]*$/,
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
  const rows = game.units.map(unit => ({
    unit,
    cells: [unit.name, unit.side, ...unit.cells],
    blank: unit.cells.includes(UNKNOWN) && unit.cells.every(cell => !cell || cell === UNKNOWN),
  }));
  const blanks = rows.filter(row => row.blank).length;
  const columns = [...[WORDS.named, WORDS.side].map(head => ({ head, said: head, first: true })), ...game.columns].map(
    (one, at) => ({
      ...one,
      at,
      used: rows.some(row => row.cells[at]),
      number: rows.every(row => FIGURE.test(row.cells[at])),
    }),
  );
  // points stand beside the name, where a narrow screen shows them
  columns.splice(1, 2, ...(columns[2]?.first ? [columns[2], columns[1]] : columns.slice(1, 3)));
  const head = h("tr"),
    body = h("tbody"),
    count = h("p", { role: "status" });
  let by = -1,
    down = false;
  const search = h("input", { type: "search", oninput: fill });
  const ticked = (words: string) => {
    const box = h("input", { type: "checkbox", onchange: fill });
    return [box, h("label", { class: "tick" }, box, words)] as const;
  };
  const [every, all] = ticked(WORDS.everything),
    [unknown, others] = ticked(WORDS.unknowns(blanks));
  others.hidden = !blanks || blanks === rows.length;
  all.hidden = columns.every(one => one.first);
  function fill() {
    const words = search.value.toLowerCase();
    const shown = columns.filter(one => (one.first || every.checked) && one.used);
    const found = rows.filter(
      row =>
        (!row.blank || words || unknown.checked || others.hidden) &&
        row.cells.some(cell => cell.toLowerCase().includes(words)),
    );
    found.sort((one, other) => {
      // units of which nothing is known come last of all
      if (one.blank !== other.blank || by < 0) return Number(one.blank) - Number(other.blank);
      const [here, there] = [one.cells[by], other.cells[by]].map(cell => (cell === UNKNOWN ? "" : cell));
      if (!here || !there) return Number(!here) - Number(!there); // what is not there comes last
      return here.localeCompare(there, undefined, { numeric: true }) * (down ? -1 : 1);
    });
    const sorted = (at: number) => {
      down = by === at && !down;
      by = at;
      fill();
      head.querySelector<HTMLElement>("[aria-sort] button")?.focus();
    };
    head.replaceChildren(
      ...shown.map(({ head, said, at }) =>
        h(
          "th",
          { scope: "col", title: said, "aria-sort": by === at && (down ? "descending" : "ascending") },
          button(head, () => sorted(at)),
        ),
      ),
    );
    body.replaceChildren(
      ...found.slice(0, MOST).map(({ unit, cells }) => {
        const called = (words: string) => ({ "aria-label": `${words}: ${unit.name}` }),
          named = [
            unit.file ? h("a", { href: at("edit", unit.file, unit.name) }, unit.name) : h("span", {}, unit.name),
            button(WORDS.mine, () => own(name, unit), called(WORDS.mine)),
            fileLink(WORDS.record, { what: name, unit: unit.name }, called(WORDS.record)),
          ];
        const others = shown.slice(1).map(({ at, number }) => {
          const [cell, few] = [cells[at], cells[at].length > 18 && cells[at].length < 48];
          return h("td", { title: cell, class: number ? "number" : few ? "words" : "" }, cell);
        });
        return h("tr", {}, h("th", { scope: "row", "aria-label": unit.name }, h("div", {}, named)), others);
      }),
    );
    count.textContent = WORDS.found(found.length, rows.length, MOST);
  }
  fill();
  const forms = game.forms.filter(one => one.file),
    begins = game.units.length ? [begun(game), button(WORDS.newForms, () => newForm(game))] : "";
  return [
    h("h1", {}, game.title),
    row(
      begins,
      forms.map(({ file, key, title }) => link(WORDS.changes(title, false), formAt(file, key))),
    ),
    fought(game.battles.map(({ key, title }) => ({ what: `${name}/${key}`, title }))),
    h("div", { class: "row search" }, field(WORDS.search, search), count, all, others),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": WORDS.units },
      h("table", {}, h("thead", {}, head), body),
    ),
    game.units.some(unit => unit.cells.includes(UNKNOWN)) ? h("p", {}, h("small", {}, WORDS.unknown)) : "",
  ];
}

const own = (game: string, { name: like }: Unit) =>
  begin(WORDS.copied(like), async name => at("edit", (await call("new_unit", { game, name, like })).file));
