// Dialogs and actions for games, units and files: new ones, copies, other titles, delete, add to a fleet.

import { useRef, useState } from "preact/hooks";
import { call, listGames } from "../browser/client.ts";
import { counted } from "../words.ts";
import { textAt, valueAt } from "../model/document.ts";
import { editAsStep, makeAsStep, restoreText } from "../model/file_steps.ts";
import { makeEditRequest } from "../model/requests.ts";
import { requireNewName, withoutPrefix } from "../model/new_values.ts";
import { ACCEPTED, canUseFolders, isArchive, openFiles, openFolder, saveFolder, saveZip } from "../browser/folder.ts";
import {
  countContents,
  Cover,
  describeFile,
  findDrawing,
  fullGames,
  LinkCard,
  listByUse,
  PartDrawing,
  readAgain,
  Thumbnail,
  useGameFilter,
  useGames,
  FILE_ICONS,
} from "./library.tsx";
import {
  describeGameFiles,
  describeFleet,
  type FileKind,
  listMapGames,
  listOwnFiles,
  type OwnEntry,
  partAddress,
  partPath,
  FILE_KINDS,
} from "../model/own_files.ts";
import { findTypeColumn, isCost, type Row, readRows, UNKNOWN } from "../model/unit_rows.ts";
import { bestOf, makeIndex, rankAll } from "../model/word_search.ts";
import { createWithSheets, joinToAll } from "./own_sheets.ts";
import { attempt, closeNotices, messageOf, notify } from "../browser/notices.ts";
import {
  battleAddress,
  fileAddressOf,
  fleetAddress,
  formAddress,
  gameAddress,
  go,
  mapAddress,
  newGameAddress,
  playAddress,
} from "../browser/routes.ts";
import { showReceived } from "../browser/share.ts";
import { moveStored, removeStored, SITE, writeStored } from "../browser/storage.ts";
import type {
  Edit,
  GameContents,
  GameList,
  GamePart,
  ListedGame,
  Names,
  NewEntry,
  NewMapPlan,
  NewUnitPlan,
  OpenDocument,
  Section,
  ValuePath,
} from "../types.ts";
import {
  askName,
  Button,
  Checkbox,
  type Choice,
  CloseButton,
  Field,
  FormDialog,
  Menu,
  MenuItem,
  NameField,
  Select,
  showDialog,
  usePromise,
  Stepper,
} from "./ui.tsx";

interface GameHead {
  name: string;
  title: string;
  sides: Names;
}
const requireName = (name: string) => requireNewName(name, "", []);
// Returns a name that no other file of a kind has in a game.
async function requireFreeName(name: string, kind: FileKind, game: string) {
  const own = listOwnFiles(await listGames(new AbortController().signal)).filter(
    entry => entry.kind === kind && entry.game === game,
  );
  return requireNewName(
    name,
    FILE_KINDS[kind].label.toLowerCase(),
    own.map(entry => entry.title),
  );
}
const sidesOf = (sides: Names) => Object.entries(sides);

export function newFleet(game: GameHead) {
  function NewFleet() {
    const sides = sidesOf(game.sides);
    const [title, setTitle] = useState(""),
      [side, setSide] = useState(sides[0]?.[0] ?? ""),
      [filled, setFilled] = useState(true);
    const create = async () => {
      const { file } = await createWithSheets(game.name, {
        section: "fleet",
        title: await requireFreeName(title, "fleet", game.name),
        side: sides.length > 1 ? side : "",
        empty: !filled,
      });
      go(fleetAddress(file));
    };
    return (
      <FormDialog title={`New fleet of ${game.title}`} verb="Create the fleet" onSubmit={create}>
        <NameField label="Name" value={title} onInput={setTitle} />
        {sides.length > 1 && (
          <Field label="Side">
            {props => <Select props={props} value={side} choices={sides} onChange={setSide} />}
          </Field>
        )}
        <Checkbox checked={filled} onChange={setFilled}>
          Begin with a few units, which you can change
        </Checkbox>
      </FormDialog>
    );
  }
  showDialog(<NewFleet />);
}

const MOST_FLEETS = 20; // that are read for their points
const A_FEW = ""; // units with which a side begins
export function newBattle(game: GameHead) {
  function NewBattle() {
    const sides = sidesOf(game.sides);
    const [title, setTitle] = useState(""),
      [chosen, setChosen] = useState(sides.slice(0, 2).map(([side]) => ({ side, fleet: A_FEW })));
    const { games } = useGames();
    const all = games ? listOwnFiles(games).filter(entry => entry.kind === "fleet" && entry.game === game.name) : [],
      own = all.filter(entry => !entry.broken),
      faulty = all.filter(entry => entry.broken).map(entry => entry.title);
    const { value: fleets = [] } = usePromise(
      () =>
        Promise.all(
          own.slice(0, MOST_FLEETS).map(async ({ file, title: name }) => {
            const { tree, drawing } = await call("open_document", { file });
            return {
              file,
              side: textAt(tree, ["side"]),
              words: [name, drawing?.summary?.points && `${drawing.summary.points} points`].filter(Boolean).join(", "),
            };
          }),
        ),
      [own.map(one => one.file).join()],
    );
    const create = async () => {
      const { file, key } = await createWithSheets(game.name, {
        section: "scenario",
        title: await requireFreeName(title, "battle", game.name),
        sides: sides.length > 1 ? chosen.map(one => one.side) : [],
      });
      for (const { side, fleet } of chosen) {
        if (!fleet) continue;
        try {
          const { stamp } = await call("find_document_stamp", { file });
          await call("take_fleet", { file, stamp, key, side, fleet });
        } catch (error) {
          notify(messageOf(error), "problem", undefined, true); // the battle is there, with other units
        }
      }
      go(battleAddress(file, key));
    };
    const change = (number: number, side: string, fleet: string) =>
      setChosen(chosen.map((one, place) => (place === number ? { side, fleet } : one)));
    return (
      <FormDialog title={`New battle of ${game.title}`} verb="Create the battle" onSubmit={create}>
        <NameField label="Name" value={title} onInput={setTitle} />
        {sides.length > 1 && (
          <div class="pair">
            {chosen.map(({ side, fleet }, number) => (
              <div key={number}>
                <Field label={number ? "Second side" : "First side"}>
                  {props => (
                    <Select props={props} value={side} choices={sides} onChange={now => change(number, now, A_FEW)} />
                  )}
                </Field>
                <Field
                  label="Its units"
                  hint={
                    fleet
                      ? "Their names, damage and notes come along."
                      : own.length
                        ? "You can change them later."
                        : "You can change them later. Your fleets of this game are offered here."
                  }
                >
                  {props => (
                    <Select
                      props={props}
                      value={fleet}
                      choices={[
                        [A_FEW, "A few units"],
                        ...fleets
                          .filter(one => !one.side || one.side === side)
                          .map(one => [one.file, one.words] as [string, string]),
                      ]}
                      onChange={now => change(number, side, now)}
                    />
                  )}
                </Field>
              </div>
            ))}
          </div>
        )}
        {faulty.length > 0 && (
          <small>
            {faulty.length > 1 ? "Fleets with problems are not offered" : "A fleet with a problem is not offered"}:{" "}
            {faulty.join(", ")}
          </small>
        )}
      </FormDialog>
    );
  }
  showDialog(<NewBattle />);
}

// The files that have some entries of a game.
const filesOf = (entries: readonly { file?: string }[] = []) => entries.map(one => one.file);

const ALL_VALUES = "All values of a unit";

export function newSheet(game: GameHead & { kinds: Names; parts?: GameContents["parts"] }) {
  function NewSheet() {
    const kinds = Object.entries(game.kinds),
      { games } = useGames(),
      isOwnGame = Boolean(games && fullGames(games, true).some(one => one.name === game.name)),
      models = game.parts?.forms ?? [];
    const [title, setTitle] = useState(""),
      [kind, setKind] = useState(kinds[0]?.[0] ?? ""),
      [like, setLike] = useState(""),
      [isInPacks, setInPacks] = useState(true),
      model = models.find(one => one.key === like);
    const create = async () => {
      const { file, key } = await makeAsStep(filesOf(game.parts?.forms), async () => {
        const made = await call("create_entry", {
          game: game.name,
          entry: { section: "form", title: requireName(title), kind: kinds.length > 1 && !like ? kind : "", like },
        });
        if (!isInPacks) {
          const { stamp } = await call("find_document_stamp", { file: made.file }),
            edit: Edit = {
              do: "set",
              path: [...partPath("forms", { file: made.file, key: made.key, title }), "default"],
              value: { yaml: "false" },
            };
          await call("edit_document", {
            file: made.file,
            stamp,
            edits: [edit],
            view: { drawn: false },
          });
        }
        return made;
      });
      if (isInPacks && !isOwnGame) await joinToAll(file, game.name);
      go(formAddress(file, key));
    };
    return (
      <FormDialog title={`New record sheet for ${game.title}`} verb="Create the record sheet" onSubmit={create}>
        <NameField label="Name" value={title} onInput={setTitle} />
        {models.length > 0 && (
          <div class={model ? "pair" : undefined}>
            <Field label="Begin with" hint={model && "Change what you like: the sheet of the game stays as it is."}>
              {props => (
                <Select
                  props={props}
                  value={like}
                  choices={[
                    ["", ALL_VALUES],
                    ...models.map(one => [one.key, `A copy of ${one.title}`] as [string, string]),
                  ]}
                  onChange={setLike}
                />
              )}
            </Field>
            {model && <PartDrawing key={like} game={game.name} section="forms" part={model} />}
          </div>
        )}
        {kinds.length > 1 && !like && (
          <Field label="For">{props => <Select props={props} value={kind} choices={kinds} onChange={setKind} />}</Field>
        )}
        <Checkbox checked={isInPacks} onChange={setInPacks}>
          {isOwnGame
            ? "Printed in every pack of this game"
            : `Printed with all your fleets and battles of ${game.title}`}
        </Checkbox>
        <p class="quiet">
          {isOwnGame
            ? "You can change this later: it is the setting “Printed by default” of the record sheet."
            : `A fleet has your record sheets in “What to print”, and a battle has them in “More”: you can change the choice there. The battles of ${game.title} itself stay as they are.`}
        </p>
      </FormDialog>
    );
  }
  showDialog(<NewSheet />);
}

// The kinds of entries for any game.
const NEW_IN_GAME: Record<"unit" | "fleet" | "battle" | "sheet" | "map", (game: GameContents) => void> = {
  unit: game => newUnit(game),
  fleet: newFleet,
  battle: newBattle,
  sheet: newSheet,
  map: newMap,
};
export type NewKind = keyof typeof NEW_IN_GAME;

// Asks for a game, the last used one first, and goes on with it. `isFit` leaves games out; `nothing` says why none is
// left.
function chooseGame(
  title: string,
  isFit: (game: ListedGame, games: GameList) => boolean,
  nothing: string,
  choose: (game: GameContents) => void,
) {
  function ChooseGame() {
    const { games, complete } = useGames(),
      all = games ? listByUse(games).filter(game => isFit(game, games)) : [],
      { input, found, nothing: noMatch } = useGameFilter(all),
      [awaited, setAwaited] = useState("");
    const open = (listed: ListedGame) =>
      attempt(async () => {
        const { name } = listed;
        setAwaited(name);
        try {
          choose(await call("describe_game", { name }));
        } finally {
          setAwaited("");
        }
      });
    if (complete && !all.length)
      return (
        <FormDialog title={title} verb="New game" onSubmit={async () => go(newGameAddress())}>
          <p>{nothing}</p>
        </FormDialog>
      );
    return (
      <div class="dialog wide-choice">
        <div class="spread dialog-head">
          <h2>{title}</h2>
          <CloseButton />
        </div>
        <div class="spread">
          <small>Choose the game</small>
          {input}
        </div>
        <ul class="covers">
          {found.map(game => (
            <li key={game.name}>
              <button
                type="button"
                class="game-card"
                aria-busy={awaited === game.name}
                disabled={awaited !== ""}
                onClick={() => open(game)}
              >
                <Cover game={game} />
                <strong>{game.title}</strong>
              </button>
            </li>
          ))}
        </ul>
        {noMatch}
        <div class="row">
          <Button kind="quiet" icon="add" onClick={() => go(newGameAddress())}>
            New game
          </Button>
        </div>
      </div>
    );
  }
  showDialog(<ChooseGame />);
}
const NO_GAME = "There is no game with units yet. Make a game first.";
const hasUnits = (game: ListedGame, games: GameList) => countContents(games, game).units > 0;

// Asks for a game, and then for the values of a new file of this game. A map has one dialog for both.
export const newInGame = (kind: NewKind) =>
  kind === "map"
    ? newMap()
    : chooseGame(
        `New ${FILE_KINDS[kind].label.toLowerCase()}`,
        (game, games) => !["fleet", "battle"].includes(kind) || hasUnits(game, games),
        NO_GAME,
        NEW_IN_GAME[kind],
      );

// Asks for a game, and for one of its fleets or battles to play with.
export const chooseTable = () => chooseGame("Play on a screen", hasUnits, NO_GAME, showTables);
function showTables(game: GameContents) {
  function Tables() {
    const { games } = useGames(),
      own = games
        ? listOwnFiles(games).filter(
            one => one.game === game.name && !one.broken && (one.kind === "fleet" || one.pack !== ""),
          )
        : [],
      listed =
        games &&
        fullGames(games, true)
          .concat(fullGames(games, false))
          .find(one => one.name === game.name),
      shipped = listed?.battles.filter(one => !one.file) ?? [];
    const count = own.length + shipped.length;
    return (
      <div class="dialog wide-choice">
        <div class="spread dialog-head">
          <h2>Play {game.title} on a screen</h2>
          <CloseButton />
        </div>
        <small>
          {count
            ? "Choose a fleet or a battle. You mark damage on its records, roll dice and count turns."
            : "Play with a fleet or a battle. Make the first one."}
        </small>
        <ul class="table-choices">
          {own.map(one => (
            <li key={one.key}>
              <LinkCard href={playAddress(one.pack || one.file)} picture={<Thumbnail entry={one} />} title={one.title}>
                {[`Your ${FILE_KINDS[one.kind].label.toLowerCase()}`, describeFleet(one)].filter(Boolean).join(": ")}
              </LinkCard>
            </li>
          ))}
          {shipped.map(({ what, title, forces }) => (
            <li key={what}>
              <LinkCard
                href={playAddress(what)}
                picture={<span class="thumbnail battle">{listed && <Cover game={listed} />}</span>}
                title={title}
              >
                {["Battle", forces.map(one => one.side).join(" and ")].filter(Boolean).join(": ")}
              </LinkCard>
            </li>
          ))}
        </ul>
        <div class="spread">
          <span class="row">
            <Button icon="add" onClick={() => newFleet(game)}>
              New fleet
            </Button>
            <Button icon="add" onClick={() => newBattle(game)}>
              New battle
            </Button>
          </span>
          <Button kind="quiet" onClick={chooseTable}>
            Another game
          </Button>
        </div>
      </div>
    );
  }
  showDialog(<Tables />);
}
export const NewMenu = () => (
  <Menu label="New" icon="add" kind="primary" align="end">
    {(Object.keys(NEW_IN_GAME) as NewKind[]).map(kind => (
      <MenuItem key={kind} icon={FILE_ICONS[kind]} onClick={() => newInGame(kind)}>
        {FILE_KINDS[kind].label}
      </MenuItem>
    ))}
    <MenuItem icon="games" href={newGameAddress()}>
      Game
    </MenuItem>
  </Menu>
);

type Grid = NonNullable<NewMapPlan["grid"]>;
const GRIDS: Choice<Grid>[] = [
  ["flat-top", "Hexes with a flat side up"],
  ["pointy-top", "Hexes with a corner up"],
  ["square", "Squares"],
];
// A new map of a game, or of the game that is chosen in the dialog. A map belongs to a game of the user: for a game of
// printshop, a version of the user is made with it. `make` makes the map where its use is noted at once.
export function newMap(
  given?: { name: string; title: string; parts?: GameContents["parts"] },
  make?: (entry: NewMapPlan) => Promise<NewEntry>,
) {
  function NewMap() {
    const { games, complete } = useGames(),
      choices = given || !games ? [] : listMapGames(listByUse(games));
    const [title, setTitle] = useState(""),
      [chosen, setChosen] = useState(""),
      [grid, setGrid] = useState<Grid>("flat-top"),
      [columns, setColumns] = useState("10"),
      [rows, setRows] = useState("8"),
      [across, setAcross] = useState("20");
    const versions = useRef(new Map<string, string>()); // made by a press whose map was refused
    const choice = choices.find(one => one.game.name === chosen) ?? choices[0];
    const numbers: [string, string, (text: string) => void, string][] = [
      ["Columns", columns, setColumns, "250"],
      ["Rows", rows, setRows, "250"],
      ["Size in mm", across, setAcross, "300"],
    ];
    // Returns the name of the game of the map. It is made if it is not there yet.
    const findHome = async () => {
      if (given || !choice?.version) return given?.name ?? choice?.game.name ?? "";
      const { name } = choice.game,
        home = versions.current.get(name) ?? (await call("new_game", { name: choice.version, extends: name })).name;
      versions.current.set(name, home);
      return home;
    };
    const create = async () => {
      const entry: NewMapPlan = {
          section: "map",
          title: requireName(title),
          grid,
          columns,
          rows,
          across: `${across} mm`,
        },
        game = await findHome(),
        maps = choice?.version ? [] : (given ?? choice?.game)?.parts?.maps;
      const { file, key } = await (make?.(entry) ??
        makeAsStep(filesOf(maps), () => call("create_entry", { game, entry })));
      readAgain();
      go(mapAddress(file, key));
      if (choice?.version) notify(`The map is in your new game “${choice.version}”.`, "done");
    };
    if (!given && complete && !choices.length)
      return (
        <FormDialog title="New map" verb="New game" onSubmit={async () => go(newGameAddress())}>
          <p>{NO_GAME}</p>
        </FormDialog>
      );
    return (
      <FormDialog title={given ? `New map of ${given.title}` : "New map"} verb="Create the map" onSubmit={create}>
        <NameField label="Name of the map" value={title} onInput={setTitle} hint="You paint it next." />
        <Field label="Made of">
          {props => <Select props={props} value={grid} choices={GRIDS} onChange={setGrid} />}
        </Field>
        <div class="inputs map-size">
          {numbers.map(([label, value, set, high]) => (
            <Field label={label} key={label}>
              {props => (
                <input
                  {...props}
                  type="number"
                  required
                  min={label.startsWith("Size") ? 5 : 1}
                  max={high}
                  value={value}
                  onInput={event => set(event.currentTarget.value)}
                />
              )}
            </Field>
          ))}
        </div>
        {choice && (
          <Field
            label="For the game"
            hint={
              choice.version
                ? `The map goes into a game of your own, “${choice.version}”. It has everything of ${choice.game.title}.`
                : ""
            }
          >
            {props => (
              <Select
                props={props}
                value={choice.game.name}
                choices={choices.map(
                  ({ game }): Choice => [game.name, game.own ? `${game.title} (yours)` : game.title],
                )}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
      </FormDialog>
    );
  }
  showDialog(<NewMap />);
}

const FROM_NOTHING = "",
  MANY_MODELS = 8; // units, which are searched
interface ModelProps {
  game: GameContents;
  kind: string;
  value: string;
  onChange: (unit: string) => void;
}
// The choice of a unit with which another one begins: by its name, its side, its type or its values.
function ModelChoice({ game, kind, value, onChange }: ModelProps) {
  const [words, setWords] = useState("");
  const rows = readRows({ ...game, units: game.units.filter(unit => unit.kind === kind) }),
    index = ({ name, side, cells }: Row) => makeIndex(name, "", [side, ...cells.slice(1)].join(" ")),
    found = words.trim() ? bestOf(rankAll(words, rows, index)).map(({ one }) => one) : rows,
    type = findTypeColumn(game, rows),
    cost = game.columns.findIndex(({ head }) => isCost(head)) + 1;
  const describe = ({ side, cells }: Row) =>
    [type && cells[type], side, cost && Number(cells[cost]) > 0 && counted(cells[cost] ?? "", "point")]
      .filter(one => one && one !== UNKNOWN)
      .join(" · ");
  const option = (unit: string, title: string, details: string) => (
    <label key={unit} class="check model">
      <input type="radio" name="model" checked={value === unit} onChange={() => onChange(unit)} />
      <span>
        {title} {details && <small>{details}</small>}
      </span>
    </label>
  );
  return (
    <fieldset class="models">
      <legend>Begin with</legend>
      {rows.length > MANY_MODELS && (
        <input
          class="plain-input"
          type="search"
          aria-label="Search the units"
          placeholder={`Search ${counted(rows.length, "unit")}: name, type, side`}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== "Enter" || !words.trim()) return;
            event.preventDefault(); // the first one is chosen: the dialog stays
            if (found[0]) onChange(found[0].name);
          }}
        />
      )}
      <div class="model-list">
        {!words.trim() && option(FROM_NOTHING, "A new unit with example values", "")}
        {found.map(row => option(row.name, `A copy of ${row.name}`, describe(row)))}
        {!found.length && <small role="status">No unit has these words.</small>}
      </div>
      <small>You can change every value afterwards.</small>
    </fieldset>
  );
}

// A new unit: from nothing, or as a copy of another one.
export function newUnit(game: GameContents, like = FROM_NOTHING, first = "") {
  function NewUnit() {
    const kinds = Object.entries(game.kinds);
    const [name, setName] = useState(like && `${like} II`),
      [kind, setKind] = useState(first || (kinds[0]?.[0] ?? "")),
      [model, setModel] = useState(like);
    const create = async () => {
      const entry: NewUnitPlan = {
        section: "unit",
        title: requireName(withoutPrefix(name, Object.values(game.prefixes ?? {}))),
        ...(model ? { like: model } : { kind }),
      };
      const { file, path } = await makeAsStep(filesOf(game.units), () =>
        call("create_entry", { game: game.name, entry }),
      );
      go(fileAddressOf(file, path));
    };
    return (
      <FormDialog
        title={like ? `Make your own copy of ${like}` : `New unit of ${game.title}`}
        verb={like ? "Create the copy" : "Create the unit"}
        onSubmit={create}
      >
        <NameField label="Name" value={name} onInput={setName} hint="No two units of a game may have the same name." />
        {!like && kinds.length > 1 && (
          <Field label="Kind of unit">
            {props => (
              <Select
                props={props}
                value={kind}
                choices={kinds}
                onChange={now => {
                  setKind(now);
                  setModel(FROM_NOTHING);
                }}
              />
            )}
          </Field>
        )}
        {!like && game.units.some(unit => unit.kind === kind) && (
          <ModelChoice game={game} kind={kind} value={model} onChange={setModel} />
        )}
      </FormDialog>
    );
  }
  showDialog(<NewUnit />);
}

export const newVersion = (game: { name: string; title: string }) =>
  askName(`Make your own version of ${game.title}`, "Create the game", `My ${game.title}`, async title => {
    const { name } = await call("new_game", { name: title, extends: game.name });
    readAgain();
    go(gameAddress(name, "data"));
  });

// --- files

export const copyFile = (entry: OwnEntry) =>
  askName(`Copy ${entry.title}`, "Create the copy", `${entry.title} (copy)`.slice(0, 60), async typed => {
    const name = await requireFreeName(typed, entry.kind, entry.game),
      { file } = await call("copy_file", { file: entry.file, name });
    readAgain();
    notify(`The copy is ${name}.`, "done", { label: "Undo", run: () => attempt(() => removeFile(file)) });
  });

// Copies a file without a question; the copy says in its name that it is one.
export async function copyBeside({ file, title, kind, game }: OwnEntry) {
  const name = await requireFreeName(`${title} (copy)`.slice(0, 60), kind, game);
  await call("copy_file", { file, name });
  readAgain();
  notify(`The copy is ${name}.`);
}

async function removeFile(file: string) {
  await call("delete_file", { what: file });
  readAgain();
}

const stemOf = (file: string) => file.replace(/^.*\//, "").replace(/\.yaml$/, "");

export function renameFile(entry: OwnEntry) {
  const isFolder = entry.kind === "game" && !entry.broken,
    hasTitle = isFolder || (!entry.broken && entry.units < 2);
  function Rename() {
    const [title, setTitle] = useState(hasTitle ? entry.title : ""),
      [name, setName] = useState(stemOf(entry.file));
    const rename = async () => {
      const change = async (file: string, stem: string, words: string) => {
        const renamed = await call("rename_file", { file, name: stem, title: words });
        for (const store of [localStorage, sessionStorage]) moveStored(store, file, renamed.file);
        return renamed;
      };
      const words = hasTitle && title.trim() !== entry.title ? requireName(title) : "";
      const { file } = await change(entry.file, isFolder ? stemOf(entry.file) : requireName(name), words);
      readAgain();
      notify(words ? `The new title is ${words}.` : `The new name of the file is ${file}.`, "done", {
        label: "Undo",
        run: () =>
          attempt(async () => {
            await change(file, stemOf(entry.file), words && entry.title);
            readAgain();
          }),
      });
    };
    return (
      <FormDialog title={`Rename ${entry.title}`} verb="Rename" onSubmit={rename}>
        {hasTitle && (
          <NameField
            label="Name"
            value={title}
            onInput={setTitle}
            hint={entry.kind === "unit" ? "Fleets and battles get the new name, too." : ""}
          />
        )}
        {!isFolder && (
          <NameField
            label="File name"
            value={name}
            onInput={setName}
            autofocus={!hasTitle}
            hint={`It ends in .yaml and lies in ${entry.file.includes("/") ? entry.file.replace(/\/[^/]*$/, "/") : "your folder"}.`}
          />
        )}
      </FormDialog>
    );
  }
  showDialog(<Rename />);
}

const LONGEST_DRAWING = 200_000; // characters: the storage of a browser is small
export const DELETED = "deleted"; // drawings of files in the bin, by their numbers
// Moves a file, or a game with all its files, to the bin, with "Undo".
const moveToBin = (entry: Pick<OwnEntry, "file" | "title">, done?: () => void) =>
  attempt(async () => {
    const drawing = findDrawing(entry.file);
    const deleted = await call("delete_file", { what: entry.file }).catch(async error => {
      // other files may need it: the user knows their titles
      const own = listOwnFiles(await listGames(new AbortController().signal));
      notify(
        own.reduce(
          (words, { file, title }) => words.replaceAll(file, title),
          `${entry.title} stays: ${messageOf(error)}.`,
        ),
        "problem",
      );
    });
    if (!deleted) return;
    if (drawing && drawing.length < LONGEST_DRAWING) writeStored(localStorage, `${DELETED} ${deleted.number}`, drawing);
    done?.();
    readAgain();
    closeNotices("problem");
    notify(
      `${entry.title} is deleted.`,
      "done",
      { label: "Undo", run: () => restoreFile(deleted.number, entry.title) },
      true, // the view of a game that is deleted closes
    );
  });

type DeletedEntry = Pick<OwnEntry, "file" | "title" | "kind">;
// Deletes files. If a game is among them, the user sees first what goes with it.
export async function deleteFiles(entries: readonly DeletedEntry[], done?: () => void) {
  const remove = async () => {
    for (const entry of entries) await moveToBin(entry, done);
  };
  const games = entries.filter(entry => entry.kind === "game"),
    [first] = entries;
  if (!games.length || !first) return remove();
  const list = await listGames(new AbortController().signal);
  showDialog(
    <FormDialog
      title={`Delete ${entries.length > 1 ? `${entries.length} files and games` : first.title}?`}
      verb="Delete"
      danger
      onSubmit={remove}
    >
      {games.map(({ file, title }) => (
        <p key={file}>
          <b>{title}</b> has {describeGameFiles(list, file)}: all are deleted.
        </p>
      ))}
      <p class="quiet">You can undo this. My files keeps what you delete under “Deleted files”.</p>
    </FormDialog>,
  );
}
export const deleteFile = (entry: DeletedEntry, done?: () => void) => deleteFiles([entry], done);

// Deletes one of several units of a file; the only unit goes with its file.
export const deleteUnit = (file: string, name: string) =>
  attempt(async () => {
    const document = await call("open_document", { file }),
      lists = document.tree?.items ? [[]] : (document.tree?.entries ?? []).map(([key]) => [key]),
      paths = lists.flatMap(list => (valueAt(document.tree, list)?.items ?? []).map((_, number) => [...list, number])),
      path = paths.find(one => textAt(document.tree, [...one, "name"]) === name);
    if (!path) return;
    if (paths.length === 1 && !file.includes("/")) return moveToBin({ file, title: name });
    await removeBlock(file, document, path, name);
  });

// Removes a block of a file, with "Undo". It stays if another file needs it.
async function removeBlock(file: string, { stamp, text, problems }: OpenDocument, path: ValuePath, title: string) {
  const now = await makeEditRequest(file, [{ do: "remove", path }]).send({ stamp, text }, {});
  if (now.refusal) return void notify(now.refusal, "problem");
  const problem = now.problems.find(one => one.file && !problems.some(({ message }) => message === one.message));
  if (problem) {
    await restoreText(file, now.stamp, text);
    notify(`${title} stays: ${describeFile(problem.file)} needs it.`, "problem");
    return;
  }
  readAgain();
  const undo = async () => {
    await restoreText(file, now.stamp, text);
    readAgain();
  };
  notify(`${title} is deleted.`, "done", { label: "Undo", run: () => attempt(undo) }, true); // the view of a part closes
  return true;
}

// Deletes a part of a game, and shows the game.
export const deletePart = (file: string, path: ValuePath, title: string) =>
  attempt(async () => {
    const document = await call("open_document", { file });
    if (await removeBlock(file, document, path, title)) go(gameAddress(document.game, "data"));
  });

// Copies a part of the extended game into an own game, and opens it.
export const adoptPart = (game: string, section: Section, part: GamePart) =>
  attempt(async () => {
    const { file } = await call("adopt_part", { game, section, key: part.key }),
      path = partPath(section, { ...part, file });
    readAgain();
    go(partAddress(section, { ...part, file }));
    const undo = async () => {
      const { stamp } = await call("find_document_stamp", { file });
      await call("edit_document", { file, stamp, edits: [{ do: "remove", path }], view: { drawn: false } });
      readAgain();
      go(gameAddress(game));
      notify(`${part.title} is the game’s again.`, "done", undefined, true); // the next view shows it
    };
    notify(
      `This is your copy of ${part.title} now, in place of the game’s.`,
      "done",
      { label: "Undo", run: () => void attempt(undo) },
      true,
    );
  });

export const restoreFile = (number: string, title: string) =>
  attempt(async () => {
    await call("restore_deleted", { number });
    removeStored(localStorage, `${DELETED} ${number}`);
    readAgain();
    notify(`${title} is back.`);
  });

// --- a unit into a fleet

// Asks for a fleet of the same game, and adds the unit. `file` is that of an own unit. `side` is the name of its side, ""
// for a unit of any side: fleets of another side stand last.
export function addToFleet(game: GameHead, unit: string, file: string, side: string) {
  function AddToFleet() {
    const { games, complete } = useGames();
    const fleets = games
      ? listOwnFiles(games).filter(entry => entry.kind === "fleet" && entry.game === game.name && !entry.broken)
      : [];
    const isOfSide = ({ forces }: OwnEntry) => !side || !forces.length || forces.some(one => one.side === side),
      [fitting, others] = [fleets.filter(isOfSide), fleets.filter(one => !isOfSide(one))];
    const [chosen, setChosen] = useState<string | null>(null),
      [title, setTitle] = useState(""),
      [count, setCount] = useState(1);
    const fleet = chosen ?? fitting[0]?.file ?? "";
    const { value: facts } = usePromise(() => call("describe_game", { name: game.name }), [game.name]),
      column = facts?.columns.findIndex(one => one.head === "Points") ?? -1,
      points = [facts?.units.find(one => one.name === unit)?.cells[column], count].map(Number),
      listed = games?.fleets.find(one => one.file === fleet),
      total = points.reduce((product, one) => product * one) + (fleet ? Number(listed?.points || Number.NaN) : 0),
      several = count > 1 ? `${count} x ${unit}` : unit;
    const add = async () => {
      const name = fleets.find(one => one.file === fleet)?.title ?? title.trim();
      if (!fleet) {
        const made = await createWithSheets(
          game.name,
          { section: "fleet", title: await requireFreeName(title, "fleet", game.name), unit },
          file,
        );
        if (count > 1)
          await editAsStep(
            made.file,
            async () => [{ do: "set", path: ["units", 0], value: { text: several } }],
            `add ${several}`,
          );
        readAgain();
        notify(`The new fleet ${name} has ${several}.`, "done", {
          label: "Open the fleet",
          run: () => go(fleetAddress(made.file)),
        });
        return;
      }
      const insert = async ({ tree }: OpenDocument): Promise<Edit[]> => {
        const { edits } = await call("join_file", { file: fleet, of: file || game.name }),
          number = valueAt(tree, ["units"])?.items?.length ?? 0;
        return [...edits, { do: "insert", path: ["units"], number, value: { text: several } }];
      };
      const { before, stamp } = await editAsStep(fleet, insert, `add ${several}`);
      readAgain();
      notify(`${several} ${count > 1 ? "are" : "is"} in the fleet ${name}.`, "done", {
        label: "Undo",
        run: () =>
          attempt(async () => {
            await restoreText(fleet, stamp, before.text);
            notify(`${several} ${count > 1 ? "are" : "is"} not in the fleet ${name} any more.`);
          }),
      });
    };
    return (
      <FormDialog title={`Add ${unit} to a fleet`} verb="Add to the fleet" onSubmit={add}>
        <Field label={`Fleet of ${game.title}`} hint={complete ? "" : "Your fleets are being read ..."}>
          {props => (
            <Select
              props={props}
              value={fleet}
              choices={[
                ...fitting.map(one => [one.file, one.title] as [string, string]),
                ["", "a new fleet"],
                ...others.map(
                  one =>
                    [one.file, `${one.title} (of another side: ${one.forces.map(force => force.side).join(", ")})`] as [
                      string,
                      string,
                    ],
                ),
              ]}
              onChange={setChosen}
            />
          )}
        </Field>
        {!fleet && <NameField label="Name of the new fleet" value={title} onInput={setTitle} autofocus={false} />}
        <div class="spread">
          <span class="row">
            How many
            <Stepper label="How many" low={1} high={99} value={count} onChange={setCount} />
          </span>
          {total > 0 && (
            <span class={Number(listed?.limit || total) < total ? "faulty" : ""}>
              The fleet then has <b>{counted(total, "point")}</b>
              {listed?.limit && ` of ${listed.limit}`}
            </span>
          )}
        </div>
      </FormDialog>
    );
  }
  showDialog(<AddToFleet />);
}

// --- all files

export const OPEN_FILE = "Open a file from a friend"; // the words of the button

// Runs an action on files, and reports its result.
async function changeFiles(act: () => Promise<string>) {
  try {
    const words = await act();
    readAgain();
    closeNotices("problem");
    if (words) notify(words, "done", { label: "Show my files", run: () => go("#/files") });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) notify(messageOf(error), "problem"); // nothing was chosen
  }
}

// Opens files that were chosen or dropped. A zip from a friend is shown first; other files come among the user's files.
export const receiveFiles = (files: File[]) =>
  changeFiles(async () => {
    const [first, ...others] = files;
    if (!first) return "";
    const isAlone = !others.length && /\.zip$/i.test(first.name) && !isArchive(first);
    return isAlone && (await showReceived(first)) ? "" : openFiles(files);
  });

// Buttons that add files to those that are there, and that save all files of the site.
export function FileButtons() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={event => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void receiveFiles(files);
        }}
      />
      <Button icon="files" onClick={() => input.current?.click()}>
        {OPEN_FILE}
      </Button>
      {!SITE ? null : canUseFolders() ? (
        <Menu label="Save all files" align="end">
          <MenuItem hint="One file to keep or to send" onClick={() => changeFiles(saveZip)}>
            Save as a zip
          </MenuItem>
          <MenuItem
            hint="Changed files only; nothing that another program changed is overwritten"
            onClick={() => changeFiles(saveFolder)}
          >
            Save into a folder
          </MenuItem>
          <hr />
          <MenuItem onClick={() => changeFiles(openFolder)}>Open a folder</MenuItem>
        </Menu>
      ) : (
        <Button onClick={() => changeFiles(saveZip)}>Save all files (zip)</Button>
      )}
    </>
  );
}
export const StoredHere = ({ folder }: { folder: string }) => (
  <p class="quiet">
    {SITE
      ? "This browser stores your files. Save them as a zip now and then."
      : `Your files are in the folder “${folder}” of the computer that runs printshop.`}
  </p>
);
