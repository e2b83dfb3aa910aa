// New parts of a game: the file in which they are written, and their first values.

import { fileOf } from "../model/own_files.ts";
import type { Plain } from "../model/tree.ts";
import type { GameContents, Section, ValuePath } from "../types.ts";

export const mainFileOf = (game: { name: string }) => `${fileOf({ name: game.name, file: false })}/game.yaml`;

// The file in which a new part of a kind is written, and the path to all parts of this kind: beside those that are there.
export function homeOf(game: GameContents, section: Section): [file: string, base: ValuePath] {
  const folder = fileOf({ name: game.name, file: false }),
    file = game.parts[section].find(one => one.file.startsWith(`${folder}/`))?.file ?? mainFileOf(game);
  return [file, file.endsWith(`/${section}.yaml`) ? [] : [section]];
}

// The first values of a new part: it can be drawn and printed at once.
export const FIRST_VALUES: Record<
  Exclude<Section, "maps" | "forms">,
  (title: string, game: Pick<GameContents, "kinds">) => Record<string, Plain>
> = {
  charts: () => {
    const rows = [
        ["1-2", "A miss", "Nothing happens."],
        ["3-5", "A hit", "The target loses 1 point."],
        ["6", "A strong hit", "The target loses 2 points."],
      ],
      blocks: Plain[] = [
        { title: "Results", table: { columns: ["Roll", "Result", "Effect"], rows } },
        { title: "Rules", text: "Roll a die for each shot, and read the result." },
      ];
    return { columns: 1, blocks };
  },
  markers: title => ({ size: "20 x 20 mm", front: [{ text: `**${title}**` }] }),
  templates: () => ({ kind: "ruler", width: "20 mm", length: "200 mm", every: "20 mm" }),
  counters: (_, { kinds }) => {
    const [kind] = Object.keys(kinds),
      front: Plain[] = [{ text: "**{name}**", edge: "bottom", take: "30 %" }, { picture: "unit" }];
    return { ...(kind ? { units: kind } : {}), size: "30 x 20 mm", front };
  },
};
