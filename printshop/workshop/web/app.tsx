// The workshop: which view an address shows.

import { render } from "preact";
import { NO_ANSWER } from "./browser/client.ts";
import { ignoreStrayClicks } from "./browser/double_click.ts";
import { FailureMessage, Shell, type ViewComponent } from "./components/shell.tsx";
import { Skeleton, usePromise } from "./components/ui.tsx";
import { FileView } from "./views/file.tsx";
import { GameView } from "./views/game.tsx";
import { GamesView } from "./views/games.tsx";
import { StartView } from "./views/start.tsx";
import { UnitView } from "./views/unit.tsx";

const IDLE = 1000; // ms, after which the large views are loaded

type Later = typeof import("./views/later.ts");
let loaded: Later | null = null;
// Loads the styles of the large views.
const loadStyles = () =>
  new Promise((done, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "later.css" });
    link.onload = done;
    link.onerror = () => {
      link.remove();
      fail();
    };
    document.head.append(link);
  });
async function loadLater(): Promise<Later> {
  const views: Later =
    loaded ??
    (await Promise.all([import("./views/later.ts"), loadStyles()]).then(
      ([parts]) => parts,
      () => Promise.reject(new Error(NO_ANSWER)),
    ));
  loaded = views;
  return views;
}
// Returns a view that shows one of the large views, and loads it before if necessary.
function later(name: Extract<keyof Later, `${string}View`>): ViewComponent {
  return function LaterView({ args }) {
    const { value, error, again } = usePromise(loadLater, []),
      View = (loaded ?? value)?.[name];
    if (View) return <View args={args} />;
    return error ? <FailureMessage error={error} again={again} /> : <Skeleton />;
  };
}
setTimeout(() => void loadLater().catch(() => {}), IDLE); // a view that needs it says why it cannot be loaded

const VIEWS = {
  "": StartView,
  games: GamesView,
  game: GameView,
  unit: UnitView,
  files: later("FilesView"),
  help: later("HelpView"),
  map: later("MapView"),
  new: later("NewGameView"),
  edit: FileView,
  fleet: later("FleetView"),
  battle: later("BattleView"),
  form: later("FormView"),
  play: later("PlayView"),
  pack: later("PackView"),
  take: later("TakeView"),
};

ignoreStrayClicks(window);
addEventListener("touchstart", () => {}, { passive: true }); // else Safari shows no pressed look

const root = document.getElementById("app");
if (root) render(<Shell views={VIEWS} loadHelp={loadLater} />, root);
