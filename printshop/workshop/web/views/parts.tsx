// The tab "Game" of a game: its texts and sides, its parts with drawings, the fields of its units.

import { useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { capitalize, counted } from "../words.ts";
import { adoptPart, newMap, newSheet } from "../components/dialogs.tsx";
import { describeLimits } from "../model/field_limits.ts";
import { editAsStep } from "../model/file_steps.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import { addField } from "../editor/new_field.tsx";
import { Icon } from "../components/icons.tsx";
import { drawPart, filesOfGame, PartDrawing, readAgain, useGames, FILE_ICONS } from "../components/library.tsx";
import { type FileKind, partAddress, SECTIONS, FILE_KINDS } from "../model/own_files.ts";
import { fileAddressOf, go, helpAddress } from "../browser/routes.ts";
import { ROW_LINK } from "../browser/row_link.ts";
import { FailureMessage } from "../components/shell.tsx";
import type { GameContents, GameFields, GamePart, ListedGame, Section } from "../types.ts";
import {
  askName,
  Button,
  Chip,
  type Children,
  closeDialog,
  LinkButton,
  Problem,
  showDialog,
  Skeleton,
  usePromise,
} from "../components/ui.tsx";
import { Pages } from "../components/page_viewer.tsx";
import { FIRST_VALUES, homeOf, mainFileOf } from "./new_parts.ts";
import { PrintMenu } from "./print.tsx";
import { TypePrints } from "./type_prints.tsx";

const MOST_FIELDS = 8, // of a unit type that are shown at first
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
// Asks for a name, writes a unit type with one field into the game, and opens it in the editor.
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

// The head of a part of the game: its name, and the button that adds to it.
function PartHead({
  id,
  title,
  count,
  label,
  add,
}: {
  id: string;
  title: Children;
  count: number;
  label: string;
  add: (() => void) | undefined; // undefined for a game of printshop
}) {
  return (
    <div class="spread part-head">
      <h2 id={id}>
        {title} {count > 0 && <span class="count">{count}</span>}
      </h2>
      {add && (
        <Button kind="quiet" icon="add" label={label} onClick={add}>
          <span>Add</span>
        </Button>
      )}
    </div>
  );
}

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
    value: fields,
    error,
    again,
  } = usePromise(() => call("list_type_fields", { game: game.name }), [game.name, changed]);
  const all = Object.keys(SECTIONS) as Section[],
    hasParts = (section: Section) => game.parts[section].length > 0,
    shown = all.filter(section => section !== "forms"), // they have a tab of their own
    sections = shown.filter(hasParts),
    missing = isOwn ? shown.filter(section => !hasParts(section)) : [];
  return (
    <div class="game-parts">
      <About game={game} isOwn={isOwn} />
      {error && !fields ? (
        <FailureMessage error={error} again={again} />
      ) : fields ? (
        <div class="stack">
          <UnitTypes game={game} fields={fields} isOwn={isOwn} />
          {missing.length > 0 && <MissingParts game={game} sections={missing} />}
        </div>
      ) : (
        <Skeleton lines={5} />
      )}
      <div class="part-cards">
        {sections.map(section => (
          <PartCard key={section} game={game} section={section} isOwn={isOwn} changed={changed} />
        ))}
      </div>
      <GameFiles game={game} />
    </div>
  );
}

function About({ game, isOwn }: { game: GameContents; isOwn: boolean }) {
  const [subtitle, rights, needs] = game.texts;
  return (
    <section class="about-game" aria-label="About the game">
      {subtitle && <p class="lead">{subtitle}</p>}
      <dl>
        {Object.keys(game.colors).length > 0 && (
          <div>
            <dt>Sides</dt>
            <dd class="row">
              {Object.entries(game.colors).map(([side, color]) => (
                <Chip key={side} color={color}>
                  {side}
                </Chip>
              ))}
              {isOwn && (
                <LinkButton kind="quiet" icon="edit" href={fileAddressOf(mainFileOf(game), ["sides"])}>
                  Edit the sides
                </LinkButton>
              )}
            </dd>
          </div>
        )}
        {needs && (
          <div>
            <dt>You need</dt>
            <dd>{capitalize(needs)}</dd>
          </div>
        )}
        {rights && (
          <div>
            <dt>Rights</dt>
            <dd>{rights}</dd>
          </div>
        )}
      </dl>
      {!isOwn && (
        <p class="quiet">
          This game belongs to printshop. Your own version begins with all of it, and you can change every part.{" "}
          <a href={helpAddress("version")}>How own versions work</a>
        </p>
      )}
    </section>
  );
}

function PartCard({
  game,
  section,
  isOwn,
  changed,
}: {
  game: GameContents;
  section: Section;
  isOwn: boolean;
  changed: number;
}) {
  const [all, setAll] = useState(false);
  const parts = game.parts[section],
    kind = SECTIONS[section];
  const inside = (part: GamePart) => (
    <>
      <PartDrawing game={game.name} section={section} part={part} changed={changed} />
      <span>{part.title}</span>
    </>
  );
  return (
    <section class="panel part-card" aria-labelledby={`parts-${section}`}>
      <PartHead
        id={`parts-${section}`}
        title={FILE_KINDS[kind].plural}
        count={parts.length}
        label={`Add a ${nounOf(kind)}`}
        add={isOwn ? () => addPart(game, section) : undefined}
      />
      <ul class={`drawings${parts.length === 1 ? " alone" : ""}`}>
        {parts.slice(0, all ? parts.length : MOST_DRAWN).map(part => (
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
      </ul>
      {parts.length > MOST_DRAWN && <ShowAll all={all} most={MOST_DRAWN} count={parts.length} onChange={setAll} />}
    </section>
  );
}
// The kinds of parts that the game does not have, each with what its first one would be.
const MissingParts = ({ game, sections }: { game: GameContents; sections: Section[] }) => (
  <section class="panel missing-parts" aria-labelledby="missing-parts">
    <h2 id="missing-parts">Not in the game yet</h2>
    <ul>
      {sections.map(section => {
        const kind = SECTIONS[section];
        return (
          <li key={section}>
            <Icon name={FILE_ICONS[kind]} />
            <span>
              <strong>{FILE_KINDS[kind].plural}</strong>
              <small>{HINTS[section]}</small>
            </span>
            <Button kind="quiet" icon="add" label={`Add a ${nounOf(kind)}`} onClick={() => addPart(game, section)}>
              <span>Add</span>
            </Button>
          </li>
        );
      })}
    </ul>
  </section>
);

interface ShowAllProps {
  all: boolean;
  most: number;
  count: number;
  onChange: (all: boolean) => void;
}
const ShowAll = ({ all, most, count, onChange }: ShowAllProps) => (
  <div class="row">
    <Button kind="quiet" icon={all ? "up" : "down"} onClick={() => onChange(!all)}>
      {all ? `Show ${most}` : `Show all ${count}`}
    </Button>
  </div>
);

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

// The unit types of the game, each with its values.
function UnitTypes({ game, fields, isOwn }: { game: GameContents; fields: GameFields; isOwn: boolean }) {
  return (
    <section class="panel unit-types" aria-labelledby="unit-types">
      <PartHead
        id="unit-types"
        title="Unit types"
        count={fields.types.length}
        label="Add a unit type"
        add={isOwn ? () => addUnitType(game) : undefined}
      />
      {!fields.types.length && (
        <p class="no-part">
          <Icon name="unit" />A unit type says which values its units have: hull, speed, guns.
        </p>
      )}
      {fields.types.map(type => (
        <FieldTable key={type.key} game={game} type={type} isPart />
      ))}
    </section>
  );
}

function GameFiles({ game }: { game: GameContents }) {
  const files = filesOfGame(useGames().games, game.name);
  if (!files.length) return null;
  return (
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
  );
}

// The fields of a unit type: as a part of the game, below the name of the type, with the first fields at first.
export function FieldTable({
  game,
  type,
  isPart = false,
  onAdded,
}: {
  game: GameContents;
  type: GameFields["types"][number];
  isPart?: boolean;
  onAdded?: () => void;
}) {
  const [all, setAll] = useState(!isPart);
  const isOwn = type.fields.some(field => field.own),
    id = `fields-${type.key}`,
    typePath = ["unit_types", type.key],
    heading = isPart ? (
      <h3 id={id}>
        {isOwn ? (
          <a href={fileAddressOf(mainFileOf(game), typePath)}>{capitalize(type.name)}</a>
        ) : (
          capitalize(type.name)
        )}{" "}
        <small>{counted(type.fields.length, "value")}</small>
      </h3>
    ) : (
      <h2 id={id}>
        Values of each {type.name} <span class="count">{type.fields.length}</span>
      </h2>
    );
  return (
    <section class="stack type-fields" aria-labelledby={id}>
      <div class="spread">
        {heading}
        {isOwn && (
          <Button kind="quiet" icon="add" onClick={() => addField(game, type.key, onAdded)}>
            Add a value
          </Button>
        )}
      </div>
      <div class="table-box" role="region" aria-label={`Values of each ${type.name}`} tabIndex={0}>
        <table class="units field-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Range</th>
              <th scope="col">Lost in play</th>
              {isOwn && (
                <th>
                  <span class="unseen">Open</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {type.fields
              .slice(0, all ? type.fields.length : MOST_FIELDS)
              .map(({ key, label, kind_label, limits, has_marks, own }) => (
                <tr key={key} {...(own ? ROW_LINK : {})}>
                  <th scope="row">
                    {own ? (
                      <a href={fileAddressOf(mainFileOf(game), [...typePath, "fields", key])}>{capitalize(label)}</a>
                    ) : (
                      capitalize(label)
                    )}
                  </th>
                  <td>{capitalize(kind_label)}</td>
                  <td class="range">{describeLimits(limits)}</td>
                  <td data-label="Lost in play: ">{has_marks ? "Yes" : ""}</td>
                  {isOwn && <td class="goes-on">{own && <Icon name="next" />}</td>}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {isPart && type.fields.length > MOST_FIELDS && (
        <ShowAll all={all} most={MOST_FIELDS} count={type.fields.length} onChange={setAll} />
      )}
      {(isOwn || !type.fields.length) && <TypePrints game={game} type={type} onMade={onAdded} />}
    </section>
  );
}
