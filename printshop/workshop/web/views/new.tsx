// A new game: from nothing, from an example, or as your own version of another game.

import { call } from "../browser/client.ts";
import { newVersion } from "../components/dialogs.tsx";
import { counted } from "../words.ts";
import { countContents, Cover, fullGames, readAgain, useGames } from "../components/library.tsx";
import { gameAddress, go } from "../browser/routes.ts";
import { FailureMessage, ViewHead, type ViewComponent } from "../components/shell.tsx";
import type { GameList } from "../types.ts";
import { askName, LinkButton, Skeleton } from "../components/ui.tsx";
import { BlankGame } from "./blank_game.tsx";
import { startSteps } from "./next_steps.tsx";

export const NewGameView: ViewComponent = ({ args: [way = ""] }) => (way === "blank" ? <BlankGame /> : <Ways />);

function Ways() {
  const { games, error, again } = useGames();
  return (
    <>
      <ViewHead title="New game" crumbs={[{ label: "Games", href: "#/games" }]} />
      <div class="stack wide-gap new-game">
        <section class="panel spread from-nothing" aria-labelledby="nothing">
          <div>
            <h2 id="nothing">From nothing</h2>
            <p class="quiet">
              Say which sides, units and values your game has. The record sheet and the counters are drawn while you
              type.
            </p>
          </div>
          <LinkButton kind="primary" icon="add" href="#/new/blank">
            New game from nothing
          </LinkButton>
        </section>
        {Boolean(error) && <FailureMessage error={error} again={again} />}
        {!games && !error && <Skeleton lines={4} />}
        {games && <Starters games={games} />}
        {games && <Versions games={games} />}
      </div>
    </>
  );
}

// Returns a name that no game has yet.
function findFreeName({ games }: GameList) {
  const titles = new Set(games.map(game => game.title));
  let name = "My game";
  for (let number = 2; titles.has(name); number++) name = `My game ${number}`;
  return name;
}
const beginWith = (starter: { key: string; title: string }, games: GameList) =>
  askName(`New game like ${starter.title}`, "Create the game", findFreeName(games), async name => {
    const made = await call("new_game", { name, like: starter.key });
    const { units } = await call("describe_game", { name: made.name });
    startSteps(made.name, units.length);
    readAgain();
    go(gameAddress(made.name));
  });

const Starters = ({ games }: { games: GameList }) => (
  <section class="stack" aria-labelledby="starters">
    <div>
      <h2 id="starters">From an example</h2>
      <p class="quiet">A small game that is complete: change it bit by bit until it is yours.</p>
    </div>
    <ul class="covers starters">
      {games.starters.map(starter => (
        <li key={starter.key}>
          <button type="button" class="game-card" onClick={() => beginWith(starter, games)}>
            <img class="cover" src={starter.picture} alt="" />
            <strong>{starter.title}</strong>
            <small>
              {starter.summary || "A plain game to build on."}
              {games.games.some(game => game.own && game.title === starter.title) && " You have a game of this name."}
            </small>
            <small>Units: {starter.units}</small>
          </button>
        </li>
      ))}
    </ul>
  </section>
);

const Versions = ({ games }: { games: GameList }) => (
  <section class="stack" aria-labelledby="versions">
    <div>
      <h2 id="versions">Your own version of a game</h2>
      <p class="quiet">It has everything that the game has. You add to it, and change what you like.</p>
    </div>
    <ul class="covers">
      {[...fullGames(games, false), ...fullGames(games, true)].map(game => {
        const { units, battles } = countContents(games, game);
        return (
          <li key={game.name}>
            <button type="button" class="game-card" onClick={() => newVersion(game)}>
              <Cover game={game} />
              <strong>
                {game.title} {game.own && <span class="chip">yours</span>}
              </strong>
              <small>
                {[
                  counted(units, "unit"),
                  battles > 0 && counted(battles, "battle"),
                  game.parts.forms.length > 0 && counted(game.parts.forms.length, "record sheet"),
                ]
                  .filter(Boolean)
                  .join(", ")}
              </small>
            </button>
          </li>
        );
      })}
    </ul>
  </section>
);
