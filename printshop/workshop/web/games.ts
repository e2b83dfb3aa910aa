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
          own.map(card),
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

function fleetCard({ file, title, game }: Games["fleets"][number], titles: Map<string, string>) {
  const href = `#/fleet/${encodeURIComponent(file)}`;
  return h(
    "li",
    { class: "card" },
    h("h2", {}, h("a", { href }, title)),
    h("p", {}, [WORDS.fleet, titles.get(game)].filter(Boolean).join(", ")),
    h("div", { class: "row" }, h("a", { class: "button", href }, WORDS.open)),
    managed(file, title),
  );
}

const fileOf = (game: Broken) => (game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`);
const addressOf = (game: Broken) =>
  game.file ? `#/edit/${encodeURIComponent(fileOf(game))}` : `#/game/${encodeURIComponent(game.name)}`;

function card(game: Listed | Broken) {
  const href = addressOf(game),
    file = game.file ? fileOf(game) : game.name;
  if (!("units" in game)) {
    const open = game.file ? h("a", { class: "button", href }, WORDS.open) : "";
    const more = game.own ? managed(file, game.name, !game.file) : "";
    return h("li", { class: "card" }, h("h2", {}, h("a", { href }, game.name)), h("p", { class: "wrong" }, game.broken), open, more);
  }
  const own = game.own && game.file,
    parts = [
      ...game.battles
        .filter(one => one.file)
        .map(({ file, key, title }) => ({ at: battleAt(file, key), title, battle: true })),
      ...game.forms
        .filter(one => one.file)
        .map(({ file, key, title }) => ({ at: formAt(file, key), title, battle: false })),
    ];
  const units = game.called.join(", ") + (game.units > game.called.length ? " ..." : ""),
    title = own ? units || parts[0]?.title || file : game.title,
    first = own && !game.units && parts[0] ? parts[0].at : href;
  const kind = own && !game.units && parts[0] ? (parts[0].battle ? WORDS.aBattle : WORDS.aSheet) : "";
  return h(
    "li",
    { class: "card" },
    game.cover && !own ? h("a", { href, tabindex: "-1", "aria-hidden": "true" }, coverOf(game.name, game.own)) : "",
    h("h2", {}, h("a", { href: first }, title)),
    h("p", {}, own ? [kind, game.title].filter(Boolean).join(", ") : WORDS.unitCount(game.units)),
    game.at_fault ? h("p", { class: "wrong" }, WORDS.fault) : "",
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: first }, WORDS[game.file ? "open" : "units"]),
      game.units ? begun(game) : "",
      parts
        .filter(one => one.at !== first)
        .map(one => h("a", { class: "button", href: one.at }, WORDS.changes(one.title, one.battle))),
    ),
    fought(own ? game.battles.filter(one => one.file) : game.battles),
    game.own ? managed(file, title, !game.file) : "",
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
