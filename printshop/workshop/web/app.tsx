// The workshop: which view an address shows.

import { render } from "preact";
import { battle } from "./battle.ts";
import { fleet } from "./fleet.ts";
import { form } from "./form.ts";
import { home } from "./games.ts";
import { legacy } from "./legacy.tsx";
import { takePage } from "./link.ts";
import { pack } from "./pack.ts";
import { play } from "./play.ts";
import { Shell } from "./shell.tsx";
import { gamePage } from "./units.ts";
import { FileView } from "./views/file.tsx";

const VIEWS = {
  "": legacy(home),
  game: legacy(gamePage),
  edit: FileView,
  fleet: legacy(fleet),
  battle: legacy(battle),
  form: legacy(form),
  play: legacy(play),
  pack: legacy(pack),
  take: legacy((...parts) => takePage(parts.join("/"))),
};

const root = document.getElementById("app");
if (root) render(<Shell views={VIEWS} />, root);
