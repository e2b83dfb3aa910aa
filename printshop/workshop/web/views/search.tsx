// Search over everything that has a name: games, units, battles, own files, help, and actions.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, shelf } from "../client.ts";
import { topicAddress, topicText, TOPICS } from "../help.ts";
import { Icon, type IconName } from "../icons.tsx";
import { fullGames, KINDS, listOwnFiles, useGames } from "../library.tsx";
import { gameAddress, go, helpAddress, newGameAddress, packAddress, unitAddress } from "../routes.ts";
import type { GameContents, GameList } from "../types.ts";
import { openModal, usePromise } from "../ui.tsx";

const MOST_RESULTS = 40;
interface Found {
  title: string;
  detail: string;
  text: string; // in small letters
  icon: IconName;
  href: string;
}
const entry = (icon: IconName, title: string, detail: string, href: string, words = ""): Found => ({ title, detail, icon, href, text: `${title} ${detail} ${words}`.toLowerCase() });

const units = new Map<string, Found[]>(); // of the games that were read
async function readUnits(games: GameList): Promise<Found[]> {
  const shipped = await shelf;
  for (const { name } of [...fullGames(games, true), ...fullGames(games, false)]) {
    if (units.has(name)) continue;
    const game: GameContents | null = shipped?.units[name] ?? (await call("describe_game", { name }).catch(() => null));
    if (game) units.set(name, game.units.map(unit => entry("unit", unit.name, [unit.side, game.title].filter(Boolean).join(", "), unitAddress(name, unit.name))));
  }
  return [...units.values()].flat();
}

function listActions(games: GameList | undefined): Found[] {
  const tabs = [
    ["unit", "New unit", "units"],
    ["fleet", "New fleet", "fleets"],
    ["battle", "New battle", "battles"],
    ["sheet", "New record sheet", "sheets"],
  ] as const;
  const all = games ? [...fullGames(games, true), ...fullGames(games, false)] : [];
  return [
    entry("add", "New game", "Action", newGameAddress(), "make create own from nothing"),
    entry("files", "My files", "Page", "#/files", "own recent deleted"),
    entry("games", "Games", "Page", "#/games"),
    entry("help", "How do I ...?", "Page", helpAddress(), "help"),
    ...all.flatMap(game => tabs.map(([icon, title, tab]) => entry(icon, `${title} of ${game.title}`, "Action", gameAddress(game.name, tab), "make create own"))),
  ];
}

function listFound(games: GameList | undefined, found: Found[]): Found[] {
  const all = games ? [...fullGames(games, true), ...fullGames(games, false)] : [];
  return [
    ...(games ? listOwnFiles(games).map(one => entry(KINDS[one.kind].icon, one.title, [KINDS[one.kind].label, one.kind !== "game" && one.gameTitle].filter(Boolean).join(" of "), one.href, `${one.file} my own`)) : []),
    ...all.filter(game => !game.own).map(game => entry("games", game.title, "Game", gameAddress(game.name))),
    ...all.flatMap(game => game.battles.filter(battle => !battle.file).map(battle => entry("battle", battle.title, `Battle of ${game.title}`, packAddress(battle.what), "print pack scenario"))),
    ...found,
    ...TOPICS.map(topic => ({ ...entry("help", topic.title, "Help", topicAddress(topic)), text: topicText(topic) })),
    ...listActions(games),
  ];
}

// Returns what fits all words, best first: titles that begin with the words come first.
function search(all: Found[], words: string) {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ title, text }: Found) => {
    const lower = title.toLowerCase();
    if (!parts.every(part => text.includes(part))) return -1;
    if (lower.startsWith(words.trim().toLowerCase())) return 3;
    if (parts.every(part => lower.split(/\s+/).some(word => word.startsWith(part)))) return 2;
    return parts.every(part => lower.includes(part)) ? 1 : 0;
  };
  return all
    .map(one => ({ one, rank: rank(one) }))
    .filter(({ rank }) => rank >= 0)
    .sort((here, there) => there.rank - here.rank)
    .slice(0, MOST_RESULTS)
    .map(({ one }) => one);
}

export function Search({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null),
    list = useRef<HTMLUListElement>(null);
  const [words, setWords] = useState(""),
    [chosen, setChosen] = useState(0);
  const { games } = useGames(),
    { value } = usePromise(async () => (games ? readUnits(games) : []), [games]);
  // Before the browser handles the next key: otherwise the first letters go to the page.
  useLayoutEffect(() => {
    dialog.current && openModal(dialog.current);
    return () => dialog.current?.close(); // the focus returns
  }, []);
  const all = useMemo(() => listFound(games, value ?? []), [games, value]);
  const found = words.trim() ? search(all, words) : all.slice(0, 8);
  const now = Math.min(chosen, found.length - 1);
  const choose = (one: Found | undefined) => {
    if (!one) return;
    close();
    go(one.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length) setChosen((now + step + found.length) % found.length);
    else if (event.key === "Enter") choose(found[now]);
    else return;
    event.preventDefault();
  };
  useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [now, words]);
  return (
    <dialog class="search" ref={dialog} aria-label="Search" onClose={close} onPointerDown={event => event.target === dialog.current && close()}>
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
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" class="button quiet" onClick={close}>
          Close
        </button>
      </div>
      <ul id="search-results" role="listbox" aria-label="Results" ref={list}>
        {found.map((one, number) => (
          <li id={`search-${number}`} role="option" key={one.href + one.title} aria-selected={number === now} onPointerMove={() => setChosen(number)} onClick={() => choose(one)}>
            <Icon name={one.icon} />
            <span>{one.title}</span>
            <small>{one.detail}</small>
          </li>
        ))}
      </ul>
      {!found.length && (
        <p class="nothing" role="status">
          {value ? (
            <>
              Nothing has these words. Try fewer letters, or the name of a game.{" "}
              <a href={helpAddress()} onClick={close}>
                Open the help
              </a>
            </>
          ) : (
            "The units of all games are being read ..."
          )}
        </p>
      )}
    </dialog>
  );
}
