// The workshop: which view an address shows.

import { render } from "preact";
import { battle } from "./battle.ts";
import { fleet } from "./fleet.ts";
import { form } from "./form.ts";
import { legacy } from "./legacy.tsx";
import { takePage } from "./link.ts";
import { pack } from "./pack.ts";
import { play } from "./play.ts";
import { Shell } from "./shell.tsx";
import { FileView } from "./views/file.tsx";
import { FilesView } from "./views/files.tsx";
import { GameView } from "./views/game.tsx";
import { GamesView } from "./views/games.tsx";
import { HelpView } from "./views/help.tsx";
import { MapView } from "./views/map.tsx";
import { NewGameView } from "./views/new.tsx";
import { StartView } from "./views/start.tsx";
import { UnitView } from "./views/unit.tsx";

const VIEWS = {
  "": StartView,
  games: GamesView,
  game: GameView,
  unit: UnitView,
  files: FilesView,
  help: HelpView,
  map: MapView,
  new: NewGameView,
  edit: FileView,
  fleet: legacy(fleet),
  battle: legacy((file, key) => battle(key ?? "", file ?? "")),
  form: legacy((file, key) => form(key ?? "", file ?? "")),
  play: legacy(play),
  pack: legacy(pack),
  take: legacy((...parts) => takePage(parts.join("/"))),
};

const root = document.getElementById("app");
if (root) render(<Shell views={VIEWS} />, root);
