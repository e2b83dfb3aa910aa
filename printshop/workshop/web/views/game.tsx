// One game: its units, fleets, battles and record sheets, and the game itself.

import { useEffect, useState } from "preact/hooks";
import {
  adoptPart,
  deleteFile,
  newBattle,
  newFleet,
  newSheet,
  newUnit,
  newVersion,
  renameFile,
} from "../components/dialogs.tsx";
import {
  countContents,
  Cover,
  PartDrawing,
  Thumbnail,
  TimeAgo,
  useGame,
  useGames,
  LargeCard,
} from "../components/library.tsx";
import { fileOf, isGame, listOwnFiles, type OwnEntry, describeBroken } from "../model/own_files.ts";
import {
  fileAddressOf,
  gameAddress,
  chooseTab,
  type GameTab,
  go,
  helpAddress,
  packAddress,
  playAddress,
} from "../browser/routes.ts";
import { FailureMessage, ViewHead, type ViewComponent } from "../components/shell.tsx";
import { readStored, writeStored } from "../browser/storage.ts";
import type { GameContents, GamePart, ListedGame } from "../types.ts";
import {
  Button,
  type Children,
  EmptyState,
  LinkButton,
  Menu,
  MenuItem,
  Problem,
  Skeleton,
  Tabs,
  useNarrow,
} from "../components/ui.tsx";
import { ProblemRows, FileMenu, Forces, OwnCard } from "./files.tsx";
import { mainFileOf } from "./new_parts.ts";
import { PartsTab } from "./parts.tsx";
import { NextSteps } from "./next_steps.tsx";
import { FormatItems, printLink, PrintMenu } from "./print.tsx";
import { ShareItem } from "./share_button.tsx";
import { UnitTable } from "./units.tsx";

export const GameView: ViewComponent = ({ args: [name = "", first = ""] }) => {
  const { game, error, again } = useGame(name),
    { games, complete } = useGames();
  const [tab, setTab] = useState(() => chooseTab(first, readStored(sessionStorage, `tab of ${name}`) ?? "")),
    isNarrow = useNarrow();
  useEffect(() => writeStored(sessionStorage, `tab of ${name}`, tab), [tab]); // the way back leads to it
  const broken = games?.games.find(one => one.own && one.name === name && !isGame(one) && !one.file),
    isMissing = complete && !games?.games.some(one => one.name === name); // also if the address names none
  if (!game)
    return !error && (name || !isMissing) ? (
      <Skeleton lines={8} />
    ) : broken ? (
      <>
        <ViewHead crumbs={[{ label: "Games", href: "#/games" }]} title={broken.title} />
        <Problem>{describeBroken(broken.broken)}</Problem>
        <p>Correct this mistake: then the game is here again.</p>
        <LinkButton kind="primary" icon="edit" href={fileAddressOf(`${fileOf(broken)}/game.yaml`)}>
          Open game.yaml
        </LinkButton>
      </>
    ) : isMissing ? (
      <EmptyState
        title="There is no such game"
        actions={
          <LinkButton kind="primary" href="#/games">
            All games
          </LinkButton>
        }
      >
        It may have another name now, or it was deleted: <a href="#/files">My files</a> lists the deleted files.
      </EmptyState>
    ) : (
      <>
        <ViewHead crumbs={[{ label: "Games", href: "#/games" }]} title={name} />
        <FailureMessage error={error} again={again} />
      </>
    );
  const listed = games?.games.find((one): one is ListedGame => isGame(one) && one.name === name),
    own = games ? listOwnFiles(games).filter(entry => entry.game === name) : [],
    isKnown = Boolean(listed) || complete, // whose game it is
    isOwn = Boolean(listed?.own),
    entry = isOwn && own.find(one => one.kind === "game"); // the file to rename or delete
  const change = (to: string) => {
    setTab(to as GameTab);
    history.replaceState(history.state, "", gameAddress(name, to as GameTab));
  };
  const withCount = (words: string, count: number) => (
    <>
      {words} {count > 0 && <span class="count">{count}</span>}
    </>
  );
  const fleets = own.filter(entry => entry.kind === "fleet"),
    battles = own.filter(entry => entry.kind === "battle"),
    sheets = own.filter(entry => entry.kind === "sheet"),
    faulty = own.filter(entry => entry.kind === "unit" && entry.broken), // the table does not have these
    changed = own.find(entry => entry.kind === "game")?.changed ?? 0;
  const shipped = listed?.battles.filter(battle => !battle.file) ?? [],
    counts = games && listed && countContents(games, listed),
    tabs: [GameTab, Children][] = [
      ["units", withCount("Units", counts?.units ?? game.units.length)],
      ["fleets", withCount("Fleets", fleets.length)],
      ["battles", withCount("Battles", counts?.battles ?? 0)],
      ["sheets", withCount("Record sheets", game.parts.forms.length + (isOwn ? 0 : sheets.length))],
      ["data", "Game"],
    ];
  return (
    <>
      <div class="game-head">
        {listed && <Cover game={listed} stamp={isOwn ? String(changed) : ""} />}
        <ViewHead
          crumbs={[{ label: "Games", href: "#/games" }]}
          title={game.title}
          state={isOwn && !isNarrow && "Your game"}
          actions={
            <>
              {(tab === "units" || tab === "data") && game.units.length > 0 && !isNarrow && (
                <PrintMenu quiet formats={false} wanted={{ what: name }} label="Print all units (PDF)" />
              )}
              {!game.units.length || tab === "units" ? (
                <Button kind="primary" icon="add" onClick={() => newUnit(game)}>
                  New unit
                </Button>
              ) : tab === "fleets" ? (
                <Button kind="primary" icon="add" onClick={() => newFleet(game)}>
                  New fleet
                </Button>
              ) : tab === "battles" ? (
                <Button kind="primary" icon="add" onClick={() => newBattle(game)}>
                  New battle
                </Button>
              ) : tab === "sheets" ? (
                <Button kind="primary" icon="add" onClick={() => newSheet(game)}>
                  New record sheet
                </Button>
              ) : isOwn ? (
                <LinkButton kind="primary" icon="edit" href={fileAddressOf(mainFileOf(game))}>
                  Edit the game
                </LinkButton>
              ) : (
                isKnown && (
                  <Button kind="primary" icon="copy" onClick={() => newVersion({ name, title: game.title })}>
                    Make my own version
                  </Button>
                )
              )}
              <Menu label="More" icon="more" kind="quiet" hideLabel align="end">
                {isNarrow && game.units.length > 0 && (
                  <MenuItem icon="print" {...printLink({ what: name })}>
                    Print all units (PDF)
                  </MenuItem>
                )}
                <MenuItem
                  icon="copy"
                  hint="A game of your own that begins with all of this"
                  onClick={() => newVersion({ name, title: game.title })}
                >
                  Make my own version
                </MenuItem>
                {entry && <ShareItem file={entry.file} noun="game" problems={faulty.length} />}
                {entry && (
                  <MenuItem icon="edit" onClick={() => renameFile(entry)}>
                    Rename the game
                  </MenuItem>
                )}
                {game.units.length > 0 && (
                  <>
                    <hr />
                    <FormatItems wanted={{ what: name }} />
                  </>
                )}
                {entry && (
                  <MenuItem icon="remove" danger onClick={() => deleteFile(entry, () => go("#/games"))}>
                    Delete the game
                  </MenuItem>
                )}
              </Menu>
            </>
          }
        />
      </div>
      <Tabs label="Parts of the game" tabs={tabs} current={tab} onChange={change} />
      {isOwn && (tab === "units" || tab === "data") && <NextSteps key={name} game={game} />}
      <div role="tabpanel" aria-label={tab} class="tab-panel">
        {faulty.length > 0 && <ProblemRows entries={faulty} label="Units with a problem" />}
        {tab === "units" && (
          <UnitTable key={game.name} game={game} faulty={faulty.reduce((sum, entry) => sum + entry.units, 0)} />
        )}
        {tab === "fleets" && <FleetsTab game={game} fleets={fleets} />}
        {tab === "battles" && <BattlesTab game={game} listed={listed} own={battles} shipped={shipped} />}
        {tab === "sheets" && <SheetsTab game={game} own={sheets} changed={changed} isOwn={isOwn} />}
        {tab === "data" &&
          (isKnown ? <PartsTab game={game} listed={listed} changed={changed} /> : <Skeleton lines={8} />)}
      </div>
    </>
  );
};

// The cards of a tab. The main action of the view adds one.
const TabCards = ({ label, foot, children }: { label: string; foot: Children; children: Children }) => (
  <>
    <ul class="large-cards" aria-label={label}>
      {children}
    </ul>
    <p class="quiet">{foot}</p>
  </>
);

function FleetsTab({ game, fleets }: { game: GameContents; fleets: OwnEntry[] }) {
  if (fleets.length)
    return (
      <TabCards label="Your fleets" foot={<a href={helpAddress("fleet")}>How fleets work</a>}>
        {fleets.map(entry => (
          <OwnCard key={entry.key} entry={entry} />
        ))}
      </TabCards>
    );
  return (
    <EmptyState
      title="No fleet yet"
      actions={
        game.units.length ? (
          <>
            <Button icon="add" onClick={() => newFleet(game)}>
              New fleet
            </Button>
            <LinkButton kind="quiet" icon="help" href={helpAddress("fleet")}>
              How fleets work
            </LinkButton>
          </>
        ) : (
          <Button icon="add" onClick={() => newUnit(game)}>
            New unit
          </Button>
        )
      }
    >
      {game.units.length
        ? "A fleet is a list of units with names, points and damage. You can print its records and play with them."
        : "A fleet needs units. Make the first unit of this game."}
    </EmptyState>
  );
}

function BattlesTab({
  game,
  listed,
  own,
  shipped,
}: {
  game: GameContents;
  listed: ListedGame | undefined;
  own: OwnEntry[];
  shipped: ListedGame["battles"];
}) {
  if (!own.length && !shipped.length)
    return (
      <EmptyState
        title="No battle yet"
        actions={
          <Button icon="add" onClick={() => (game.units.length ? newBattle(game) : newUnit(game))}>
            {game.units.length ? "New battle" : "New unit"}
          </Button>
        }
      >
        {game.units.length
          ? "A battle has two sides, a story and its own rules. It is printed as a booklet with everything that you need."
          : "A battle needs units. Make the first unit of this game."}
      </EmptyState>
    );
  return (
    <TabCards label="Battles" foot={<a href={helpAddress("battle")}>How battles work</a>}>
      {own.map(entry => (
        <OwnCard key={entry.key} entry={entry} chip={shipped.length > 0 ? "yours" : ""} />
      ))}
      {shipped.map(({ what, title, summary, table, forces }, number) => (
        <LargeCard
          key={what}
          title={title}
          href={packAddress(what)}
          picture={listed && <Cover game={listed} />}
          chip={!number && "Good for a first battle"}
          actions={
            <>
              <LinkButton icon="sheet" href={packAddress(what)}>
                See the pages
              </LinkButton>
              <LinkButton kind="quiet" icon="play" href={playAddress(what)}>
                Play
              </LinkButton>
            </>
          }
        >
          <Forces title={title} forces={forces} table={table} />
          <p>{summary}</p>
        </LargeCard>
      ))}
    </TabCards>
  );
}

// All record sheets as drawings, the user's first, each with the units and the packs that it is for.
function SheetsTab({
  game,
  own,
  changed,
  isOwn,
}: {
  game: GameContents;
  own: OwnEntry[];
  changed: number;
  isOwn: boolean;
}) {
  const { games } = useGames();
  const ownKeys = new Set(own.map(entry => entry.path.at(-1))),
    parts = [
      ...game.parts.forms,
      ...(games?.games ?? []).flatMap(one => (isGame(one) && one.of === game.name ? one.parts.forms : [])),
    ];
  return (
    <TabCards
      label="Record sheets"
      foot={
        <>
          {game.parts.forms.length + own.length === 0 &&
            "Without a record sheet, the values of a unit are printed as a plain table. "}
          <a href={helpAddress("sheet")}>How to make a record sheet</a>
        </>
      }
    >
      {own.map(entry => {
        const key = String(entry.path.at(-1)),
          part = parts.find(one => one.file === entry.file && one.key === key);
        return (
          <SheetCard
            key={entry.key}
            game={game}
            title={entry.title}
            part={part}
            href={entry.href}
            picture={<Thumbnail entry={entry} />}
            time={entry.changed}
            problem={
              entry.broken && (
                <>
                  {entry.broken} <a href={entry.problemHref}>Go there</a>
                </>
              )
            }
            menu={<FileMenu entry={entry} />}
            actions={
              <>
                <LinkButton icon="edit" href={entry.href}>
                  Edit
                </LinkButton>
                {!entry.broken && (
                  <PrintMenu quiet formats={false} wanted={{ what: isOwn ? game.name : entry.file, form: key }} />
                )}
              </>
            }
          />
        );
      })}
      {game.parts.forms
        .filter(form => !form.file || !ownKeys.has(form.key))
        .map(form => (
          <SheetCard
            key={form.key}
            game={game}
            title={form.title}
            part={form}
            picture={<PartDrawing game={game.name} section="forms" part={form} changed={changed} />}
            menu={
              <Menu label={`Actions for ${form.title}`} icon="more" kind="quiet" hideLabel align="end">
                <FormatItems wanted={{ what: game.name, form: form.key }} />
              </Menu>
            }
            actions={
              <>
                {isOwn && (
                  <Button icon="edit" onClick={() => adoptPart(game.name, "forms", form)}>
                    Edit
                  </Button>
                )}
                <PrintMenu quiet formats={false} wanted={{ what: game.name, form: form.key }} />
              </>
            }
          />
        ))}
    </TabCards>
  );
}

interface SheetProps {
  game: GameContents;
  title: string;
  part: GamePart | undefined;
  href?: string;
  picture: Children;
  time?: number;
  problem?: Children;
  menu?: Children;
  actions: Children;
}
function SheetCard({ game, title, part, href, picture, time = 0, problem, menu, actions }: SheetProps) {
  const kind = part?.unit ?? "",
    noun = game.kinds[kind] ?? kind,
    isFile = part?.file && !part.file.includes("/"), // a sheet of the user's for a game that comes with printshop
    isIdle = Boolean(kind) && !game.units.some(unit => unit.kind === kind); // no unit has this record
  return (
    <LargeCard title={title} href={href} picture={picture} menu={menu} actions={actions}>
      {problem ? (
        <Problem>{problem}</Problem>
      ) : isIdle ? (
        <div class="message warning type-prints">
          <span>No unit of this type yet</span>
          <Button icon="add" onClick={() => newUnit(game, "", kind)}>
            New {noun}
          </Button>
        </div>
      ) : (
        <p class="quiet">
          {part && (kind ? `A record for each ${noun}` : "To fill in by hand, without a unit")}
          {part &&
            (part.default === false
              ? " · printed only if you choose it"
              : isFile
                ? " · in the packs of your fleets and battles that have it"
                : " · in every pack of the game")}
          {time > 0 && (
            <>
              {" · "}changed <TimeAgo seconds={time} />
            </>
          )}
        </p>
      )}
    </LargeCard>
  );
}
