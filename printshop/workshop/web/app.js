// The page of the workshop: which view an address shows. It knows nothing of ships or files but what the actions of
// `printshop.workshop` say.

import { battle } from "./battle.js";
import { SITE, Wrong } from "./calls.js";
import { edit } from "./editor.js";
import { fleet } from "./fleet.js";
import { form } from "./form.js";
import { home } from "./games.js";
import { takePage } from "./link.js";
import { pack } from "./pack.js";
import { h, main, tell } from "./page.js";
import { play } from "./play.js";
import { gamePage } from "./units.js";
import { WORDS } from "./words.js";

const ROUTES = [
  [/^#\/game\/(.+)$/, gamePage],
  [/^#\/edit\/(.+)$/, edit],
  [/^#\/fleet\/(.+)$/, fleet],
  [/^#\/battle\/([^/]+)\/(.+)$/, battle],
  [/^#\/form\/([^/]+)\/(.+)$/, form],
  [/^#\/play\/(.+)$/, play],
  [/^#\/pack\/(.+)$/, pack],
  [/^#\/take\/(.+)$/, takePage],
  [/^#?\/?$/, home],
];
let turnOf = 0;

async function route() {
  const mine = ++turnOf,
    [found, page] = ROUTES.map(([way, view]) => [location.hash.match(way), view]).find(([match]) => match) || [
      [],
      home,
    ];
  document.onkeydown = null;
  tell("");
  main.replaceChildren(h("p", {}, WORDS.loading));
  try {
    const contents = await page(...found.slice(1).map(decodeURIComponent));
    if (mine === turnOf) {
      main.replaceChildren(...contents);
      document.title = `${main.querySelector("h1")?.textContent || ""} - printshop`;
    }
  } catch (error) {
    if (mine === turnOf)
      main.replaceChildren(
        h("p", { class: "wrong", role: "alert" }, error instanceof Wrong ? error.message : WORDS.lost),
        h("button", { type: "button", onclick: route }, WORDS.retry),
      );
  }
}

if (SITE && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
addEventListener("hashchange", () => {
  route();
  main.focus();
});
route();
