// The page of the workshop: which view an address shows. It knows nothing of ships or files but what the actions of
// `printshop.workshop` say.

import { battle } from "./battle.ts";
import { leaves, settle, Wrong } from "./calls.ts";
import { edit } from "./editor.ts";
import { fleet } from "./fleet.ts";
import { form } from "./form.ts";
import { home } from "./games.ts";
import { takePage } from "./link.ts";
import { pack } from "./pack.ts";
import { button, h, main, nodes, tell, type View } from "./page.ts";
import { play } from "./play.ts";
import { gamePage } from "./units.ts";
import { WORDS } from "./words.ts";

const ROUTES: [RegExp, View][] = [
  [/^#\/game\/(.+)$/, gamePage],
  [/^#\/edit\/([^/]+)(?:\/(.+))?$/, edit],
  [/^#\/fleet\/(.+)$/, fleet],
  [/^#\/battle\/([^/]+)\/(.+)$/, battle],
  [/^#\/form\/([^/]+)\/(.+)$/, form],
  [/^#\/play\/([^/]+)(?:\/(\d+))?$/, play],
  [/^#\/pack\/(.+)$/, pack],
  [/^#\/take\/(.+)$/, takePage],
];
const PATIENT = 5_000; // milliseconds that the next page waits for what was typed on the one before
let turnOf = 0;

// The view of an address, and what it names there.
function asked(): [View, string[]] {
  for (const [way, view] of ROUTES) {
    const found = location.hash.match(way);
    if (found) return [view, found.slice(1).map(named => decodeURIComponent(named || ""))];
  }
  return [home, []];
}

async function route() {
  const mine = ++turnOf;
  document.onkeydown = null;
  tell("");
  const settled = settle(); // what was typed on the page before is in its file
  main.replaceChildren(h("p", { class: "waiting" }, WORDS.loading));
  await Promise.race([settled, new Promise(resolve => setTimeout(resolve, PATIENT))]);
  if (mine !== turnOf) return;
  leaves(async () => {});
  try {
    const [view, named] = asked(),
      contents = await view(...named);
    if (mine === turnOf) {
      main.replaceChildren(...nodes(contents));
      document.title = `${main.querySelector("h1")?.textContent || ""} - printshop`;
    }
  } catch (error) {
    if (mine === turnOf)
      main.replaceChildren(
        h("p", { class: "wrong", role: "alert" }, error instanceof Wrong ? error.message : WORDS.lost),
        button(WORDS.retry, route),
      );
  }
}

// Menus close when something else, or something in them, is chosen, and with Escape.
function closed(event: Event) {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu[open]")) {
    const escaped = event instanceof KeyboardEvent && event.key === "Escape",
      summary = menu.querySelector("summary");
    if (escaped) summary?.focus();
    if (escaped || (event.type === "click" && !summary?.contains(event.target as Node))) menu.open = false;
  }
}
addEventListener("click", closed);
addEventListener("keydown", closed);
addEventListener("hashchange", () => {
  route();
  main.focus();
});
route();
