// The tab "Game" of a game: its texts and sides, its parts with drawings, the figures of its units.

import { useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { counted } from "../counting.ts";
import { adoptPart, newMap, newSheet } from "../components/dialogs.tsx";
import { editAsStep } from "../model/file_steps.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import { addFigure } from "../editor/figures.tsx";
import { Icon } from "../components/icons.tsx";
import {
  type FileKind,
  drawPart,
  filesOfGame,
  FILE_KINDS,
  partAddress,
  PartDrawing,
  readAgain,
  SECTIONS,
  useGames,
} from "../components/library.tsx";
import { fileAddressOf, go, helpAddress } from "../browser/routes.ts";
import { FailureMessage } from "../components/shell.tsx";
import type { GameContents, GameFigures, GamePart, ListedGame, Section } from "../types.ts";
import {
  askName,
  Button,
  Chip,
  closeDialog,
  EmptyState,
  LinkButton,
  Menu,
  MenuItem,
  Problem,
  showDialog,
  Skeleton,
  usePromise,
} from "../components/ui.tsx";
import { Pages } from "../components/page_viewer.tsx";
import { FIRST_VALUES, homeOf, mainFileOf } from "./new_parts.ts";
import { PrintMenu } from "./print.tsx";
import { TypePrints } from "./type_prints.tsx";

const MOST_NAMED = 5, // figures of a unit type that its card names
  MOST_DRAWN = 4; // parts of a kind that are shown at first
const nounOf = (kind: FileKind) => FILE_KINDS[kind].label.toLowerCase();
const productOf = (section: Section) => (section === "forms" ? "records" : section);

// Asks for a name, writes a part with first values into the game, and opens it in the editor.
const newPart = (game: GameContents, section: keyof typeof FIRST_VALUES) =>
  askName(
    `New ${nounOf(SECTIONS[section])} of ${game.title}`,
    `Create the ${nounOf(SECTIONS[section])}`,
    "",
    async title => {
      const [file, base] = homeOf(game, section),
        keys = new Set(game.parts[section].map(part => part.key)),
        path = [...base, freeKey(keys, keyFrom(title))];
      await editAsStep(file, [
        {
          do: "add",
          path: base,
          key: String(path.at(-1)),
          value: { data: { title, ...FIRST_VALUES[section](title, game) } },
        },
      ]);
      readAgain();
      go(fileAddressOf(file, path));
    },
  );
// Asks for a name, writes a unit type with one figure into the game, and opens it in the editor.
const addUnitType = (game: GameContents) =>
  askName(
    `New unit type of ${game.title}`,
    "Create the unit type",
    "",
    async name => {
      const file = mainFileOf(game),
        key = freeKey(new Set(Object.keys(game.kinds)), keyFrom(name)),
        words = name.toLowerCase(),
        data = { name: words, plural: `${words}s`, fields: { strength: { kind: "whole", min: 1, max: 10 } } };
      await editAsStep(file, [{ do: "add", path: ["unit_types"], key, value: { data } }]);
      readAgain();
      go(fileAddressOf(file, ["unit_types", key]));
    },
    "One unit is a",
  );
const addPart = (game: GameContents, section: Section) =>
  section === "maps" ? newMap(game) : section === "forms" ? newSheet(game) : newPart(game, section);

const HINTS: Record<Section, string> = {
  maps: "Hexes or squares; you paint the terrain",
  forms: "A record for each unit, with marks to fill in",
  charts: "A page of rules and tables for the players",
  markers: "A piece that lies beside a unit: smoke, a wound, a turn",
  templates: "A ruler, an arc or an area at true scale",
  counters: "The piece of a unit: a tent, or a flat counter",
};

// Everything that can be added to an own game.
export const AddMenu = ({ game }: { game: GameContents }) => (
  <Menu label="Add ..." icon="add" kind="primary" align="end">
    <MenuItem icon="unit" hint="Ships, squads, monsters: which values they have" onClick={() => addUnitType(game)}>
      Unit type
    </MenuItem>
    <MenuItem icon="map" hint={HINTS.maps} onClick={() => addPart(game, "maps")}>
      Map
    </MenuItem>
    <MenuItem icon="count" hint="A value that all units of a type have" onClick={() => addFigure(game)}>
      Value
    </MenuItem>
    {(["forms", "charts", "markers", "counters", "templates"] as const).map(section => (
      <MenuItem
        key={section}
        icon={FILE_KINDS[SECTIONS[section]].icon}
        hint={HINTS[section]}
        onClick={() => addPart(game, section)}
      >
        {FILE_KINDS[SECTIONS[section]].label}
      </MenuItem>
    ))}
  </Menu>
);

export function PartsTab({
  game,
  listed,
  changed,
}: {
  game: GameContents;
  listed: ListedGame | undefined;
  changed: number;
}) {
  const isOwn = Boolean(listed?.own);
  const {
    value: figures,
    error,
    again,
  } = usePromise(() => call("list_figures", { game: game.name }), [game.name, changed]);
  const sections = (Object.keys(SECTIONS) as Section[]).filter(section => isOwn || game.parts[section].length);
  return (
    <div class="game-parts">
      <About game={game} listed={listed} />
      <div class="stack">
        {figures && <UnitTypes game={game} figures={figures} isOwn={isOwn} />}
        <div class="part-cards">
          {sections.map((section, number) => (
            <PartCard
              key={section}
              game={game}
              section={section}
              isOwn={isOwn}
              changed={changed}
              most={number === sections.length - 1 && number % 2 === 0 ? 2 * MOST_DRAWN : MOST_DRAWN}
            />
          ))}
        </div>
        {error && !figures ? (
          <FailureMessage error={error} again={again} />
        ) : figures ? (
          <Figures game={game} value={figures} />
        ) : (
          <Skeleton lines={5} />
        )}
      </div>
    </div>
  );
}

function About({ game, listed }: { game: GameContents; listed: ListedGame | undefined }) {
  const [subtitle, rights, needs] = game.texts;
  return (
    <aside class="about-game" aria-label="About the game">
      {subtitle && <p class="lead">{subtitle}</p>}
      {needs && (
        <div>
          <h3>You need</h3>
          <p class="quiet">{needs}</p>
        </div>
      )}
      {Object.keys(game.colors).length > 0 && (
        <div>
          <h3>Sides</h3>
          <div class="row">
            {Object.entries(game.colors).map(([side, color]) => (
              <Chip key={side} color={color}>
                {side}
              </Chip>
            ))}
          </div>
        </div>
      )}
      {rights && <p class="quiet">{rights}</p>}
      {listed?.own ? (
        <div class="row">
          <LinkButton icon="edit" href={fileAddressOf(mainFileOf(game))}>
            Title, theme, texts
          </LinkButton>
          <LinkButton icon="edit" href={fileAddressOf(mainFileOf(game), ["sides"])}>
            Sides
          </LinkButton>
        </div>
      ) : (
        <p class="quiet">
          This game belongs to printshop. Your own version begins with all of it, and you can change every part.{" "}
          <a href={helpAddress("version")}>How own versions work</a>
        </p>
      )}
    </aside>
  );
}

// `most` is the number of drawings at first.
function PartCard({
  game,
  section,
  isOwn,
  changed,
  most,
}: {
  game: GameContents;
  section: Section;
  isOwn: boolean;
  changed: number;
  most: number;
}) {
  const [all, setAll] = useState(false);
  const parts = game.parts[section],
    kind = SECTIONS[section],
    { plural, label } = FILE_KINDS[kind];
  const inside = (part: GamePart) => (
    <>
      <PartDrawing game={game.name} section={section} part={part} changed={changed} />
      <span>{part.title}</span>
    </>
  );
  return (
    <section class="panel part-card" aria-labelledby={`parts-${section}`}>
      <div class="spread">
        <h2 id={`parts-${section}`}>
          {plural} {parts.length > 0 && <span class="count">{parts.length}</span>}
        </h2>
      </div>
      {!parts.length && <p class="quiet">{HINTS[section]}.</p>}
      <ul class="drawings">
        {parts.slice(0, all ? parts.length : most).map(part => (
          <li key={part.key}>
            {isOwn && part.file ? (
              <a class="drawing" href={partAddress(section, part)}>
                {inside(part)}
              </a>
            ) : (
              <button
                type="button"
                class="drawing"
                onClick={() => (isOwn ? adoptPart(game.name, section, part) : showPart(game, section, part))}
              >
                {inside(part)}
              </button>
            )}
          </li>
        ))}
        {isOwn && (all || parts.length < most) && (
          <li>
            <button type="button" class="drawing adding" onClick={() => addPart(game, section)}>
              <span class="thumbnail">
                <Icon name="add" />
              </span>
              <span>Add a {label.toLowerCase()}</span>
            </button>
          </li>
        )}
      </ul>
      {parts.length > most && (
        <div class="row">
          <Button kind="quiet" icon={all ? "up" : "down"} onClick={() => setAll(!all)}>
            {all ? `Show ${most}` : `Show all ${parts.length}`}
          </Button>
        </div>
      )}
    </section>
  );
}

// Shows a part of a game of printshop.
function showPart(game: GameContents, section: Section, part: GamePart) {
  function Part() {
    const { value, error } = usePromise(() => drawPart(game.name, section, part.key), []);
    const { plural } = FILE_KINDS[SECTIONS[section]];
    return (
      <div class="dialog wide-dialog part-dialog">
        <h2>{part.title}</h2>
        {Boolean(error) && <Problem>{error instanceof Error ? error.message : String(error)}</Problem>}
        {value === undefined && !error && <Skeleton lines={8} />}
        {value && <Pages pages={[value]} alt={part.title} kind={productOf(section)} />}
        {value === "" && <p>No unit of the game has this part, so there is no drawing of it.</p>}
        <div class="row end">
          <PrintMenu
            quiet
            align="start"
            wanted={
              section === "forms"
                ? { what: game.name, form: part.key }
                : { what: game.name, product: productOf(section) }
            }
            label={section === "forms" ? "Print for all units (PDF)" : `Print all ${plural.toLowerCase()} (PDF)`}
          />
          <Button onClick={closeDialog}>Close</Button>
        </div>
      </div>
    );
  }
  showDialog(<Part />);
}

// Returns the limits of a figure without the words of the column "Kind", and without the notation of files.
const rangeOf = (allowed: string) =>
  allowed
    .replace(
      /^(a whole number|an angle in degrees|one of|any of|any text|the number of each of these things:)[, ]*/,
      "",
    )
    .replace(
      /^count\/die xdamage: (.*?), (d[\dd ]+|any die), x(\d+)(?: to x(\d+))?/,
      (_, count, dice, low, high) =>
        `${count === "1 or more" ? "" : `${counted(count, "gun")}, `}${dice}, damage ${low}${high ? ` to ${high}` : ""}`,
    )
    .replace(/^the number of guns \(.*\), each (d\d+) x(\d+)/, "$1, damage $2")
    .replace(/; then, optionally, (.*)$/, (_, traits) => `; may be ${traits.replace(/(\w+) \(([^)]*)\)/g, "$1")}`)
    .replace(/, one after each dash, or all between \[ \].*$|, between \[ \]$| in square brackets/, "")
    .replaceAll("_", " ");
const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

// The unit types of the game, each with its first figures. All figures stand below the parts of the game.
function UnitTypes({ game, figures, isOwn }: { game: GameContents; figures: GameFigures; isOwn: boolean }) {
  const show = (key: string) => document.getElementById(`figures-${key}`)?.scrollIntoView({ behavior: "smooth" });
  return (
    <section class="panel unit-types" aria-labelledby="unit-types">
      <div class="spread">
        <h2 id="unit-types">
          Unit types <span class="count">{figures.types.length}</span>
        </h2>
        {isOwn && (
          <Button kind="quiet" icon="add" onClick={() => addUnitType(game)}>
            Add a unit type
          </Button>
        )}
      </div>
      {!figures.types.length && <p class="quiet">A unit type says which values its units have: hull, speed, guns.</p>}
      <ul>
        {figures.types.map(type => {
          const inside = (
            <>
              <b>{capital(type.name)}</b>
              <small>
                {type.figures
                  .map(one => capital(one.label))
                  .slice(0, MOST_NAMED)
                  .join(", ")}
              </small>
              <small>{counted(type.figures.length, "value")}</small>
            </>
          );
          return (
            <li key={type.key}>
              {type.figures.some(one => one.own) ? (
                <a href={fileAddressOf(mainFileOf(game), ["unit_types", type.key])}>{inside}</a>
              ) : (
                <button type="button" onClick={() => show(type.key)}>
                  {inside}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Figures({ game, value }: { game: GameContents; value: GameFigures }) {
  const files = filesOfGame(useGames().games, game.name);
  return (
    <>
      {value.types.map(type => (
        <FigureTable key={type.key} game={game} type={type} />
      ))}
      {!value.types.length && (
        <EmptyState title="No values yet">A unit has values such as hull, speed and guns.</EmptyState>
      )}
      {files.length > 0 && (
        <details class="game-files">
          <summary>Files of this game</summary>
          <ul>
            {files.map(file => (
              <li key={file}>
                <a href={fileAddressOf(file)}>{file}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

// The figures of a unit type.
export function FigureTable({
  game,
  type,
  onAdded,
}: {
  game: GameContents;
  type: GameFigures["types"][number];
  onAdded?: () => void;
}) {
  const isOwn = type.figures.some(figure => figure.own);
  return (
    <section class="stack" aria-labelledby={`figures-${type.key}`}>
      <div class="spread">
        <h2 id={`figures-${type.key}`}>
          Values of each {type.name} <span class="count">{type.figures.length}</span>
        </h2>
        {isOwn && (
          <Button kind="quiet" icon="add" onClick={() => addFigure(game, onAdded)}>
            Add a value
          </Button>
        )}
      </div>
      <div class="table-box" role="region" aria-label={`Values of each ${type.name}`} tabIndex={0}>
        <table class="units figure-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Range</th>
              <th scope="col">Lost in play</th>
            </tr>
          </thead>
          <tbody>
            {type.figures.map(({ key, label, kind, allowed, lost, own }) => (
              <tr key={key}>
                <th scope="row">
                  {own ? (
                    <a href={fileAddressOf(mainFileOf(game), ["unit_types", type.key, "fields", key])}>
                      {capital(label)}
                    </a>
                  ) : (
                    capital(label)
                  )}
                </th>
                <td data-label="Kind">{capital(kind)}</td>
                <td class="range" data-label="Range">
                  {rangeOf(allowed)}
                </td>
                <td data-label="Lost in play">{lost ? "Yes" : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(isOwn || !type.figures.length) && <TypePrints game={game} type={type} onMade={onAdded} />}
    </section>
  );
}
