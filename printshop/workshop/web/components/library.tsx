// Games and own files, as the views list them: reading them, their pictures, and links to them.

import { useEffect, useRef, useState } from "preact/hooks";
import { call, coverAddress, listGames, shelf } from "../browser/client.ts";
import { capitalize, counted } from "../words.ts";
import { Icon, type IconName } from "./icons.tsx";
import { gameAddress, packAddress } from "../browser/routes.ts";
import { watchFile } from "../model/file_watch.ts";
import { type FileKind, isGame, listOwnFiles, type OwnEntry, SECTIONS } from "../model/own_files.ts";
import { drawGrid, fitRecord } from "../model/thumbnails.ts";
import { readStored, readStoredJson, SITE, writeStored } from "../browser/storage.ts";
import type { GameContents, GamePart, GameList, ListedGame, Section } from "../types.ts";
import { type Children, cropToCuts, drawingAddress, usePromise } from "./ui.tsx";

// --- games

const readers = new Set<() => void>();
// Reads the lists of games and files again, in every view that shows them.
export const readAgain = () => {
  for (const reader of readers) reader();
};

const STORED = "games and files";
// The last list, or null if there is none, or if it is damaged.
function readStoredList() {
  const list = readStoredJson<Partial<GameList> | null>(localStorage, STORED, null);
  return Array.isArray(list?.games) && Array.isArray(list.fleets) && list.changed ? (list as GameList) : null;
}
let lastChanged = ""; // the times of the own files in the last list, "" before
export async function readList(signal: AbortSignal) {
  const games = await listGames(signal);
  lastChanged = JSON.stringify(games.changed);
  writeStored(localStorage, STORED, JSON.stringify(games));
  return games;
}
// Reads the list again in all views if another program has changed files since it was read. Returns whether it has.
export async function lookForChanges() {
  const own = lastChanged ? await call("list_own_games", {}).catch(() => null) : null, // without an answer, the view stays
    hasChanged = Boolean(own) && JSON.stringify(own?.changed) !== lastChanged;
  if (hasChanged) readAgain();
  return hasChanged;
}
// Shows files that another program writes: within two seconds, or on the site, whose files only another tab changes, when this
// window is used again.
export function useFileWatch() {
  useEffect(() => {
    const look = async () => void (await lookForChanges());
    if (!SITE) return watchFile(look);
    addEventListener("focus", look);
    return () => removeEventListener("focus", look);
  }, []);
}
// All games and own files. The last list is shown until the new one comes; on the site, the games of printshop come first.
export function useGames() {
  const [stored] = useState(readStoredList);
  const shipped = usePromise(
    async () => (shelf ? { fleets: [], folder: "", changed: {}, ...(await shelf) } : null),
    [],
  );
  const { value, error, again } = usePromise(readList, []);
  useEffect(() => {
    readers.add(again);
    return () => void readers.delete(again);
  });
  const games: GameList | undefined = value ?? stored ?? shipped.value ?? undefined;
  // A stored list without files says nothing: there may be one by now.
  return { games, complete: Boolean(value) || Object.keys(stored?.changed ?? {}).length > 0, error, again };
}

// The games without the files that only extend one.
export const fullGames = (games: GameList, own: boolean) =>
  games.games.filter((game): game is ListedGame => isGame(game) && !game.file && game.own === own);

const LAST_GAME = "last game"; // the name of its stored state
// All games with their units, the last used one first.
export function listByUse(games: GameList) {
  const last = readStored(localStorage, LAST_GAME) || listOwnFiles(games)[0]?.game;
  return [...fullGames(games, true), ...fullGames(games, false)].sort(
    (one, other) => Number(other.name === last) - Number(one.name === last),
  );
}

const lastGames = new Map<string, GameContents>();
// The own files of a game.
export const filesOfGame = (games: GameList | undefined, game: string) =>
  Object.keys(games?.changed ?? {}).filter(file => file.startsWith(`${game.replace(/^[.][/]/, "")}/`));
// One game with its units and battles; the last answer is shown until the new one comes.
export function useGame(name: string) {
  const shipped = usePromise(async () => {
    const units = (await shelf)?.units ?? {};
    return Object.hasOwn(units, name) ? units[name] : undefined; // an address may name a word of JavaScript
  }, [name]);
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
  useEffect(() => {
    if (name) writeStored(localStorage, LAST_GAME, name);
  }, [name]);
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

export const FILE_ICONS: Record<FileKind, IconName> = {
  game: "games",
  unit: "unit",
  fleet: "fleet",
  battle: "battle",
  sheet: "sheet",
  map: "map",
  counter: "counter",
  marker: "marker",
  chart: "table",
  template: "lines",
  text: "text",
};

// "12 min ago", "3 May".
function formatTime(seconds: number) {
  if (!seconds) return "";
  const minutes = Math.round((Date.now() / 1000 - seconds) / 60),
    relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto", style: "short" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), "hour");
  if (minutes < 7 * 24 * 60) return relative.format(-Math.round(minutes / 1440), "day");
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(seconds * 1000);
}

const CLOCK_STEP = 20_000; // milliseconds between two looks at the clock
// How long ago something changed. The words change as time passes, while the page is in view.
export function TimeAgo({ seconds }: { seconds: number }) {
  const [, setWords] = useState("");
  useEffect(() => {
    const update = () => document.visibilityState === "visible" && setWords(formatTime(seconds));
    const timer = setInterval(update, CLOCK_STEP);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [seconds]);
  return <span class="time-ago">{formatTime(seconds)}</span>;
}

// --- pictures

// The cover of a game, or its initial until the cover is there.
export function Cover({ game }: { game: Pick<ListedGame, "name" | "title" | "own"> }) {
  const [address, setAddress] = useState(""),
    [failed, setFailed] = useState(false);
  useEffect(() => {
    let stopped = false;
    coverAddress(game.name, game.own).then(
      now => !stopped && setAddress(now),
      () => {},
    );
    return () => {
      stopped = true;
    };
  }, [game.name]);
  return address && !failed ? (
    <img class="cover" src={address} alt="" loading="lazy" onError={() => setFailed(true)} />
  ) : (
    <span class="cover initial" aria-hidden="true">
      {game.title.slice(0, 1)}
    </span>
  );
}

// Drawings by name; they are drawn one after the other, when they come into view.
const drawn = new Map<string, string>();
let drawingQueue: Promise<unknown> = Promise.resolve();
// Draws something once, after the drawings before it.
function drawOnce(name: string, draw: () => Promise<string>) {
  const drawing = drawingQueue.then(async () => {
    const svg = drawn.get(name) ?? (await draw());
    drawn.set(name, svg);
    return svg;
  });
  drawingQueue = drawing.catch(() => {});
  return drawing;
}
// Returns the drawing of an entry of a file, "" if none has been made.
export const findDrawing = (file: string) => [...drawn].find(([name]) => name.includes(` ${file} `))?.[1] ?? "";
// A small drawing: an icon stands there until it is made, or without `draw`.
export function DrawingThumbnail({
  name,
  kind,
  icon,
  draw,
}: {
  name: string;
  kind: FileKind;
  icon: IconName;
  draw?: () => Promise<string>;
}) {
  const box = useRef<HTMLSpanElement>(null),
    [svg, setSvg] = useState(drawn.get(name) ?? ""),
    [missing, setMissing] = useState<IconName | null>(null); // the icon in place of the drawing
  useEffect(() => {
    setMissing(null);
    if (drawn.has(name)) return setSvg(drawn.get(name) ?? "");
    if (!draw || !box.current) return;
    let stopped = false;
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      drawOnce(name, draw).then(
        now => !stopped && (now ? setSvg(now) : setMissing(icon)),
        () => !stopped && setMissing("warning"),
      );
    });
    observer.observe(box.current);
    return () => {
      stopped = true;
      observer.disconnect();
    };
  }, [name]);
  return (
    <span class={`thumbnail ${kind}${draw && !svg && !missing ? " awaited" : ""}`} ref={box} aria-hidden="true">
      {svg ? <img src={drawingAddress(svg)} alt="" /> : <Icon name={missing ?? icon} />}
    </span>
  );
}

const MOST_PICTURED = 6; // units in a small drawing
// The first units of a file on the colour of their side: a roster or a record is too small to read. They are pictures, or
// counters in a game without pictures.
async function drawUnits({ game, unitNames, forces: [force] }: OwnEntry) {
  const names = [...new Set(unitNames.map(words => words.replace(/^\d+ x /, "")))].slice(0, MOST_PICTURED),
    [first = ""] = names,
    [{ pictures, units }, facts] = await Promise.all([
      call("list_unit_pictures", { game }),
      force ? null : call("describe_game", { name: game }),
    ]),
    side = facts?.units.find(unit => unit.name === first)?.side ?? "";
  const found = names.flatMap(name => pictures[units[name] ?? ""] ?? []),
    counter = found.length
      ? ""
      : cropToCuts((await call("draw_unit", { game, unit: first, product: "counters" })).pages[0] ?? ""),
    images = counter ? [`data:image/svg+xml,${encodeURIComponent(counter)}`] : found;
  if (!images.length) throw new Error("no pictures");
  return drawGrid(images, force?.color || facts?.colors[side] || "none");
}

export function Thumbnail({ entry }: { entry: OwnEntry }) {
  const { file, path, kind, broken } = entry;
  if (kind === "game" && !broken) return <Cover game={{ name: entry.game, title: entry.title, own: true }} />;
  const drawPage = async () => {
    const { drawing } = await call("open_document", {
        file,
        view: { path, product: kind === "unit" ? "records" : "" },
      }),
      page = drawing?.pages[0] ?? "";
    return kind === "unit" || kind === "sheet" ? fitRecord(cropToCuts(page)) : page;
  };
  const isOfUnits = kind === "fleet" || kind === "unit",
    draw = isOfUnits && entry.unitNames.length ? () => drawUnits(entry).catch(drawPage) : drawPage;
  return (
    <DrawingThumbnail
      name={`${entry.key} ${entry.changed}`}
      kind={kind}
      icon={broken ? "warning" : FILE_ICONS[kind]}
      draw={kind === "game" || kind === "text" || broken ? undefined : draw}
    />
  );
}

// A part of any game, without the paper round its pieces. `changed` is the time of the last change of its game.
export const drawPart = (game: string, section: Section, key: string) =>
  call("draw_part", { game, section, key }).then(({ pages: [svg = ""] }) => cropToCuts(svg));
export const PartDrawing = ({
  game,
  section,
  part,
  changed = 0,
}: {
  game: string;
  section: Section;
  part: GamePart;
  changed?: number;
}) => (
  <DrawingThumbnail
    name={`${game} ${section} ${part.key} ${changed}`}
    kind={SECTIONS[section]}
    icon={FILE_ICONS[SECTIONS[section]]}
    draw={async () => {
      const drawing = await drawPart(game, section, part.key);
      return section === "forms" ? fitRecord(drawing) : drawing;
    }}
  />
);

// --- links

interface HeroProps {
  title: string;
  steps: readonly (readonly [title: string, words: string])[];
  href: string; // of the picture
  picture: Children;
  actions: Children;
  children: Children;
}
// The first steps with something that is empty yet, beside a picture.
export const Hero = ({ title, steps, href, picture, actions, children }: HeroProps) => (
  <section class="hero" aria-labelledby="hero">
    <div class="stack">
      <h1 id="hero">{title}</h1>
      <p>{children}</p>
      <ol class="steps">
        {steps.map(([name, words]) => (
          <li key={name}>
            <strong>{name}</strong>
            <span>{words}</span>
          </li>
        ))}
      </ol>
      <div class="row">{actions}</div>
    </div>
    <a href={href} class="hero-picture" tabIndex={-1} aria-hidden="true">
      {picture}
    </a>
  </section>
);

// A link, or a button, with a picture, a title and a line below it.
export const LinkCard = ({
  href,
  onClick,
  picture,
  title,
  children,
}: {
  href?: string;
  onClick?: () => void;
  picture: Children;
  title: string;
  children?: Children;
}) => {
  const inside = (
    <>
      {picture}
      <span>
        <strong>{title}</strong>
        {children && <small>{children}</small>}
      </span>
    </>
  );
  return href ? (
    <a class="link-card" href={href}>
      {inside}
    </a>
  ) : (
    <button type="button" class="link-card" onClick={onClick}>
      {inside}
    </button>
  );
};

interface CardProps {
  title: string;
  href?: string;
  picture: Children;
  chip?: string | false; // beside the title
  menu?: Children; // in the corner beside the title
  actions: Children;
  children?: Children;
}
// A fleet, battle or record sheet in a grid: its picture, its title, some words and its actions. Each has a row, and the rows of
// neighbours are level.
export const LargeCard = ({ title, href, picture, chip, menu, actions, children }: CardProps) => (
  <li class="panel large-card">
    {href ? (
      <a href={href} tabIndex={-1} aria-hidden="true">
        {picture}
      </a>
    ) : (
      picture
    )}
    <div class="spread">
      <h3>
        {href ? <a href={href}>{title}</a> : title}
        {chip && <span class="chip">{chip}</span>}
      </h3>
      {menu}
    </div>
    <div class="card-words">{children}</div>
    <div class="row">{actions}</div>
  </li>
);
// Counts the units and battles of a game, with those of the user's files that extend it.
export function countContents(games: GameList, game: ListedGame) {
  const own = listOwnFiles(games).filter(entry => entry.game === game.name);
  return {
    units: own.filter(entry => entry.kind === "unit").reduce((sum, entry) => sum + entry.units, game.units),
    battles: game.battles.filter(battle => !battle.file).length + own.filter(entry => entry.kind === "battle").length,
  };
}

const GameCard = ({ game, units, battles }: { game: ListedGame; units: number; battles: number }) => (
  <a class="game-card" href={gameAddress(game.name)}>
    <Cover game={game} />
    <strong>{game.title}</strong>
    <small>
      {counted(units, "unit")}
      {battles > 0 && `, ${counted(battles, "battle")}`}
    </small>
  </a>
);

// A game with a battle: the one that you changed last, or the first one. A link leads to the other battles.
export function LargeGameCard({ game, of }: { game: ListedGame; of: GameList }) {
  const own = listOwnFiles(of)
      .filter(one => one.kind === "battle" && one.game === game.name)
      .sort((one, other) => other.changed - one.changed)[0],
    battle = own
      ? { title: own.title, href: own.href }
      : game.battles[0] && { title: game.battles[0].title, href: packAddress(game.battles[0].what) };
  const counts = countContents(of, game);
  return (
    <div>
      <GameCard game={game} {...counts} />
      {battle && (
        <div class="card-battles">
          <a href={battle.href}>
            <Icon name="battle" />
            <span>{battle.title}</span>
          </a>
          {counts.battles > 1 && (
            <a
              href={gameAddress(game.name, "battles")}
              aria-label={`${counts.battles - 1} more battles of ${game.title}`}
            >
              {counts.battles - 1} more
            </a>
          )}
        </div>
      )}
    </div>
  );
}

const FEW_GAMES = 6;
// Games by words of their titles: an input if there are many games, and the games that fit.
export function useGameFilter(all: readonly ListedGame[]) {
  const [words, setWords] = useState("");
  const input = all.length > FEW_GAMES && (
    <input
      class="plain-input game-filter"
      type="search"
      aria-label="Search the games"
      placeholder={`Search ${all.length} games`}
      value={words}
      onInput={event => setWords(event.currentTarget.value)}
    />
  );
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean),
    found = all.filter(game => parts.every(part => game.title.toLowerCase().includes(part)));
  return {
    input,
    found,
    nothing: all.length > 0 && !found.length && (
      <p class="quiet" role="status">
        No game has these words in its title.
      </p>
    ),
  };
}

// The covers of games that stand in a list of all games.
export const GameCards = ({ games, of }: { games: readonly ListedGame[]; of: GameList }) => (
  <ul class="covers">
    {games.map(game => (
      <li key={game.name}>
        <GameCard game={game} {...countContents(of, game)} />
      </li>
    ))}
  </ul>
);

// Whether a file comes with printshop: nobody can open it here.
export function isShippedFile(file: string) {
  const games = readStoredJson<GameList | null>(localStorage, STORED, null)?.games ?? [],
    isOf = (own: boolean) => games.some(one => one.own === own && file.startsWith(`${one.name}/`));
  return file.startsWith("common/") || (isOf(false) && !isOf(true));
}
// Returns the title of a file with its name: Wasp (wasp.yaml).
export function describeFile(file: string) {
  const games = readStoredJson<GameList | null>(localStorage, STORED, null),
    name = file.replace(/^.*\//, ""),
    words = name.replace(/\.yaml$/, "").replaceAll("_", " "),
    title =
      (games && listOwnFiles(games).find(one => one.file === file || `${one.file}/game.yaml` === file)?.title) ||
      capitalize(words);
  return `${title} (${name})`;
}
