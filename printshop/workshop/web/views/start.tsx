// The start: the first battle to print, own files, the games.

import { Icon } from "../components/icons.tsx";
import {
  Cover,
  firstBattle,
  fullGames,
  GameCards,
  Hero,
  LinkCard,
  Thumbnail,
  TimeAgo,
  useFileWatch,
  useGameFilter,
  useGames,
} from "../components/library.tsx";
import {
  describeFleet,
  describeProblems,
  isMinor,
  listOwnFiles,
  type OwnEntry,
  FILE_KINDS,
} from "../model/own_files.ts";
import { chooseTable, FileButtons, newInGame, StoredHere } from "../components/dialogs.tsx";
import { newGameAddress, packAddress, playAddress } from "../browser/routes.ts";
import { FailureMessage, type ViewComponent } from "../components/shell.tsx";
import type { GameList } from "../types.ts";
import { LinkButton, Skeleton } from "../components/ui.tsx";
import { Forces } from "./files.tsx";

const MOST_RECENT = 5; // on a wide screen

export const StartView: ViewComponent = () => {
  const { games, complete, error, again } = useGames();
  useFileWatch();
  const { input, found, nothing } = useGameFilter(games ? [...fullGames(games, true), ...fullGames(games, false)] : []);
  if (!games) return error ? <FailureMessage error={error} again={again} /> : <Skeleton lines={6} />;
  const own = listOwnFiles(games),
    last = own.find(entry => !entry.broken && entry.kind !== "game" && !isMinor(entry)) ?? own[0],
    others = own.filter(entry => entry !== last && !isMinor(entry) && (entry.kind !== "game" || entry.broken)); // games stand below
  const all = (
    <section aria-labelledby="games" class="stack">
      <div class="spread">
        <h2 id="games">Games</h2>
        <div class="row">
          {input}
          <LinkButton kind="quiet" href="#/games">
            All games
          </LinkButton>
        </div>
      </div>
      <GameCards of={games} games={found} />
      {nothing}
    </section>
  );
  return (
    <div class="start">
      {!last && <FirstBattle games={games} />}
      {Boolean(error) && <FailureMessage error={error} again={again} />}
      <div class={last && "start-files"}>
        {last && <Continue entry={last} />}
        <div class="stack wide-gap">
          {others.length > 0 && (
            <section aria-labelledby="recent" class="stack">
              <div class="spread">
                <h2 id="recent">Your last files</h2>
                <LinkButton kind="quiet" href="#/files">
                  All files
                </LinkButton>
              </div>
              <ul class="recent">
                {others.slice(0, MOST_RECENT).map(entry => (
                  <li key={entry.key}>
                    <a href={entry.href} class="recent-card">
                      <Thumbnail entry={entry} />
                      <strong>{entry.title}</strong>
                      <EntryWords entry={entry} verb="" />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-labelledby="ways" class="stack">
            <div class="spread">
              <h2 id="ways">{own.length ? "Make something new" : "Or make something of your own"}</h2>
              {complete && (
                <div class="row">
                  <FileButtons />
                </div>
              )}
            </div>
            <Ways />
          </section>
          {last && all}
        </div>
      </div>
      {!last && all}
      <footer>
        <StoredHere folder={games.folder} />
      </footer>
    </div>
  );
};

const STEPS = [
  ["Choose a battle", "This one is for beginners: two small fleets on a table, or on the floor."],
  ["See the pages", "Look at the rules of the battle, record sheets and counters. You can leave pages out."],
  ["Print at 100\u00a0%", "Use plain paper. The cover says what to print on card, and what to cut out."],
] as const;

function FirstBattle({ games }: { games: GameList }) {
  const first = firstBattle(games);
  if (!first) return null;
  return (
    <Hero
      title="Print your first battle"
      steps={STEPS}
      href={first.href}
      picture={<Cover game={first.game} />}
      actions={
        <>
          <LinkButton kind="primary" icon="sheet" href={first.href}>
            See the pages
          </LinkButton>
          <LinkButton kind="quiet" href="#/games">
            Choose another game
          </LinkButton>
        </>
      }
    >
      <strong>{first.battle.title}</strong> is a battle of {first.game.title}. Everything that you need at the table is
      in one file.
    </Hero>
  );
}

// The kind of a file, its game and its last change; the problem of a file that cannot be used.
function EntryWords({ entry, verb }: { entry: OwnEntry; verb: string }) {
  const problem = entry.broken || entry.partProblem;
  return (
    <>
      <small>
        {FILE_KINDS[entry.kind].label}
        {entry.kind !== "game" && entry.gameTitle && ` of ${entry.gameTitle}`}
        {entry.changed > 0 && (
          <>
            , {verb} <TimeAgo seconds={entry.changed} />
          </>
        )}
      </small>
      {problem && (
        <small class="problem" title={problem}>
          {describeProblems(entry.problems)}
        </small>
      )}
    </>
  );
}

// With own files, the last of them comes first.
function Continue({ entry }: { entry: OwnEntry }) {
  const { title, kind, href, broken, pack, file, counts, forces, summary } = entry,
    isPlayed = !broken && (kind === "fleet" || pack !== "");
  return (
    <section class="panel continue" aria-labelledby="continue">
      <Thumbnail entry={entry} />
      <h1 id="continue">
        <a href={href}>Continue: {title}</a>
      </h1>
      <EntryWords entry={entry} verb="changed" />
      {forces.length > 1 && <Forces {...entry} />}
      {counts.length > 0 && <p>{forces.length > 1 ? counts.join(", ") : describeFleet(entry)}</p>}
      {summary && <p class="quiet">{summary}</p>}
      <div class="row">
        <LinkButton kind="primary" href={href}>
          Open {FILE_KINDS[kind].label.toLowerCase()}
        </LinkButton>
        {isPlayed && (
          <>
            <LinkButton kind="quiet" icon="sheet" href={packAddress(pack || file)}>
              Pages
            </LinkButton>
            <LinkButton kind="quiet" icon="play" href={playAddress(pack || file)}>
              Play
            </LinkButton>
          </>
        )}
      </div>
    </section>
  );
}

function Ways() {
  const icon = (name: "games" | "unit" | "fleet" | "battle" | "play" | "map") => (
    <span class="way">
      <Icon name={name} />
    </span>
  );
  const ways: [Parameters<typeof icon>[0], title: string, words: string, to: string | (() => void)][] = [
    ["games", "Make your own game", "Begin with nothing or with a small example", newGameAddress()],
    ["unit", "Make your own unit", "A ship, a squad or a monster for any game", () => newInGame("unit")],
    ["fleet", "Put a fleet together", "Count its points, print its records, play with it", () => newInGame("fleet")],
    ["battle", "Write a battle", "Two sides, a story and special rules in a booklet", () => newInGame("battle")],
    ["play", "Play on a screen", "Tap marks on a record, without a pencil", chooseTable],
    ["map", "Paint a map", "Hexes or squares with terrain, roads and names", () => newInGame("map")],
  ];
  return (
    <ul class="ways">
      {ways.map(([name, title, words, to]) => (
        <li key={title}>
          <LinkCard {...(typeof to === "string" ? { href: to } : { onClick: to })} picture={icon(name)} title={title}>
            {words}
          </LinkCard>
        </li>
      ))}
    </ul>
  );
}
