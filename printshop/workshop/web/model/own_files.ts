// The own files of a user, as the views list them: what each is, where it leads, and its first problem.

import {
  addressOfFile,
  battleAddress,
  fileAddressOf,
  fleetAddress,
  formAddress,
  gameAddress,
  mapAddress,
  problemAddressOf,
} from "../browser/routes.ts";
import { asSentence, readPlace } from "../browser/notices.ts";
import { counted, joinWithAnd } from "../words.ts";
import type {
  BattleForce,
  BrokenGame,
  GameList,
  GamePart,
  ListedGame,
  ProblemPlace,
  Section,
  ValuePath,
} from "../types.ts";

export const isGame = (game: ListedGame | BrokenGame): game is ListedGame => "units" in game;

export type FileKind =
  | "game"
  | "unit"
  | "fleet"
  | "battle"
  | "sheet"
  | "map"
  | "counter"
  | "marker"
  | "chart"
  | "template"
  | "text";
// The names of the kinds, in the order of lists.
export const FILE_KINDS: Record<FileKind, { label: string; plural: string }> = {
  game: { label: "Game", plural: "Games" },
  unit: { label: "Unit", plural: "Units" },
  fleet: { label: "Fleet", plural: "Fleets" },
  battle: { label: "Battle", plural: "Battles" },
  sheet: { label: "Record sheet", plural: "Record sheets" },
  map: { label: "Map", plural: "Maps" },
  counter: { label: "Counter", plural: "Counters" },
  marker: { label: "Marker", plural: "Markers" },
  chart: { label: "Chart", plural: "Charts" },
  template: { label: "Ruler or template", plural: "Rulers and templates" },
  text: { label: "Other file", plural: "Other files" },
};
export interface OwnEntry {
  file: string; // to copy, rename or delete: a file, or the folder of a game
  key: string; // different for each entry
  kind: FileKind;
  title: string;
  game: string; // the name of the game, "" if it is not known
  gameTitle: string;
  href: string;
  pack: string; // the battle in requests, "" for anything else
  path: ValuePath; // of the block in the file
  units: number;
  changed: number; // seconds
  counts: string[]; // of a fleet: its units and its points, in words
  forces: BattleForce[]; // of a fleet or battle
  summary: string; // the units of a fleet, the story of a battle
  unitNames: string[]; // of a fleet, a battle or a file of units
  table: string; // of a battle
  broken: string; // its first problem
  problems: number; // that are known: a file with one may have more
  partProblem: string; // of a part of a game: the rest of the game can be used
  problemHref: string; // the editor of the file with the problem
  loose: boolean; // it stands in a file that can be copied, renamed and deleted
}
// The parts of a game, in the order in which they are shown, and the kind of each.
export const SECTIONS: Record<Section, FileKind> = {
  forms: "sheet",
  counters: "counter",
  maps: "map",
  markers: "marker",
  templates: "template",
  charts: "chart",
};
// Parts that a game can have by the dozen: a list shows them only when they are looked for.
export const isMinor = ({ kind }: OwnEntry) => ["counter", "marker", "chart", "template"].includes(kind);

// The path to a part in its file: the files of a game with the name of the part begin with its keys.
export const partPath = (section: Section, { file, key }: GamePart): ValuePath =>
  file.endsWith(`/${section}.yaml`) ? [key] : [section, key];
export const partAddress = (section: Section, part: GamePart) =>
  section === "maps"
    ? mapAddress(part.file, part.key)
    : section === "forms"
      ? formAddress(part.file, part.key)
      : fileAddressOf(part.file, partPath(section, part));

export const fileOf = ({ name, file }: Pick<BrokenGame, "name" | "file">) =>
  file ? (name.endsWith(".yaml") ? name : `${name}.yaml`).replace(/^\.\//, "") : name.replace(/^\.\//, "");

// Returns a message in the words of the workshop: behind its line, with its file if that is not the file of the entry.
export function describeBroken(message: string, own = "") {
  const { file, line, words } = readPlace(message);
  return file ? describePlace({ file, line, message: words }, own) : words;
}
const describePlace = (
  {
    file,
    line,
    message = "" /* missing in an older list */,
  }: Pick<ProblemPlace, "file"> & {
    line: number | string;
    message?: string;
  },
  own = "",
) => `Line ${line}${file === own ? "" : ` of ${nameOfFile(file)}`}: ${asSentence(message || "a problem")}`;
const nameOfFile = (file: string) => file.replace(/^.*\//, "");
const addressOfPlace = ({ unit, file }: ProblemPlace) => (unit ? problemAddressOf(file) : addressOfFile(file));

export const FAULTY = "Files with a problem";
// The words of a link to the problems of a file.
export const nameProblems = (known: number) =>
  known > 2 ? `Go to ${counted(known, "problem")}` : known > 1 ? "Go to both problems" : "Go there";
export const describeProblems = (known: number) => (known > 1 ? counted(known, "problem") : "Has a problem.");
// Returns groups of entries: files with a problem first, then the newest file if `isByTime`, else by their titles;
// files without a game come last.
export function groupEntries(entries: readonly OwnEntry[], isByTime: boolean): [title: string, entries: OwnEntry[]][] {
  const groups = new Map<string, OwnEntry[]>();
  for (const entry of entries) {
    const title = entry.broken || entry.problems ? FAULTY : entry.gameTitle || "Other files";
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  const newest = (all: readonly OwnEntry[]) => Math.max(...all.map(one => one.changed));
  return [...groups].sort(
    ([title, all], [other, others]) =>
      Number(other === FAULTY) - Number(title === FAULTY) ||
      (isByTime
        ? newest(others) - newest(all)
        : Number(!all[0]?.gameTitle) - Number(!others[0]?.gameTitle) || title.localeCompare(other)),
  );
}
// Returns a number of columns, `most` or one less, with the fewest empty places in a grid of groups. A group stands beside the
// one before if it fits into its row. The last row may have empty places.
export function chooseColumns(sizes: readonly number[], most: number) {
  const countEmpty = (columns: number) => {
    const rows: { taken: number; empty: number }[] = [];
    for (const size of sizes) {
      const span = Math.min(size, columns),
        last = rows.at(-1);
      if (last && last.taken + span <= columns) last.taken += span;
      else rows.push({ taken: span, empty: size > columns ? (columns - (size % columns)) % columns : 0 });
    }
    return rows.slice(0, -1).reduce((sum, { taken, empty }) => sum + columns - taken + empty, 0);
  };
  return countEmpty(most - 1) < countEmpty(most) ? most - 1 : most;
}

const MOST_OF_FLEET = 12; // names of units
// All own files and games, each once, the last changed first.
export function listOwnFiles({ games, fleets, changed = {} }: GameList): OwnEntry[] {
  const titles = new Map(games.filter(game => isGame(game) && !game.file).map(game => [game.name, game.title]));
  const entries: OwnEntry[] = [],
    timeOf = (file: string) =>
      changed[file] ??
      Math.max(0, ...Object.entries(changed).flatMap(([one, time]) => (one.startsWith(`${file}/`) ? [time] : [])));
  const add = (entry: Pick<OwnEntry, "file" | "kind" | "title" | "game" | "href"> & Partial<OwnEntry>) =>
    entries.push({
      key: `${entry.kind} ${entry.file}`,
      gameTitle: titles.get(entry.game) ?? "",
      pack: "",
      path: [],
      units: 0,
      changed: timeOf(entry.file),
      counts: [],
      forces: [],
      summary: "",
      unitNames: [],
      table: "",
      broken: "",
      problems: Number(Boolean(entry.broken || entry.partProblem)),
      partProblem: "",
      problemHref: entry.href,
      loose: true,
      ...entry,
    });
  for (const game of games.filter(one => one.own)) {
    const file = fileOf(game);
    if (!isGame(game)) {
      const main = game.file ? file : `${file}/game.yaml`;
      add({
        file,
        kind: game.file ? "text" : "game",
        title: game.title,
        game: game.file ? "" : game.name,
        gameTitle: game.file ? "" : game.title,
        href: fileAddressOf(main),
        broken: describeBroken(game.broken, main),
        changed: timeOf(main),
      });
      continue;
    }
    const home = game.of,
      { problems = [] /* missing in an older list that is stored */ } = game,
      isListed = ({ unit }: ProblemPlace) => !game.file && unit !== "" && !game.unit_names.includes(unit),
      own = problems.filter(one => !isListed(one)), // a unit that is listed has its own
      [first] = own,
      words = first
        ? describePlace(first, game.file ? file : "")
        : game.broken && !problems.length
          ? describeBroken(game.broken, file)
          : "";
    if (!game.file)
      add({
        file,
        kind: "game",
        title: game.title,
        game: home,
        href: gameAddress(game.name),
        units: game.units,
        partProblem: words,
        problems: own.length || Number(Boolean(words)),
        problemHref: first ? addressOfPlace(first) : gameAddress(game.name),
      });
    const brokenUnits = new Map(
      problems
        .filter(isListed)
        .reverse()
        .map(one => [one.unit, one]),
    ); // the first problem of each
    for (const [unit, place] of brokenUnits)
      add({
        file: place.file,
        key: `unit ${place.file} ${unit}`,
        kind: "unit",
        title: unit,
        game: home,
        href: problemAddressOf(place.file),
        units: 1,
        broken: describePlace(place),
        loose: false,
      });
    const mine = (one: { file: string }) => one.file && (!game.file || one.file === file),
      battles = game.battles.filter(mine),
      forms = game.parts.forms.filter(mine),
      broken = game.file ? words : "", // that of a game stands at the game
      known = broken ? Math.max(1, own.length) : 0;
    const [section = "", key = ""] = (game.units || !game.file ? [] : game.path).map(String); // of the only battle or record sheet
    if (section === "scenarios" && !battles.length)
      add({
        file,
        kind: "battle",
        title: game.unit_names[0] ?? file,
        game: home,
        href: battleAddress(file, key),
        path: [section, key],
        broken,
        problems: known,
      });
    else if (section === "forms" && !forms.length)
      add({
        file,
        kind: "sheet",
        title: game.unit_names[0] ?? file,
        game: home,
        href: formAddress(file, key),
        path: [section, key],
        broken,
        problems: known,
      });
    else if (game.file && (game.units || !(battles.length || forms.length)))
      add({
        file,
        kind: "unit",
        title: game.unit_names.join(", ") + (game.units > game.unit_names.length ? " ..." : "") || file,
        game: home,
        href: fileAddressOf(file, game.path),
        ...(broken ? { problemHref: problemAddressOf(file, game.path) } : {}),
        path: game.path,
        units: game.units,
        unitNames: game.unit_names,
        broken,
        problems: known,
      });
    const loose = (path: string) => path.split("/").length !== 2; // forms.yaml of a game may have several
    for (const { key, title, file: of, what, forces, summary, table, unit_names } of battles)
      add({
        file: of,
        key: `battle ${of} ${key}`,
        kind: "battle",
        title,
        game: home,
        href: battleAddress(of, key),
        pack: what,
        forces,
        summary,
        unitNames: unit_names ?? [], // missing in an older list that is stored
        table,
        path: of.includes("/scenarios/") ? [] : ["scenarios", key],
        broken,
        loose: loose(of),
      });
    for (const [section, kind] of Object.entries(SECTIONS) as [Section, FileKind][])
      for (const part of game.parts[section].filter(mine))
        add({
          file: part.file,
          key: `${kind} ${part.file} ${part.key}`,
          kind,
          title: part.title,
          game: home,
          href: partAddress(section, part),
          path: partPath(section, part),
          broken,
          loose: kind === "sheet" && loose(part.file),
        });
  }
  for (const { file, title, game, forces, unit_names, units, points, limit, broken = "" } of fleets) {
    const worth = limit
      ? [`${points} of ${counted(limit, "point")}`]
      : points === "0"
        ? []
        : [counted(points, "point")];
    add({
      file,
      kind: "fleet",
      title,
      game,
      href: fleetAddress(file),
      counts: broken ? [] : [counted(units, "unit"), ...worth],
      broken: broken && describeBroken(broken, file),
      forces,
      summary: unit_names.slice(0, MOST_OF_FLEET).join(", "),
      unitNames: unit_names,
    });
  }
  return entries.sort((one, other) => other.changed - one.changed || one.title.localeCompare(other.title));
}

// Returns the games that a new map can be for, those of the user first: a map belongs to one of these. For another game, `version`
// is the title of the user's version, which is made with the map; it is left out if there is a game with this title.
export function listMapGames(games: readonly ListedGame[]): { game: ListedGame; version: string }[] {
  const titles = new Set(games.map(game => game.title)),
    nameVersion = ({ own, title }: ListedGame) => (own ? "" : `My ${title}`);
  return [...games.filter(game => game.own), ...games.filter(game => !game.own)]
    .map(game => ({ game, version: nameVersion(game) }))
    .filter(({ version }) => !titles.has(version));
}

// The contents of a fleet in a line, "" for anything else.
export const describeFleet = ({ counts, forces }: Pick<OwnEntry, "counts" | "forces">) =>
  counts.length ? [...counts, forces.map(one => one.side).join(" and ")].filter(Boolean).join(", ") : "";

// Returns all that goes with the folder of a game, in words.
export function describeGameFiles(list: GameList, folder: string) {
  const files = Object.keys(list.changed).filter(file => file.startsWith(`${folder}/`)).length,
    own = listOwnFiles(list),
    game = own.find(one => one.kind === "game" && one.file === folder),
    parts = own.filter(one => one.file.startsWith(`${folder}/`) && one.kind !== "unit");
  const counts = (Object.keys(FILE_KINDS) as FileKind[]).flatMap(kind => {
    const count = kind === "unit" ? (game?.units ?? 0) : parts.filter(one => one.kind === kind).length;
    const { label, plural } = FILE_KINDS[kind];
    return count ? [counted(count, label.toLowerCase(), plural.toLowerCase())] : [];
  });
  return [counted(files, "file"), counts.length ? joinWithAnd(counts) : ""].filter(Boolean).join(": ");
}
