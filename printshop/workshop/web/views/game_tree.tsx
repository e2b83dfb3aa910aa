// The list of the overview and the files of a game.

import { Fragment } from "preact";
import { addressOfFile, gameAddress } from "../browser/routes.ts";
import { filesOfGame, useGames } from "../components/library.tsx";
import type { Children } from "../components/ui.tsx";
import { listOwnFiles } from "../model/own_files.ts";
import { labelOf } from "../model/schema.ts";
import { mainFileOf } from "./new_parts.ts";

// The blocks of files by their keys. A block with another key has the words of the key.
export const PART_NAMES: Record<string, string> = {
  unit_types: "Unit types",
  sides: "Sides",
  forms: "Record sheets",
  counters: "Counters",
  templates: "Rulers and templates",
  maps: "Maps",
  charts: "Charts",
  markers: "Markers",
  settings: "Settings",
  fields: "Values",
};
export const TEXTS = "Title, theme, texts";

export const stemOf = (file: string) => file.replace(/^.*\//, "").replace(/\.yaml$/, "");
export const labelOfFile = (file: string) =>
  stemOf(file) === "game" ? "Game" : (PART_NAMES[stemOf(file)] ?? labelOf(stemOf(file)));

const GROUPS: Record<string, readonly string[]> = {
  Game: [
    "game",
    "theme",
    "settings",
    "tables",
    "words",
    "icons",
    "sides",
    "sizes",
    "size_classes",
    "unit_types",
    "fields",
  ],
  Print: ["forms", "counters", "markers", "templates", "maps", "charts"],
};
const groupOf = (file: string) =>
  /\/(scenarios|fleets)\//.test(file)
    ? "Play"
    : (Object.keys(GROUPS).find(group => GROUPS[group]?.includes(stemOf(file))) ?? "Units");

// The overview of a game and its files, by their purpose: the same list stands beside the overview and beside each file.
// The blocks of the file in view stand below its name, those of the main file beside the overview. `onHead` opens the values of the file itself: then the name of the
// file stands for them.
export function GameTree({
  game,
  file = "",
  onHead,
  children,
}: {
  game: string;
  file?: string; // "" for the overview
  onHead?: () => void;
  children?: Children;
}) {
  const { games } = useGames(),
    files = filesOfGame(games, game),
    opened = file || mainFileOf({ name: game }),
    titles = new Map(games ? listOwnFiles(games).map(one => [one.file, one.title]) : []);
  if (file && !files.includes(file)) return <>{children}</>;
  return (
    <nav aria-label="Files of the game" class="game-files-list">
      {["Game", "Units", "Print", "Play"].map(group => {
        const found = files.filter(one => groupOf(one) === group),
          hasOverview = group === "Game";
        if (!found.length && !hasOverview) return null;
        return (
          <Fragment key={group}>
            <h2>{group}</h2>
            <ul>
              {hasOverview && (
                <li class={file ? "" : "present"}>
                  <a href={gameAddress(game, "data")} aria-current={file ? undefined : "page"}>
                    Overview
                  </a>
                </li>
              )}
              {found.map(one => (
                <li key={one} class={one === file ? "present" : ""}>
                  <a
                    href={addressOfFile(one)}
                    aria-current={one === file ? "page" : undefined}
                    onClick={event => {
                      if (one !== file || !onHead) return;
                      event.preventDefault();
                      onHead();
                    }}
                  >
                    {(group === "Play" && titles.get(one)) || (stemOf(one) === "game" ? TEXTS : labelOfFile(one))}
                  </a>
                  {one === opened && children}
                </li>
              ))}
            </ul>
          </Fragment>
        );
      })}
    </nav>
  );
}
