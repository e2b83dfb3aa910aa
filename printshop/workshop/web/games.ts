import { battleAt, newBattle } from "./battle.ts";
import { call, coverOf, listed, shelf } from "./calls.ts";
import { keeping } from "./folder.ts";
import { formAt } from "./form.ts";
import {
  again,
  asked,
  at,
  begin,
  button,
  type Child,
  h,
  link,
  menu,
  nodes,
  remember,
  remembered,
  row,
  SITE,
  said,
  trail,
} from "./page.ts";
import { addressSetting, opening } from "./link.ts";
import type { Broken, Games, Listed, Names } from "./types.ts";
import { WORDS } from "./words.ts";

// What one begins with: one's own files and games, and those that come along. What was there last is shown at once.

const LAST = "games";

export async function home(): Promise<Child[]> {
  const here = h("div");
  trail.replaceChildren();
  const kept = remembered(sessionStorage, LAST),
    along = kept || (await shelf);
  const waiting = [h("h1", {}, WORDS.yours), h("p", { class: "waiting" }, WORDS.loading)];
  here.replaceChildren(...(along ? nodes(shelves(kept ? JSON.parse(kept) : along)) : waiting));
  listed().then(
    told => {
      const now = JSON.stringify(told);
      if (now !== kept) here.replaceChildren(...nodes(shelves(told)));
      remember(sessionStorage, LAST, now);
    },
    error => {
      const wrong = h("p", { class: "wrong", role: "alert" }, said(error));
      here.replaceChildren(wrong, button(WORDS.retry, again));
    },
  );
  return [here];
}

// `fleets` are not known as long as Python has not begun.
function shelves({ games, fleets, folder = "", starters }: Pick<Games, "games" | "starters"> & Partial<Games>) {
  const own = games.filter(game => game.own),
    shipped = games.filter(game => !game.own);
  const titles = new Map(shipped.map(game => [game.name, game.title]));
  const make = async (name: string, like: string) => at("game", (await call("new_game", { name, like })).name),
    kinds = starters.map(one => ({ ...one, said: [one.said, WORDS.withUnits(one.units)].filter(Boolean).join(". ") })),
    fresh = button(WORDS.newGame, () => begin(WORDS.newGame, make, kinds), { class: "first" });
  const ours = [own.map(cards), fleets?.map(one => fleetCard(one, titles))],
    none = h("p", { class: fleets ? "" : "waiting" }, fleets ? WORDS.none : WORDS.loading);
  return [
    h("div", { class: "bar" }, h("h1", {}, WORDS.yours), SITE ? "" : h("small", {}, WORDS.folder(folder)), fresh),
    own.length || fleets?.length ? h("ul", { class: "cards" }, ours) : none,
    SITE ? keeping() : "",
    row(opening(), addressSetting()),
    h("h2", {}, WORDS.shipped),
    h("ul", { class: "cards" }, shipped.map(card)),
  ];
}

// What can be done with a file as it is: copied, called otherwise, deleted.
function managed(file: string, title: string, folder = false) {
  const after = async (done: Promise<unknown>) => {
    await done;
    again();
    return location.hash;
  };
  const named = (words: string, title: string, action: "copy" | "rename") =>
    folder ? "" : button(words, () => begin(title, name => after(call(action, { file, name }))));
  const erase = () => asked(WORDS.sure(title), WORDS.erase, [], () => after(call("delete", { what: file })));
  return menu(
    WORDS.moreKeys,
    named(WORDS.copy, WORDS.copyOf(title), "copy"),
    named(WORDS.rename, WORDS.renamed(file), "rename"),
    button(WORDS.erase, erase),
  );
}

// A card of something that is opened, with other things that can be done with it, and what stands below them.
const tile = (href: string, title: string, said: string[], others: Child, ...below: Child[]) =>
  h(
    "li",
    { class: "card" },
    h("h2", {}, h("a", { href }, title)),
    h("p", {}, said.filter(Boolean).join(", ")),
    row(link(WORDS.open, href), others),
    ...below,
  );

const fleetCard = ({ file, title, game }: Games["fleets"][number], titles: Map<string, string>) =>
  tile(at("fleet", file), title, [WORDS.fleet, titles.get(game) || ""], "", managed(file, title));

const fileOf = (game: Pick<Broken, "name" | "file">) => (game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`);
const addressOf = (game: Broken) => (game.file ? at("edit", fileOf(game)) : at("game", game.name));

// The battles and record sheets that stand in a game's own files: what it takes from another has its card there.
const partsOf = ({ name, file, battles, forms }: Listed) =>
  [
    ...battles.map(one => ({ ...one, at: battleAt(one.file, one.key), kind: WORDS.aBattle })),
    ...forms.map(one => ({ ...one, at: formAt(one.file, one.key), kind: WORDS.aSheet, what: "" })),
  ].filter(one => one.file && (!file || one.file === fileOf({ name, file })));

// A file of the player's has a card for its units, and one for each battle and record sheet in it.
function cards(game: Listed | Broken): Child[] {
  if (!("units" in game && game.file)) return [card(game)];
  const file = fileOf(game),
    units = game.called.join(", ") + (game.units > game.called.length ? " ..." : ""),
    fault = game.at_fault ? h("p", { class: "wrong" }, WORDS.fault) : "";
  const parts = partsOf(game).map(({ at: href, title, kind, what }, number) => {
    const look = what ? link(WORDS.look, at("pack", what)) : "";
    if (game.units) return tile(href, title, [kind, game.title, WORDS.inFile(units)], look);
    return tile(href, title, [kind, game.title], look, number ? "" : [fault, managed(file, title)]);
  });
  if (!game.units && parts.length) return parts;
  const title = units || file;
  const begins = game.units ? begun(game) : "";
  return [tile(addressOf(game), title, [game.title], begins, fault, managed(file, title)), parts];
}

function card(game: Listed | Broken) {
  const href = addressOf(game);
  if (!("units" in game)) {
    const open = game.file ? link(WORDS.open, href) : "",
      more = game.own ? managed(game.file ? fileOf(game) : game.name, game.name, !game.file) : "",
      named = h("h2", {}, h("a", { href }, game.name));
    return h("li", { class: "card" }, named, h("p", { class: "wrong" }, game.broken), open, more);
  }
  return h(
    "li",
    { class: "card" },
    game.cover ? h("a", { href, tabindex: "-1", "aria-hidden": "true" }, coverOf(game.name, game.own)) : "",
    h("h2", {}, h("a", { href }, game.title)),
    h("p", {}, WORDS.unitCount(game.units)),
    row(
      link(WORDS.units, href),
      game.units ? begun(game) : "",
      partsOf(game).map(({ at, title, what }) => link(WORDS.changes(title, Boolean(what)), at)),
    ),
    fought(game.battles),
    game.own ? managed(game.name, game.title, true) : "",
  );
}

// What can be begun of a game.
export function begun(game: { name: string; title: string; sides: Names }) {
  const fleet = async (title: string, side: string, given: FormData) => {
    const empty = given.has("some") ? "" : "yes";
    return at("fleet", (await call("new_fleet", { game: game.name, title, side, empty })).file);
  };
  const every = Object.entries(game.sides).map(([key, title]) => ({ key, title })),
    sides = every.length > 1 ? every : [];
  return [
    button(WORDS.musters, () => {
      const some = h("input", { type: "checkbox", name: "some", checked: true });
      begin(WORDS.newFleet(game.title), fleet, sides, WORDS.side, [h("label", { class: "like" }, some, WORDS.some)]);
    }),
    button(WORDS.battles, () => newBattle(game)),
  ];
}

// Battles, to look through and to print.
export function fought(battles: { what: string; title: string }[]) {
  const links = battles.map(({ what, title }) => h("li", {}, h("a", { href: at("pack", what) }, title)));
  return links.length ? h("details", {}, h("summary", {}, WORDS.printBattle), h("ul", {}, links)) : "";
}
