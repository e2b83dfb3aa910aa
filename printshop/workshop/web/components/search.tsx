// Search over everything that has a name: games, units, battles, own files, help, and actions.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, shelf } from "../browser/client.ts";
import { Icon, type IconName } from "./icons.tsx";
import { chooseTable, newInGame } from "./dialogs.tsx";
import { counted } from "../words.ts";
import { fullGames, Thumbnail, useGames, FILE_ICONS } from "./library.tsx";
import {
  type FileKind,
  fileOf,
  isMinor,
  listOwnFiles,
  type OwnEntry,
  SECTIONS,
  FILE_KINDS,
} from "../model/own_files.ts";
import {
  gameAddress,
  go,
  helpAddress,
  helpSearchAddress,
  newGameAddress,
  packAddress,
  readAddress,
  unitAddress,
} from "../browser/routes.ts";
import { bestOf, makeIndex, partsOf, rankAll, type SearchIndex, splitWords } from "../model/word_search.ts";
import { isCost } from "../model/unit_rows.ts";
import type { GameContents, GameList, ListedGame, Section, UnitPictures } from "../types.ts";
import { CloseButton, openModal, usePromise } from "./ui.tsx";
import { UnitPicture } from "./unit_picture.tsx";

const MOST_OF_GROUP = 6,
  MOST_AT_FIRST = 14;
const GROUPS = ["Actions", "Games", "Your files", "Battles", "Units", "Maps, sheets and other parts", "Help"] as const;
type Group = (typeof GROUPS)[number];
const HELP = "Help";
interface SearchResult {
  group: Group;
  title: string;
  detail: string;
  index: SearchIndex;
  values: string[]; // whose words find it, too: one that is found is shown
  icon: IconName;
  go: string | (() => void); // an address, or an action
  isMore?: boolean; // it shows the rest of its group
  unit?: string; // its name, side and fields: versions of a game have equal units
  file?: string; // of the user, with the unit
  facts?: string[]; // its values with their names
  art?: [game: string, unit: string]; // whose picture is shown
  own?: OwnEntry; // whose drawing is shown
}
const entry = (
  group: Group,
  icon: IconName,
  title: string,
  detail: string,
  to: SearchResult["go"],
  words = "",
  values: string[] = [],
  contents = "",
): SearchResult => ({
  group,
  title,
  detail,
  icon,
  go: to,
  values,
  index: makeIndex(title, detail, `${words} ${values.join(" ")}`, contents),
});
// The games of printshop come before versions of them.
const allGames = (games: GameList | undefined) =>
  games ? [...fullGames(games, false), ...fullGames(games, true)] : [];
// Returns the title of a game, with a mark on a version with the title of another game.
const titleOf = (game: ListedGame, all: readonly ListedGame[]) =>
  game.own && all.some(one => one !== game && one.title === game.title) ? `${game.title} (your version)` : game.title;

type UnitGame = Pick<GameContents, "name" | "title" | "kinds" | "columns">;
// The entry of a unit: its type, the words of its values, and its values with their names find it.
export function makeUnitEntry(unit: GameContents["units"][number], game: UnitGame): SearchResult {
  const { name, title, kinds, columns } = game,
    points = Number(unit.cells[columns.findIndex(({ head }) => isCost(head))]),
    facts = columns.flatMap(({ head }, number) => {
      const cell = unit.cells[number] ?? "";
      return /\d/.test(cell) ? [`${head} ${cell}`] : [];
    });
  const made = entry(
    "Units",
    "unit",
    unit.name,
    [points > 0 && counted(points, "point"), unit.side, title].filter(Boolean).join(", "),
    unitAddress(name, unit.name),
    kinds[unit.kind],
    unit.cells.flatMap(cell => (/^[^\d?]{3,}$/.test(cell) ? [cell] : (cell.match(/\p{L}{4,}/gu) ?? []))),
  );
  return {
    ...made,
    index: { ...made.index, facts: facts.map(splitWords) },
    facts,
    unit: [unit.name, unit.side, unit.kind, ...unit.cells].join("|"),
    art: [name, unit.name],
    file: unit.file,
  };
}
const units = new Map<string, SearchResult[]>(); // of the games that were read
async function readUnits(games: GameList): Promise<Map<string, SearchResult[]>> {
  const shipped = await shelf,
    all = allGames(games);
  for (const listed of all) {
    const { name } = listed;
    if (units.has(name)) continue;
    const game: GameContents | null = shipped?.units[name] ?? (await call("describe_game", { name }).catch(() => null));
    if (!game) continue;
    units.set(
      name,
      game.units.map(unit => makeUnitEntry(unit, { ...game, name, title: titleOf(listed, all) })),
    );
  }
  return new Map(units);
}

// The game of the present address, if it has one.
function presentGame(games: GameList | undefined) {
  const [view, what = ""] = readAddress(location.hash),
    ofFleet = games?.fleets.find(fleet => fleet.file === what)?.game;
  return (
    view &&
    allGames(games).find(
      game =>
        game.name === what ||
        game.name === ofFleet ||
        (game.own && what.startsWith(`${fileOf(game)}/`)) ||
        what.startsWith(`${game.name}/`),
    )
  );
}

function listActions(games: GameList | undefined): SearchResult[] {
  const tabs = { unit: "units", fleet: "fleets", battle: "battles", sheet: "sheets" } as const,
    here = presentGame(games);
  const make = (kind: keyof typeof tabs) => {
    const title = `New ${FILE_KINDS[kind].label.toLowerCase()}`;
    return entry(
      "Actions",
      FILE_ICONS[kind],
      title,
      here ? here.title : "of any game",
      here ? gameAddress(here.name, tabs[kind]) : () => newInGame(kind),
      `make create add own ${kind === "unit" ? "ship squad tank hero monster" : ""}`,
    );
  };
  return [
    ...(Object.keys(tabs) as (keyof typeof tabs)[]).map(make),
    entry("Actions", "add", "New game", "", newGameAddress(), "make create add own from nothing"),
    entry("Actions", "play", "Play on a screen", "", chooseTable, "dice damage turns record table tablet"),
    entry("Actions", "files", "My files", "", "#/files", "own recent deleted"),
    entry("Actions", "games", "All games", "", "#/games"),
    entry("Actions", "help", "How do I ...?", "", helpAddress(), "help"),
  ];
}

// The answers of the help, which are loaded with the large views.
export type SearchedHelp = Pick<typeof import("./help.ts"), "indexOfTopic" | "topicAddress" | "TOPICS">;
export const listAnswers = ({ indexOfTopic, topicAddress, TOPICS }: SearchedHelp) =>
  TOPICS.map(topic => ({ ...entry("Help", "help", topic.title, "", topicAddress(topic)), index: indexOfTopic(topic) }));

// Everything that can be found: in each group the parts of the present game come first.
export function listFound(
  games: GameList | undefined,
  found: Map<string, SearchResult[]>,
  answers: readonly SearchResult[],
): SearchResult[] {
  const here = presentGame(games),
    all = allGames(games).sort((one, other) => Number(other === here) - Number(one === here)),
    shipped = all.filter(game => !game.own),
    own = games ? listOwnFiles(games) : [],
    single = new Set(own.filter(one => one.kind === "unit").map(one => `${one.file} ${one.title}`)), // units under "Your files"
    versions = new Map<string, SearchResult>(); // of each unit, the first one
  for (const unit of all.flatMap(game => found.get(game.name) ?? []))
    if (unit.unit && !single.has(`${unit.file} ${unit.title}`) && !versions.has(unit.unit))
      versions.set(unit.unit, unit);
  return [
    ...listActions(games),
    ...shipped.map(game => entry("Games", "games", game.title, "Game", gameAddress(game.name))),
    ...own.map(one => ({
      ...entry(
        one.kind === "game" ? "Games" : isMinor(one) ? "Maps, sheets and other parts" : "Your files",
        FILE_ICONS[one.kind],
        one.title,
        one.kind === "game" ? "Your game" : [FILE_KINDS[one.kind].label, one.gameTitle].filter(Boolean).join(" of "),
        one.href,
        `${one.file} my own${one.kind === "fleet" || one.pack ? " print pages play" : ""}`,
        one.unitNames,
      ),
      own: one,
    })),
    ...all.flatMap(game =>
      game.battles
        .filter(battle => !battle.file)
        .map(battle =>
          entry(
            "Battles",
            "battle",
            battle.title,
            `Battle of ${titleOf(game, all)}`,
            packAddress(battle.what),
            "print pack scenario",
            battle.unit_names,
          ),
        ),
    ),
    ...versions.values(),
    ...shipped.flatMap(game =>
      (Object.entries(SECTIONS) as [Section, FileKind][]).flatMap(([section, kind]) =>
        game.parts[section].map(part =>
          entry(
            "Maps, sheets and other parts",
            FILE_ICONS[kind],
            part.title,
            `${FILE_KINDS[kind].label} of ${game.title}`,
            gameAddress(game.name, section === "forms" ? "sheets" : "data"),
          ),
        ),
      ),
    ),
    ...answers,
  ];
}

// Returns the values for which an entry was found, where neither its title nor its detail says why.
function reasonOf({ title, detail, values: words, facts = [] }: SearchResult, text: string) {
  const typed = partsOf(text),
    values = [
      ...words,
      ...facts.filter(fact => typed.some(part => /\d/.test(part) && splitWords(fact).includes(part))),
    ];
  const shown = splitWords(`${title} ${detail}`),
    pieces = values.flatMap(value => value.split(", ")),
    parts = partsOf(text).filter(part => !shown.some(word => word.startsWith(part)));
  return [
    ...new Set(
      parts.flatMap(part => pieces.find(piece => splitWords(piece).some(word => word.startsWith(part))) ?? []),
    ),
  ].join(", ");
}

// Returns the entries for a text, the best first: all of the group `whole`, and the first of the other groups. The group
// with the best entry comes first. The help is always the last step.
export function search(all: readonly SearchResult[], text: string, whole: Group | "" = "") {
  const seen = new Set<string>(); // two markers of a game with one title lead to the same page
  const isNew = ({ one: { title, detail, go: to } }: { one: SearchResult }) => {
    const name = `${title} ${detail} ${to}`;
    return !seen.has(name) && Boolean(seen.add(name));
  };
  // The help has its own ranks: a word that is rare in it may be common among units.
  const ranked = [true, false].flatMap(isHelp =>
    rankAll(
      text,
      all.filter(one => (one.group === HELP) === isHelp),
      one => one.index,
    ),
  );
  const found = bestOf(ranked).filter(isNew);
  const groups = GROUPS.map(group => found.filter(({ one }) => one.group === group))
    .filter(of => of.length)
    .sort(([here], [there]) => (there?.rank ?? 0) - (here?.rank ?? 0))
    .map(of => {
      const group = of[0]?.one.group ?? "Units",
        shown = group === whole || of.length <= MOST_OF_GROUP + 1 ? of : of.slice(0, MOST_OF_GROUP);
      const more: SearchResult[] =
        shown === of ? [] : [{ ...entry(group, "add", `${of.length - shown.length} more`, "", ""), isMore: true }];
      return [...shown.map(({ one }) => one), ...more];
    });
  const help = entry(HELP, "search", `Search the help for “${text.trim()}”`, "", helpSearchAddress(text.trim())),
    answers = groups.find(([one]) => one?.group === HELP);
  if (answers) answers.push(help);
  else groups.push([help]);
  return groups.flat();
}

const artOfGames = new Map<string, Promise<UnitPictures>>();
// The picture of a unit, an icon until it is there.
function UnitArt({ of: [game, unit], icon }: { of: [game: string, unit: string]; icon: IconName }) {
  const { value } = usePromise(() => {
    const art = artOfGames.get(game) ?? call("list_unit_pictures", { game });
    artOfGames.set(game, art);
    art.catch(() => artOfGames.delete(game)); // the next list asks again
    return art;
  }, [game]);
  return (
    <span class="option-picture">
      {value?.pictures[value.units[unit] ?? ""] ? <UnitPicture art={value} unit={unit} /> : <Icon name={icon} />}
    </span>
  );
}

export function Search({ close, loadHelp }: { close: () => void; loadHelp: () => Promise<SearchedHelp> }) {
  const dialog = useRef<HTMLDialogElement>(null),
    list = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState(""),
    [chosen, setChosen] = useState(0),
    [whole, setWhole] = useState<Group | "">("");
  const { games } = useGames(),
    { value } = usePromise(async () => (games ? readUnits(games) : null), [games]),
    [isAwaited, setAwaited] = useState(false); // Enter was pressed before the units were read
  // Before the browser handles the next key: otherwise the first letters go to the page.
  useLayoutEffect(() => {
    dialog.current && openModal(dialog.current);
    return () => dialog.current?.close(); // the focus returns
  }, []);
  const { value: answers } = usePromise(async () => listAnswers(await loadHelp()), []);
  const all = useMemo(() => listFound(games, value ?? new Map(), answers ?? []), [games, value, answers]);
  const found = words.trim()
    ? search(all, words, whole)
    : all
        .filter(one => one.group === "Actions" || one.group === "Your files" || one.detail === "Your game")
        .slice(0, MOST_AT_FIRST);
  const now = Math.min(chosen, found.length - 1);
  const choose = (one: SearchResult | undefined) => {
    if (!one) return;
    if (one.isMore) return setWhole(one.group);
    close();
    if (typeof one.go === "string") go(one.go);
    else one.go();
  };
  useEffect(() => {
    if (!isAwaited || !value) return;
    setAwaited(false);
    choose(found[now]);
  }, [isAwaited, value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) setChosen((now + step + found.length) % found.length);
    else if (event.key === "Enter") setAwaited(true);
    else return;
    event.preventDefault();
  };
  useEffect(
    () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [now, words],
  );
  return (
    <dialog
      class="search"
      ref={dialog}
      aria-label="Search"
      onClose={close}
      onPointerDown={event => event.target === dialog.current && close()}
    >
      <div class="search-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search"
          aria-expanded={found.length > 0}
          aria-controls="search-results"
          aria-activedescendant={found.length ? `search-${now}` : undefined}
          aria-autocomplete="list"
          placeholder="Games, units, battles, your files, help"
          autocomplete="off"
          spellcheck={false}
          autoFocus
          value={words}
          onInput={event => {
            setWords(event.currentTarget.value);
            setAwaited(false);
            setChosen(0);
            setWhole("");
          }}
          onKeyDown={onKeyDown}
        />
        <CloseButton onClick={close} />
      </div>
      {value && words.trim() && found.length === 1 && (
        <p class="nothing" role="status">
          No game, unit or file has these words. Try fewer of them.
        </p>
      )}
      <div id="search-results" role="listbox" aria-label="Results" ref={list}>
        {GROUPS.filter(group => found.some(one => one.group === group))
          .sort(
            (here, there) => found.findIndex(one => one.group === here) - found.findIndex(one => one.group === there),
          )
          .map(group => (
            <div role="group" aria-label={group} key={group}>
              <div class="group" role="presentation">
                {group}
              </div>
              {found.map((one, number) =>
                one.group === group ? (
                  <div
                    id={`search-${number}`}
                    class="option"
                    role="option"
                    key={number}
                    aria-selected={number === now}
                    onPointerMove={() => setChosen(number)}
                    onClick={() => choose(one)}
                  >
                    {one.own ? (
                      <Thumbnail entry={one.own} />
                    ) : one.art ? (
                      <UnitArt of={one.art} icon={one.icon} key={one.art.join()} />
                    ) : (
                      <span class="option-picture">
                        <Icon name={one.icon} />
                      </span>
                    )}
                    <span>{one.title}</span>
                    <small>{[reasonOf(one, words), one.detail].filter(Boolean).join(" · ")}</small>
                  </div>
                ) : null,
              )}
            </div>
          ))}
      </div>
      {!value && words.trim() && (
        <p class="nothing" role="status">
          The units of all games are being read ...
        </p>
      )}
      <p class="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </dialog>
  );
}
