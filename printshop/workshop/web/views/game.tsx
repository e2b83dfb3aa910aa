// One game: its units, fleets, battles and record sheets, and the game itself.

import { useState } from "preact/hooks";
import { call } from "../client.ts";
import { deleteFile, newBattle, newFleet, newMap, newSheet, newUnit, newVersion, renameFile } from "../dialogs.tsx";
import { addFigure } from "../figures.tsx";
import { Icon } from "../icons.tsx";
import { Cover, fileOf, isGame, listOwnFiles, type OwnEntry, PrintLink, useGame, useGames } from "../library.tsx";
import { fileAddressOf, gameAddress, type GameTab, go, helpAddress, mapAddress, packAddress, playAddress } from "../routes.ts";
import { Failed, ViewHead, type ViewComponent } from "../shell.tsx";
import type { GameBlocks, GameContents, ListedGame, ValuePath } from "../types.ts";
import { Button, type Children, EmptyState, LinkButton, Menu, MenuItem, Skeleton, Tabs, usePromise } from "../ui.tsx";
import { FileRow } from "./files.tsx";
import { UnitTable } from "./units.tsx";

export const GameView: ViewComponent = ({ args: [name = "", first = ""] }) => {
  const { game, error, again } = useGame(name),
    { games } = useGames();
  const [tab, setTab] = useState<GameTab>((first as GameTab) || "units");
  if (!game)
    return error ? (
      <>
        <ViewHead crumbs={[{ label: "Games", href: "#/games" }]} title={name} />
        <Failed error={error} again={again} />
        {games?.games.some(one => one.own && one.name === name && !one.file) && <LinkButton href={fileAddressOf(`${fileOf({ name, file: false })}/game.yaml`)}>Open game.yaml</LinkButton>}
      </>
    ) : (
      <Skeleton lines={8} />
    );
  const listed = games?.games.find((one): one is ListedGame => isGame(one) && one.name === name),
    own = games ? listOwnFiles(games).filter(entry => entry.game === name) : [],
    isOwn = Boolean(listed?.own);
  const change = (to: string) => {
    setTab(to as GameTab);
    history.replaceState(null, "", gameAddress(name, to as GameTab));
  };
  const counted = (words: string, count: number) => (
    <>
      {words} {count > 0 && <span class="count">{count}</span>}
    </>
  );
  const fleets = own.filter(entry => entry.kind === "fleet"),
    battles = own.filter(entry => entry.kind === "battle"),
    sheets = own.filter(entry => entry.kind === "sheet");
  const ownBattles = new Set((isOwn ? battles : []).map(one => one.pack.replace(/^.*\//, ""))),
    tabs: [GameTab, Children][] = [
      ["units", counted("Units", game.units.length)],
      ["fleets", counted("Fleets", fleets.length)],
      ["battles", counted("Battles", game.battles.length + battles.length - ownBattles.size)],
      ["sheets", counted("Record sheets", game.forms.length + (isOwn ? 0 : sheets.length))],
      ["data", "Game"],
    ];
  return (
    <>
      <div class="game-head">
        {listed && <Cover game={listed} />}
        <ViewHead
          crumbs={[{ label: "Games", href: "#/games" }]}
          title={game.title}
          state={isOwn && "Your game"}
          actions={
            <>
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
                <LinkButton kind="primary" icon="edit" href={fileAddressOf(`${fileOf({ name, file: false })}/game.yaml`)}>
                  Change title and texts
                </LinkButton>
              ) : (
                <Button kind="primary" icon="copy" onClick={() => newVersion({ name, title: game.title })}>
                  Make my own version
                </Button>
              )}
              <Menu label="New and more" icon="more" hideLabel align="end">
                <MenuItem icon="unit" onClick={() => newUnit(game)}>
                  New unit
                </MenuItem>
                {game.units.length > 0 && (
                  <>
                    <MenuItem icon="fleet" onClick={() => newFleet(game)}>
                      New fleet
                    </MenuItem>
                    <MenuItem icon="battle" onClick={() => newBattle(game)}>
                      New battle
                    </MenuItem>
                    <MenuItem icon="sheet" onClick={() => newSheet(game)}>
                      New record sheet
                    </MenuItem>
                    <hr />
                    <MenuItem icon="print" {...PrintLink({ what: name })}>
                      Print all records
                    </MenuItem>
                    <MenuItem icon="print" {...PrintLink({ what: name, product: "counters" })}>
                      Print all counters
                    </MenuItem>
                  </>
                )}
                <hr />
                <MenuItem icon="copy" hint="A game of your own that begins with all of this" onClick={() => newVersion({ name, title: game.title })}>
                  Make my own version
                </MenuItem>
                {isOwn && listed && <OwnGameItems game={listed} own={own} />}
              </Menu>
            </>
          }
        />
      </div>
      <Tabs label="Parts of the game" tabs={tabs} current={tab} onChange={change} />
      <div role="tabpanel" aria-label={tab} class="tab-panel">
        {tab === "units" && <UnitTable game={game} />}
        {tab === "fleets" && <FleetsTab game={game} fleets={fleets} />}
        {tab === "battles" && <BattlesTab name={name} game={game} own={battles} shipped={game.battles.filter(one => !ownBattles.has(one.key))} />}
        {tab === "sheets" && <SheetsTab name={name} game={game} own={sheets} />}
        {tab === "data" && <DataTab name={name} game={game} />}
      </div>
    </>
  );
};

function OwnGameItems({ game, own }: { game: ListedGame; own: OwnEntry[] }) {
  const entry = own.find(one => one.kind === "game" && one.file === fileOf(game));
  if (!entry) return null;
  return (
    <>
      <MenuItem icon="edit" onClick={() => renameFile(entry)}>
        Rename the game
      </MenuItem>
      <MenuItem
        icon="remove"
        danger
        onClick={async () => {
          await deleteFile(entry);
          go("#/games");
        }}
      >
        Delete the game
      </MenuItem>
    </>
  );
}

const FileRows = ({ entries, label }: { entries: OwnEntry[]; label: string }) => (
  <ul class="files" aria-label={label}>
    {entries.map(entry => (
      <li key={entry.key}>
        <FileRow entry={entry} />
      </li>
    ))}
  </ul>
);

function FleetsTab({ game, fleets }: { game: GameContents; fleets: OwnEntry[] }) {
  if (fleets.length) return <FileRows entries={fleets} label="Your fleets" />;
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
      {game.units.length ? "A fleet is a list of units with names, points and damage. You can print its records and play with them." : "A fleet needs units. Make the first unit of this game."}
    </EmptyState>
  );
}

function BattlesTab({ name, game, own, shipped }: { name: string; game: GameContents; own: OwnEntry[]; shipped: GameContents["battles"] }) {
  return (
    <div class="stack wide-gap">
      {own.length > 0 && (
        <section class="stack">
          <h2>Your battles</h2>
          <FileRows entries={own} label="Your battles" />
        </section>
      )}
      {shipped.length > 0 && (
        <section class="stack">
          <h2>Battles of {game.title}</h2>
          <ul class="battles">
            {shipped.map(({ key, title, summary }, number) => (
              <li class="panel" key={key}>
                <h3>
                  <a href={packAddress(`${name}/${key}`)}>{title}</a>
                  {!number && <span class="chip">Good for a first battle</span>}
                </h3>
                <p>{summary}</p>
                <div class="row">
                  <LinkButton icon="print" href={packAddress(`${name}/${key}`)}>
                    Look and print
                  </LinkButton>
                  <LinkButton kind="quiet" icon="play" href={playAddress(`${name}/${key}`)}>
                    Play on the screen
                  </LinkButton>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!own.length && !shipped.length && (
        <EmptyState
          title="No battle yet"
          actions={
            <Button icon="add" onClick={() => (game.units.length ? newBattle(game) : newUnit(game))}>
              {game.units.length ? "New battle" : "New unit"}
            </Button>
          }
        >
          {game.units.length ? "A battle has two sides, a story and its own rules. It is printed as a booklet with everything that you need." : "A battle needs units. Make the first unit of this game."}
        </EmptyState>
      )}
    </div>
  );
}

function SheetsTab({ name, game, own }: { name: string; game: GameContents; own: OwnEntry[] }) {
  const ownKeys = new Set(own.map(entry => entry.path.at(-1))),
    shipped = game.forms.filter(form => !form.file || !ownKeys.has(form.key));
  return (
    <div class="stack wide-gap">
      {own.length > 0 && (
        <section class="stack">
          <h2>Your record sheets</h2>
          <FileRows entries={own} label="Your record sheets" />
        </section>
      )}
      {shipped.length > 0 && (
        <section class="stack">
          <h2>Record sheets of {game.title}</h2>
          <ul class="files">
            {shipped.map(({ key, title }) => (
              <li key={key}>
                <div class="file-row">
                  <span class="thumbnail" aria-hidden="true">
                    <Icon name="sheet" />
                  </span>
                  <span class="about">
                    <strong>{title}</strong>
                    <small>For all units, or empty to fill in</small>
                  </span>
                  <LinkButton icon="print" {...printProps({ what: name, form: key })}>
                    Print
                  </LinkButton>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!own.length && !shipped.length && (
        <EmptyState title="No record sheet yet" actions={<Button icon="add" onClick={() => newSheet(game)}>New record sheet</Button>}>
          Without a record sheet, the figures of a unit are printed as a plain table.
        </EmptyState>
      )}
      <p class="quiet">
        <a href={helpAddress("sheet")}>How to make a record sheet</a>
      </p>
    </div>
  );
}
const printProps = (wanted: Parameters<typeof PrintLink>[0]) => ({ href: "#", ...PrintLink(wanted) });

// The parts of a game by their keys. A part with another key has the key as its title.
export const PARTS: Record<string, string> = {
  unit_types: "Figures of units",
  sides: "Sides",
  sizes: "Size classes",
  forms: "Record sheets",
  counters: "Counters",
  templates: "Rulers and templates",
  maps: "Maps",
  charts: "Charts and tables",
  markers: "Markers",
  settings: "Settings",
  fields: "Figures",
};
export const TEXTS = "Title and texts",
  OWN_TABS = /\/(scenarios|fleets)\//; // they have their own tabs

interface Part {
  title: string;
  file: string;
  path: ValuePath;
  entries: { label: string; path: ValuePath }[];
  values: string[];
}
// Returns the parts of a game: the blocks of its main file, and every other file.
function listParts({ files }: GameBlocks): Part[] {
  const [main, ...others] = files;
  const title = (key: string, label: string) => PARTS[key] ?? label;
  const texts = main?.blocks.filter(block => block.value && !block.entries.length && block.path[0] !== "format") ?? [];
  const stem = (file: string) => file.replace(/^.*\//, "").replace(/\.yaml$/, "");
  return [
    ...(main ? [{ title: TEXTS, file: main.file, path: [], entries: [], values: texts.map(({ label, value }) => `${label}: ${value}`) }] : []),
    ...(main?.blocks.filter(block => block.entries.length || !block.value).map(({ label, path, entries }) => ({ title: title(String(path[0]), label), file: main.file, path, entries, values: [] })) ?? []),
    ...others
      .filter(({ file }) => !OWN_TABS.test(`/${file}`))
      .map(({ file, blocks }) => ({ title: title(stem(file), stem(file).replace(/^./, letter => letter.toUpperCase()).replaceAll("_", " ")), file, path: [], entries: blocks.map(({ label, path }) => ({ label, path })), values: [] })),
  ];
}

// The parts of a game: links into the editor for an own game, a list for a game of printshop.
function DataTab({ name, game }: { name: string; game: GameContents }) {
  const { value, error, again } = usePromise(() => call("list_blocks", { game: name }), [name]);
  if (error && !value) return <Failed error={error} again={again} />;
  if (!value) return <Skeleton lines={5} />;
  const main = value.files[0]?.file ?? "",
    addressOf = (file: string, path: ValuePath) => (path.length && /(^|\/)maps\.yaml$/.test(file) ? mapAddress(file, String(path[0])) : fileAddressOf(file, path)),
    item = (file: string, path: ValuePath, label: string) => (value.own ? <a href={addressOf(file, path)}>{label}</a> : label);
  return (
    <div class="stack">
      <p>
        {value.own ? (
          <>
            Choose a part to change it. To add a map, a chart, a template or anything else, open <a href={fileAddressOf(main)}>the whole game</a>.
          </>
        ) : (
          <>
            This game belongs to printshop and cannot be changed. Your own version begins with all of it, and you can change every part. <a href={helpAddress("version")}>How own versions work</a>
          </>
        )}
      </p>
      {value.own && (
        <div class="row">
          <Button icon="add" onClick={() => addFigure(game)}>
            Add a figure
          </Button>
          <Button icon="map" onClick={() => newMap(game)}>
            Add a map
          </Button>
        </div>
      )}
      <ul class="parts">
        {listParts(value).map(part => (
          <li class="panel" key={part.file + JSON.stringify(part.path)}>
            <h3>{item(part.file, part.path, part.title)}</h3>
            {part.entries.length > 0 && (
              <span class="entries">
                {part.entries.map((entry, number) => (
                  <span key={number}>{item(part.file, entry.path, entry.label)}</span>
                ))}
              </span>
            )}
            {part.values.length > 0 && (
              <ul class="values">
                {part.values.map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            {value.own && <small>{part.file}</small>}
          </li>
        ))}
      </ul>
    </div>
  );
}
