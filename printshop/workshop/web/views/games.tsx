// All games: those of the user, and those of printshop.

import { fullGames, GameCards, isGame, useGameFilter, useGames, wordsOfFault } from "../library.tsx";
import { deleteFile } from "../dialogs.tsx";
import { fileAddressOf, newGameAddress } from "../routes.ts";
import { Failed, ViewHead, type ViewComponent } from "../shell.tsx";
import { Button, LinkButton, Problem, Skeleton } from "../ui.tsx";

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
      {Boolean(error) && <Failed error={error} again={again} />}
      {!games && !error && <Skeleton lines={4} />}
      {games && (
        <div class="side-by-side">
          <section class="stack" aria-labelledby="own-games" style={{ "--count": fullGames(games, true).length }}>
            <h2 id="own-games">Your games</h2>
            {broken.map(game => (
              <div class="panel spread" key={game.name}>
                <Problem>
                  {game.title}: {wordsOfFault(game.broken)}
                </Problem>
                <div class="row">
                  <LinkButton href={fileAddressOf(`${game.name.replace(/^\.\//, "")}/game.yaml`)}>Open game.yaml</LinkButton>
                  <Button kind="quiet" icon="remove" onClick={() => deleteFile({ file: game.name.replace(/^\.\//, ""), title: game.name })}>
                    Delete
                  </Button>
                </div>
              </div>
            ))}
            {fullGames(games, true).length || broken.length ? (
              own.length > 0 ? <GameCards of={games} games={own} /> : !broken.length && <p class="quiet">None of your games has these words in its title.</p>
            ) : (
              <p class="quiet">You have no game yet. Make one from nothing or from an example, or open a game of printshop and make your own version.</p>
            )}
          </section>
          <section class="stack" aria-labelledby="shipped-games" style={{ "--count": fullGames(games, false).length }}>
            <h2 id="shipped-games">Games of printshop</h2>
            {shipped.length > 0 ? <GameCards of={games} games={shipped} /> : <p class="quiet">None of these games has these words in its title.</p>}
          </section>
        </div>
      )}
    </>
  );
};
