// All games: those of the user, and those of printshop.

import { fullGames, LargeGameCard, useGameFilter, useGames } from "../components/library.tsx";
import { isGame, describeBroken } from "../model/own_files.ts";
import { deleteFile } from "../components/dialogs.tsx";
import { fileAddressOf, newGameAddress } from "../browser/routes.ts";
import { FailureMessage, ViewHead, type ViewComponent } from "../components/shell.tsx";
import { Button, LinkButton, Problem, Skeleton } from "../components/ui.tsx";

export const GamesView: ViewComponent = () => {
  const { games, error, again } = useGames();
  const { input, found } = useGameFilter(games ? [...fullGames(games, true), ...fullGames(games, false)] : []);
  const own = found.filter(game => game.own),
    shipped = found.filter(game => !game.own);
  const broken = games?.games.filter(game => game.own && !isGame(game) && !game.file) ?? [];
  return (
    <>
      <ViewHead
        title="Games"
        actions={
          <>
            {input}
            <LinkButton kind="primary" icon="add" href={newGameAddress()}>
              New game
            </LinkButton>
          </>
        }
      />
      {Boolean(error) && <FailureMessage error={error} again={again} />}
      {!games && !error && <Skeleton lines={4} />}
      {games && (
        <>
          {broken.map(game => (
            <div class="panel spread" key={game.name}>
              <Problem>
                {game.title}: {describeBroken(game.broken)}
              </Problem>
              <div class="row">
                <LinkButton href={fileAddressOf(`${game.name.replace(/^\.\//, "")}/game.yaml`)}>
                  Open game.yaml
                </LinkButton>
                <Button
                  kind="quiet"
                  icon="remove"
                  onClick={() => deleteFile({ file: game.name.replace(/^\.\//, ""), title: game.title, kind: "game" })}
                >
                  Delete
                </Button>
              </div>
            </div>
          ))}
          <div class="large-games">
            {[
              {
                id: "own-games",
                title: "Your games",
                listed: own,
                nothing: fullGames(games, true).length
                  ? "None of your games has these words in its title."
                  : "You have no game yet. Make one from nothing or from an example, or open a game of printshop and make your own version.",
              },
              {
                id: "shipped-games",
                title: "Games that come with printshop",
                listed: shipped,
                nothing: "None of these games has these words in its title.",
              },
            ].map(({ id, title, listed, nothing }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id}>{title}</h2>
                {!listed.length && <p class="quiet">{nothing}</p>}
                <ul>
                  {listed.map(game => (
                    <li key={game.name}>
                      <LargeGameCard of={games} game={game} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </>
      )}
    </>
  );
};
