import { battleAt, newBattle } from "./battle.ts";
import { address, ask, call, coverOf, fetched, handed, SITE } from "./calls.ts";
import { formAt } from "./form.ts";
import { again, begin, type Child, choice, h, said, tell, trail } from "./page.ts";
import type { Broken, Listed } from "./types.ts";
import { INKS, PAPERS, WORDS } from "./words.ts";

// What one begins with: one's own files and games, and those that come along.

export async function home(): Promise<Child[]> {
  const { games, fleets, folder, starters } = await call("games", {});
  trail.replaceChildren(folder);
  const own = games.filter(game => game.own),
    shipped = games.filter(game => !game.own);
  return [
    h("h1", {}, WORDS.yours),
    own.length || fleets.length
      ? h(
          "ul",
          { class: "cards" },
          own.map(card),
          fleets.map(file =>
            h(
              "li",
              { class: "card" },
              h("h2", {}, file.replace(/\.yaml$/, "")),
              h("p", {}, WORDS.fleet),
              h(
                "div",
                { class: "row" },
                h("a", { class: "button first", href: `#/fleet/${encodeURIComponent(file)}` }, WORDS.open),
              ),
            ),
          ),
        )
      : h("p", {}, WORDS.none),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          onclick: () =>
            begin(
              WORDS.newGame,
              async (name, like) => `#/game/${encodeURIComponent((await call("new_game", { name, like })).name)}`,
              starters,
            ),
        },
        WORDS.newGame,
      ),
    ),
    SITE ? keeping() : "",
    h("h1", {}, WORDS.shipped),
    h("ul", { class: "cards" }, shipped.map(card)),
  ];
}

// On the site files are kept by the browser: here they leave it, and come back.
function keeping() {
  const load = h("input", {
    type: "file",
    hidden: true,
    accept: ".zip,.yaml,.svg,.png,.jpg,.csv,.ttf,.otf",
    onchange: async () => {
      const file = load.files?.[0];
      if (!file) return;
      try {
        const words = await ask("put", { name: file.name, bytes: await file.arrayBuffer() });
        again();
        tell(words);
      } catch (error) {
        tell(said(error));
      }
    },
  });
  return h(
    "div",
    { class: "row" },
    h(
      "button",
      {
        type: "button",
        onclick: async () =>
          handed({ name: "printshop.zip", media: "application/zip", bytes: await ask("archive", {}) }),
      },
      WORDS.save,
    ),
    h("button", { type: "button", onclick: () => load.click() }, WORDS.load),
    load,
    h("small", {}, WORDS.kept),
  );
}

const addressOf = (game: Broken) =>
  game.file
    ? `#/edit/${encodeURIComponent(game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`)}`
    : `#/game/${encodeURIComponent(game.name)}`;

function card(game: Listed | Broken) {
  const href = addressOf(game);
  if (!("units" in game)) {
    const open = game.file ? h("a", { class: "button", href }, WORDS.open) : "";
    return h("li", { class: "card" }, h("h2", {}, game.name), h("p", { class: "wrong" }, game.broken), open);
  }
  const own = game.own && game.file;
  return h(
    "li",
    { class: "card" },
    game.cover ? coverOf(game.name) : "",
    h("h2", {}, own ? game.name.replace(/\.yaml$/, "") : game.title),
    h("p", {}, game.own ? game.title : WORDS.unitCount(game.units)),
    h("div", { class: "row" }, begun(game, href)),
    game.battles.length ? fought(game) : "",
  );
}

// What can be opened of a game, and what can be begun.
function begun(game: Listed, href: string) {
  const fleet = async (title: string) =>
    `#/fleet/${encodeURIComponent((await call("new_fleet", { game: game.name, title })).file)}`;
  const button = (words: string, onclick: () => void) => h("button", { type: "button", onclick }, words);
  const own = [
    ...game.battles.filter(({ file }) => file).map(({ file, key, title }) => [battleAt(file, key), title]),
    ...game.forms.filter(({ file }) => file).map(({ file, key, title }) => [formAt(file, key), title]),
  ];
  return [
    game.file && !game.units && own.length
      ? ""
      : h("a", { class: "button first", href }, WORDS[game.file ? "open" : "units"]),
    game.units ? button(WORDS.musters, () => begin(WORDS.newFleet(game.title), fleet)) : "",
    game.units ? button(WORDS.battles, () => newBattle(game)) : "",
    own.map(([href, title]) => h("a", { class: "button", href }, `${WORDS.change}: ${title}`)),
  ];
}

// Its battles, to look through and to print.
function fought(game: Listed) {
  const [battle, which] = choice(
    WORDS.battle,
    [...game.battles]
      .sort((one, other) => Number(Boolean(other.file)) - Number(Boolean(one.file)))
      .map(({ what, title }): [string, string] => [what, title]),
  );
  const [paper, sheet] = choice(WORDS.paper, PAPERS),
    [ink, colour] = choice(WORDS.ink, INKS);
  const go = (kind: string) => {
    const what = { what: which.value, kind, paper: sheet.value, ink: colour.value };
    if (SITE) fetched(what);
    else open(address(what), "_blank", "noopener");
  };
  const look = () => {
    location.hash = `#/pack/${encodeURIComponent(which.value)}`;
  };
  return [
    h("div", { class: "asked" }, battle, paper, ink),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: look }, WORDS.look),
      h("button", { type: "button", onclick: () => go("pdf") }, WORDS.pack),
      h("button", { type: "button", onclick: () => go("html") }, WORDS.tablet),
    ),
  ];
}
