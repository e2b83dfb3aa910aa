import { battleAt, newBattle } from "./battle.ts";
import { call, coverOf, listed, SITE, shelf } from "./calls.ts";
import { keeping } from "./folder.ts";
import { formAt } from "./form.ts";
import { again, begin, type Child, confirmed, h, menu, nodes, said, trail } from "./page.ts";
import type { Broken, Games, Listed, Names } from "./types.ts";
import { WORDS } from "./words.ts";

// What one begins with: one's own files and games, and those that come along. What was there last is shown at once.

const LAST = "games";

export async function home(): Promise<Child[]> {
  const here = h("div");
  trail.replaceChildren();
  const kept = sessionStorage.getItem(LAST),
    along = kept || (await shelf);
  here.replaceChildren(
    ...nodes(
      along
        ? shelves(kept ? JSON.parse(kept) : along)
        : [h("h1", {}, WORDS.yours), h("p", { class: "waiting" }, WORDS.loading)],
    ),
  );
  listed().then(
    told => {
      const now = JSON.stringify(told);
      if (now !== kept) here.replaceChildren(...nodes(shelves(told)));
      sessionStorage.setItem(LAST, now);
    },
    error =>
      here.replaceChildren(
        h("p", { class: "wrong", role: "alert" }, said(error)),
        h("button", { type: "button", onclick: again }, WORDS.retry),
      ),
  );
  return [here];
}

// `fleets` are not known as long as Python has not begun.
function shelves({
  games,
  fleets,
  folder = "",
  starters,
}: Pick<Games, "games" | "starters"> & Partial<Games>): Child[] {
  const own = games.filter(game => game.own),
    shipped = games.filter(game => !game.own);
  const titles = new Map(shipped.map(game => [game.name, game.title]));
  const fresh = () =>
    begin(
      WORDS.newGame,
      async (name, like) => `#/game/${encodeURIComponent((await call("new_game", { name, like })).name)}`,
      starters.map(({ key, title, said, units, picture }) => ({
        key,
        title,
        picture,
        said: [said, WORDS.withUnits(units)].filter(Boolean).join(". "),
      })),
    );
  return [
    h(
      "div",
      { class: "bar" },
      h("h1", {}, WORDS.yours),
      SITE ? "" : h("small", {}, WORDS.folder(folder)),
      h("button", { type: "button", class: "first", onclick: fresh }, WORDS.newGame),
    ),
    own.length || fleets?.length
      ? h(
          "ul",
          { class: "cards" },
          own.map(cards),
          fleets?.map(one => fleetCard(one, titles)),
        )
      : h("p", { class: fleets ? "" : "waiting" }, fleets ? WORDS.none : WORDS.loading),
    SITE ? keeping() : "",
    h("h2", {}, WORDS.shipped),
    h("ul", { class: "cards" }, shipped.map(card)),
  ];
}

const button = (words: string, onclick: () => void) => h("button", { type: "button", onclick }, words);

// What can be done with a file as it is: copied, called otherwise, deleted.
function managed(file: string, title: string, folder = false) {
  const named = (words: string, action: "copy" | "rename") =>
    begin(words, async name => {
      await call(action, { file, name });
      again();
      return location.hash;
    });
  const erase = () =>
    confirmed(WORDS.sure(title), WORDS.erase, async () => {
      await call("delete", { what: file });
      again();
    });
  return menu(
    WORDS.moreKeys,
    folder ? "" : button(WORDS.copy, () => named(WORDS.copyOf(title), "copy")),
    folder ? "" : button(WORDS.rename, () => named(WORDS.renamed(file), "rename")),
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
    h("div", { class: "row" }, h("a", { class: "button", href }, WORDS.open), others),
    ...below,
  );

const fleetCard = ({ file, title, game }: Games["fleets"][number], titles: Map<string, string>) =>
  tile(`#/fleet/${encodeURIComponent(file)}`, title, [WORDS.fleet, titles.get(game) || ""], "", managed(file, title));

const fileOf = (game: Broken) => (game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`);
const addressOf = (game: Broken) =>
  game.file ? `#/edit/${encodeURIComponent(fileOf(game))}` : `#/game/${encodeURIComponent(game.name)}`;

const partsOf = ({ battles, forms }: Listed) => [
  ...battles.map(one => ({ ...one, at: battleAt(one.file, one.key), kind: WORDS.aBattle })),
  ...forms.map(one => ({ ...one, at: formAt(one.file, one.key), kind: WORDS.aSheet, what: "" })),
];

// A file of the player's has a card for its units, and one for each battle and record sheet in it.
function cards(game: Listed | Broken): Child[] {
  if (!("units" in game && game.file)) return [card(game)];
  const file = fileOf(game),
    units = game.called.join(", ") + (game.units > game.called.length ? " ..." : ""),
    fault = game.at_fault ? h("p", { class: "wrong" }, WORDS.fault) : "";
  const parts = partsOf(game)
    .filter(one => one.file)
    .map(({ at, title, kind, what }, number) => {
      const look = what ? h("a", { class: "button", href: `#/pack/${encodeURIComponent(what)}` }, WORDS.look) : "";
      if (game.units) return tile(at, title, [kind, game.title, WORDS.inFile(units)], look);
      return tile(at, title, [kind, game.title], look, number ? "" : [fault, managed(file, title)]);
    });
  if (!game.units && parts.length) return parts;
  const title = units || file;
  return [
    tile(addressOf(game), title, [game.title], game.units ? begun(game) : "", fault, managed(file, title)),
    parts,
  ];
}

function card(game: Listed | Broken) {
  const href = addressOf(game);
  if (!("units" in game)) {
    const open = game.file ? h("a", { class: "button", href }, WORDS.open) : "",
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
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href }, WORDS.units),
      game.units ? begun(game) : "",
      partsOf(game)
        .filter(one => one.file)
        .map(({ at, title, what }) => h("a", { class: "button", href: at }, WORDS.changes(title, Boolean(what)))),
    ),
    fought(game.battles),
    game.own ? managed(game.name, game.title, true) : "",
  );
}

// What can be begun of a game.
export function begun(game: { name: string; title: string; sides: Names }) {
  const fleet = async (title: string, side: string, given: FormData) => {
    const empty = given.has("some") ? "" : "yes";
    return `#/fleet/${encodeURIComponent((await call("new_fleet", { game: game.name, title, side, empty })).file)}`;
  };
  const every = Object.entries(game.sides).map(([key, title]) => ({ key, title })),
    sides = every.length > 1 ? every : [];
  return [
    button(WORDS.musters, () => {
      const some = h(
        "label",
        { class: "like" },
        h("input", { type: "checkbox", name: "some", checked: true }),
        WORDS.some,
      );
      begin(WORDS.newFleet(game.title), fleet, sides, WORDS.side, [some]);
    }),
    button(WORDS.battles, () => newBattle(game)),
  ];
}

// Battles, to look through and to print.
export function fought(battles: { what: string; title: string }[]) {
  const links = battles.map(({ what, title }) =>
    h("li", {}, h("a", { href: `#/pack/${encodeURIComponent(what)}` }, title)),
  );
  return links.length ? h("details", {}, h("summary", {}, WORDS.printBattle), h("ul", {}, links)) : "";
}
