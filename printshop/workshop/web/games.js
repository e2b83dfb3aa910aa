import { address, ask, call, coverOf, fetched, given, SITE } from "./calls.js";
import { again, begin, choice, h, tell, trail } from "./page.js";
import { INKS, PAPERS, WORDS } from "./words.js";

// What one begins with: one's own files and games, and those that come along.

export async function home() {
  const { games, fleets, folder, starters } = await call("games");
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
    SITE ? keeping() : null,
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
      const [file] = load.files;
      if (!file) return;
      try {
        const words = await ask("put", { name: file.name, bytes: await file.arrayBuffer() });
        again();
        tell(words);
      } catch (error) {
        tell(error.message);
      }
    },
  });
  return h(
    "div",
    { class: "row" },
    h(
      "button",
      { type: "button", onclick: async () => given("printshop.zip", "application/zip", await ask("archive", {})) },
      WORDS.save,
    ),
    h("button", { type: "button", onclick: () => load.click() }, WORDS.load),
    load,
    h("small", {}, WORDS.kept),
  );
}

function card(game) {
  if (game.broken)
    return h(
      "li",
      { class: "card" },
      h("h2", {}, game.name),
      h("p", { class: "wrong" }, `${WORDS.broken}: ${game.broken}`),
      game.file
        ? h(
            "a",
            {
              class: "button",
              href: `#/edit/${encodeURIComponent(game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`)}`,
            },
            WORDS.open,
          )
        : null,
    );
  const href = game.file
    ? `#/edit/${encodeURIComponent(game.name.endsWith(".yaml") ? game.name : `${game.name}.yaml`)}`
    : `#/game/${encodeURIComponent(game.name)}`;
  const rows = [
    game.cover ? coverOf(game.name) : null,
    h("h2", {}, game.own && game.file ? `${game.name.replace(/\.yaml$/, "")}` : game.title),
    h("p", {}, game.own ? game.title : `${game.units} ${WORDS.units.toLowerCase()}`),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button first", href }, game.file ? WORDS.open : WORDS.units),
      game.units
        ? h(
            "button",
            {
              type: "button",
              onclick: () =>
                begin(
                  WORDS.newFleet(game.title),
                  async title =>
                    `#/fleet/${encodeURIComponent((await call("new_fleet", { game: game.name, title })).file)}`,
                ),
            },
            WORDS.musters,
          )
        : null,
    ),
  ];
  if (game.battles.length) {
    const [battle, which] = choice(
      WORDS.battle,
      game.battles.map(name => [name, name.split("/").pop().replaceAll("_", " ")]),
    );
    const [paper, sheet] = choice(WORDS.paper, PAPERS),
      [ink, colour] = choice(WORDS.ink, INKS);
    const go = kind => {
      const what = { what: which.value, kind, paper: sheet.value, ink: colour.value };
      if (SITE) fetched(what);
      else open(address(what), "_blank", "noopener");
    };
    rows.push(
      h("div", { class: "asked" }, battle, paper, ink),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              location.hash = `#/pack/${encodeURIComponent(which.value)}`;
            },
          },
          WORDS.look,
        ),
        h("button", { type: "button", onclick: () => go("pdf") }, WORDS.pack),
        h("button", { type: "button", onclick: () => go("html") }, WORDS.tablet),
      ),
    );
  }
  return h("li", { class: "card" }, rows);
}
