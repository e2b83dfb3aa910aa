// The workshop: which view an address shows.

import { render } from "preact";
import { battle } from "./battle.ts";
import { fleet } from "./fleet.ts";
import { form } from "./form.ts";
import { home } from "./games.ts";
import { legacy } from "./legacy.tsx";
import { Shell } from "./shell.tsx";
import { gamePage } from "./units.ts";
import { FileView } from "./views/file.tsx";
import { PackView } from "./views/pack.tsx";
import { PlayView } from "./views/play.tsx";
import { TakeView } from "./views/take.tsx";

const VIEWS = {
  "": legacy(home),
  game: legacy(gamePage),
  edit: FileView,
  fleet: legacy(fleet),
  battle: legacy(battle),
  form: legacy(form),
  play: PlayView,
  pack: PackView,
  take: TakeView,
};

const root = document.getElementById("app");
if (root) render(<Shell views={VIEWS} />, root);
