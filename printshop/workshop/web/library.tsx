// Games and own files, as the views list them: reading them, their pictures, and links to them.

import { useEffect, useRef, useState } from "preact/hooks";
import { call, coverAddress, fileAddress, listGames, makeFile, shelf, type Wanted } from "./client.ts";
import { Icon, type IconName } from "./icons.tsx";
import { attempt } from "./notices.ts";
import { battleAddress, fileAddressOf, fleetAddress, formAddress, gameAddress, newGameAddress, packAddress } from "./routes.ts";
import { readStoredJson, SITE, writeStored } from "./storage.ts";
import type { BrokenGame, GameContents, GameList, ListedGame, ValuePath } from "./types.ts";
import { type Children, drawingAddress, usePromise } from "./ui.tsx";

// --- games

const readers = new Set<() => void>();
// Reads the lists of games and files again, in every view that shows them.
export const readAgain = () => {
  for (const reader of readers) reader();
};

const STORED = "library";
// All games and own files. The last list is shown until the new one comes; on the site, the games of printshop come first.
export function useGames() {
  const [stored] = useState(() => readStoredJson<GameList | null>(sessionStorage, STORED, null));
  const shipped = usePromise(async () => (shelf ? { fleets: [], folder: "", ...(await shelf) } : null), []);
  const { value, error, again } = usePromise(async signal => {
    const games = await listGames(signal);
    writeStored(sessionStorage, STORED, JSON.stringify(games));
    return games;
  }, []);
  useEffect(() => {
    readers.add(again);
    return () => void readers.delete(again);
  });
  const games: GameList | undefined = value ?? stored ?? shipped.value ?? undefined;
  return { games, complete: Boolean(value ?? stored), error, again };
}

export const isGame = (game: ListedGame | BrokenGame): game is ListedGame => "units" in game;
// The games without the files that only extend one.
export const fullGames = (games: GameList, own: boolean) => games.games.filter((game): game is ListedGame => isGame(game) && !game.file && game.own === own);

const lastGames = new Map<string, GameContents>();
// One game with its units and battles; the last answer is shown until the new one comes.
export function useGame(name: string) {
  const shipped = usePromise(async () => (await shelf)?.units[name], [name]);
  const { value, error, again } = usePromise(async () => {
    if (!name) return undefined;
    const game = await call("describe_game", { name });
    lastGames.set(name, game);
    return game;
  }, [name]);
  useEffect(() => {
    readers.add(again);
    return () => void readers.delete(again);
  });
  return { game: value ?? lastGames.get(name) ?? shipped.value, error, again };
}

// The battle for beginners: the first one of the first game that is named here.
export const FIRST_GAME = "iron_stars";
export function firstBattle(games: GameList) {
  const all = fullGames(games, false),
    game = all.find(one => one.name === FIRST_GAME) ?? all.find(one => one.battles.length),
    battle = game?.battles[0];
  return game && battle ? { game, battle, href: packAddress(battle.what) } : null;
}

// --- own files

export type FileKind = "game" | "unit" | "fleet" | "battle" | "sheet" | "text";
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
  broken: string; // its first fault
  cover: boolean; // of a game
  loose: boolean; // it stands in a file that can be copied, renamed and deleted
}
export const KINDS: Record<FileKind, { label: string; plural: string; icon: IconName }> = {
  game: { label: "Game", plural: "Games", icon: "games" },
  unit: { label: "Unit", plural: "Units", icon: "unit" },
  fleet: { label: "Fleet", plural: "Fleets", icon: "fleet" },
  battle: { label: "Battle", plural: "Battles", icon: "battle" },
  sheet: { label: "Record sheet", plural: "Record sheets", icon: "sheet" },
  text: { label: "Other file", plural: "Other files", icon: "text" },
};

export const fileOf = ({ name, file }: Pick<BrokenGame, "name" | "file">) => (file ? (name.endsWith(".yaml") ? name : `${name}.yaml`).replace(/^\.\//, "") : name.replace(/^\.\//, ""));

// All own files and games, each once, the last changed first.
export function listOwnFiles({ games, fleets, changed = {} }: GameList): OwnEntry[] {
  const titles = new Map(games.filter(game => isGame(game) && !game.file).map(game => [game.name, game.title]));
  const entries: OwnEntry[] = [],
    timeOf = (file: string) => changed[file] ?? Math.max(0, ...Object.entries(changed).flatMap(([one, time]) => (one.startsWith(`${file}/`) ? [time] : [])));
  const add = (entry: Pick<OwnEntry, "file" | "kind" | "title" | "game" | "href"> & Partial<OwnEntry>) =>
    entries.push({ key: `${entry.kind} ${entry.file}`, gameTitle: titles.get(entry.game) ?? "", pack: "", path: [], units: 0, changed: timeOf(entry.file), broken: "", cover: false, loose: true, ...entry });
  for (const game of games.filter(one => one.own)) {
    const file = fileOf(game);
    if (!isGame(game)) {
      const main = game.file ? file : `${file}/game.yaml`;
      add({ file, kind: game.file ? "text" : "game", title: game.title, game: game.file ? "" : game.name, gameTitle: game.file ? "" : game.title, href: fileAddressOf(main), broken: game.broken, changed: timeOf(main) });
      continue;
    }
    const home = game.of;
    if (!game.file) add({ file, kind: "game", title: game.title, game: home, href: gameAddress(game.name), units: game.units, cover: game.cover });
    const mine = (one: { file: string }) => one.file && (!game.file || one.file === file),
      battles = game.battles.filter(mine),
      forms = game.forms.filter(mine),
      broken = game.at_fault ? "Something is wrong in this file. Open it to see the place." : "";
    const [section = "", key = ""] = (game.units || !game.file ? [] : game.path).map(String); // of the only battle or record sheet
    if (section === "scenarios" && !battles.length) add({ file, kind: "battle", title: file, game: home, href: battleAddress(file, key), path: [section, key], broken });
    else if (section === "forms" && !forms.length) add({ file, kind: "sheet", title: file, game: home, href: formAddress(file, key), path: [section, key], broken });
    else if (game.file && (game.units || !(battles.length || forms.length)))
      add({ file, kind: "unit", title: game.called.join(", ") + (game.units > game.called.length ? " ..." : "") || file, game: home, href: fileAddressOf(file, game.path), path: game.path, units: game.units, broken });
    const loose = (path: string) => path.split("/").length !== 2; // forms.yaml of a game may have several
    for (const { key, title, file: of, what } of battles)
      add({ file: of, key: `battle ${of} ${key}`, kind: "battle", title, game: home, href: battleAddress(of, key), pack: what, path: of.includes("/scenarios/") ? [] : ["scenarios", key], broken, loose: loose(of) });
    for (const { key, title, file: of } of forms)
      add({ file: of, key: `sheet ${of} ${key}`, kind: "sheet", title, game: home, href: formAddress(of, key), path: game.file ? ["forms", key] : [key], broken, loose: loose(of) });
  }
  for (const { file, title, game, broken = "" } of fleets) add({ file, kind: "fleet", title, game, href: fleetAddress(file), broken });
  return entries.sort((one, other) => other.changed - one.changed || one.title.localeCompare(other.title));
}

// "12 minutes ago", "3 May".
export function formatTime(seconds: number) {
  if (!seconds) return "";
  const minutes = Math.round((Date.now() / 1000 - seconds) / 60),
    relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), "hour");
  if (minutes < 7 * 24 * 60) return relative.format(-Math.round(minutes / 1440), "day");
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(seconds * 1000);
}

// --- pictures

// The cover of a game, or its initial if it has none.
export function Cover({ game }: { game: Pick<ListedGame, "name" | "title" | "own" | "cover"> }) {
  const [address, setAddress] = useState(""),
    [failed, setFailed] = useState(false);
  useEffect(() => {
    let stopped = false;
    if (game.cover) coverAddress(game.name, game.own).then(now => !stopped && setAddress(now), () => {});
    return () => {
      stopped = true;
    };
  }, [game.name, game.cover]);
  return address && !failed ? (
    <img class="cover" src={address} alt="" loading="lazy" onError={() => setFailed(true)} />
  ) : (
    <span class="cover initial" aria-hidden="true">
      {game.title.slice(0, 1)}
    </span>
  );
}

// Drawings of files, by entry and time; they are drawn one after the other, when they come into view.
const drawn = new Map<string, string>();
let drawingQueue: Promise<unknown> = Promise.resolve();
function drawEntry({ file, path, kind }: OwnEntry) {
  const drawing = drawingQueue.then(async () => {
    const view = JSON.stringify({ path, product: kind === "unit" ? "records" : "" });
    return (await call("open_document", { file, view })).drawing?.pages[0] ?? "";
  });
  drawingQueue = drawing.catch(() => {});
  return drawing;
}

export function Thumbnail({ entry }: { entry: OwnEntry }) {
  const name = `${entry.key} ${entry.changed}`,
    box = useRef<HTMLSpanElement>(null),
    [svg, setSvg] = useState(drawn.get(name) ?? "");
  useEffect(() => {
    if (drawn.has(name)) return setSvg(drawn.get(name) ?? "");
    if (entry.kind === "game" || entry.kind === "text" || entry.broken || !box.current) return;
    let stopped = false;
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      drawEntry(entry).then(
        now => {
          drawn.set(name, now);
          if (!stopped) setSvg(now);
        },
        () => {},
      );
    });
    observer.observe(box.current);
    return () => {
      stopped = true;
      observer.disconnect();
    };
  }, [name]);
  if (entry.kind === "game" && !entry.broken) return <Cover game={{ name: entry.game, title: entry.title, own: true, cover: entry.cover }} />;
  return (
    <span class={`thumbnail ${entry.kind}`} ref={box} aria-hidden="true">
      {svg ? <img src={drawingAddress(svg)} alt="" /> : <Icon name={entry.broken ? "warning" : KINDS[entry.kind].icon} />}
    </span>
  );
}

// --- links

export const PrintLink = (wanted: Wanted) => (SITE ? { onClick: () => attempt(() => makeFile(wanted)) } : { href: fileAddress(wanted), newTab: true });

// A link with a picture, a title and a line below it.
export const LinkCard = ({ href, picture, title, children }: { href: string; picture: Children; title: string; children?: Children }) => (
  <a class="link-card" href={href}>
    {picture}
    <span>
      <strong>{title}</strong>
      {children && <small>{children}</small>}
    </span>
  </a>
);

const GameCard = ({ game }: { game: ListedGame }) => (
  <a class="game-card" href={gameAddress(game.name)}>
    <Cover game={game} />
    <strong>{game.title}</strong>
    <small>
      {game.units === 1 ? "1 unit" : `${game.units} units`}
      {game.battles.length > 0 && `, ${game.battles.length === 1 ? "1 battle" : `${game.battles.length} battles`}`}
    </small>
  </a>
);
const NewGameCard = () => (
  <a class="game-card new" href={newGameAddress()}>
    <span class="cover initial" aria-hidden="true">
      <Icon name="add" />
    </span>
    <strong>New game</strong>
    <small>Your own units, figures and record sheets</small>
  </a>
);

// The covers of games. `withNew` adds a card that leads to a new game.
export const GameCards = ({ games, withNew }: { games: readonly ListedGame[]; withNew?: boolean }) => (
  <ul class="covers">
    {games.map(game => (
      <li key={game.name}>
        <GameCard game={game} />
      </li>
    ))}
    {withNew && (
      <li>
        <NewGameCard />
      </li>
    )}
  </ul>
);
