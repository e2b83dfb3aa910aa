// The workshop: which view an address shows.

import { render } from "preact";
import { Shell } from "./shell.tsx";
import { BattleView } from "./views/battle.tsx";
import { FileView } from "./views/file.tsx";
import { FilesView } from "./views/files.tsx";
import { FleetView } from "./views/fleet.tsx";
import { FormView } from "./views/form.tsx";
import { GameView } from "./views/game.tsx";
import { GamesView } from "./views/games.tsx";
import { HelpView } from "./views/help.tsx";
import { MapView } from "./views/map.tsx";
import { NewGameView } from "./views/new.tsx";
import { PackView } from "./views/pack.tsx";
import { PlayView } from "./views/play.tsx";
import { StartView } from "./views/start.tsx";
import { TakeView } from "./views/take.tsx";
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
  fleet: FleetView,
  battle: BattleView,
  form: FormView,
  play: PlayView,
  pack: PackView,
  take: TakeView,
};

addEventListener("touchstart", () => {}, { passive: true }); // else Safari shows no pressed look

const root = document.getElementById("app");
if (root) render(<Shell views={VIEWS} />, root);
