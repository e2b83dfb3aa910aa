// One unit of any game to look at: its values, its drawings, and the battles and fleets that have it.

import { call } from "../browser/client.ts";
import { Icon } from "../components/icons.tsx";
import { listUses, type UnitUse } from "../model/unit_uses.ts";
import { addToFleet, newUnit } from "../components/dialogs.tsx";
import { useGame, useGames } from "../components/library.tsx";
import { listOwnFiles } from "../model/own_files.ts";
import { fileAddressOf, gameAddress, helpAddress, unitAddress } from "../browser/routes.ts";
import { FailureMessage, ViewHead, type ViewComponent } from "../components/shell.tsx";
import { groupFacts, type LabelledFact } from "../model/unit_facts.ts";
import type { DrawnUnit, GameContents, UnitFact, UnitWarning } from "../types.ts";
import {
  Button,
  EmptyState,
  FactWarnings,
  LinkButton,
  Menu,
  MenuItem,
  Skeleton,
  OtherWarnings,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { ProblemRows } from "./files.tsx";
import { productName } from "../model/products.ts";
import { Pages } from "../components/page_viewer.tsx";
import { FormatItems, printLink } from "./print.tsx";
import { UnitPrint } from "./unit_prints.tsx";
import { listNames } from "../model/unit_rows.ts";
import { capitalize } from "../words.ts";
import { UnitPicture } from "../components/unit_picture.tsx";
import { useUnitPictures } from "./unit_comparison.tsx";

export const UnitView: ViewComponent = ({ args: [name = "", unit = ""] }) => {
  const { game } = useGame(name);
  const { value, error, again } = usePromise(() => call("draw_unit", { game: name, unit }), [name, unit]);
  const { value: art } = useUnitPictures(game);
  const { games } = useGames(),
    faulty =
      games &&
      listOwnFiles(games).find(
        entry => entry.kind === "unit" && entry.game === name && entry.title === unit && entry.broken,
      );
  const names = game ? listNames(game, unit) : [],
    place = names.indexOf(unit),
    [before, after] = [names[place - 1], place < 0 ? undefined : names[place + 1]];
  const step = (to: string | undefined, label: string, icon: "previous" | "open") =>
    to === undefined ? (
      <Button kind="quiet" icon={icon} label={label} disabled />
    ) : (
      <LinkButton kind="quiet" icon={icon} label={`${label}: ${to}`} href={unitAddress(name, to)} />
    );
  const steps = (
    <>
      {step(before, "Unit before", "previous")}
      {step(after, "Next unit", "open")}
    </>
  );
  const own = value?.file,
    isNarrow = useNarrow();
  const hasPicture = art?.units[unit] !== undefined,
    add = () => game && addToFleet(game, unit, own ?? "", value?.side ?? ""),
    copy = () => game && newUnit(game, unit);
  const portrait = hasPicture && (
    <span class="unit-portrait">
      <UnitPicture art={art} unit={unit} alt={`Drawing of ${unit}`} />
    </span>
  );
  const kind = value && (
    <span class="side">
      {value.side && <i class="dot" style={{ background: value.color }} />}
      {[value.side, value.kind].filter(Boolean).join(", ")}
      {own && <span class="chip">yours</span>}
    </span>
  );
  return (
    <>
      <ViewHead
        crumbs={[{ label: game?.title ?? value?.title ?? name, href: gameAddress(name, "units") }]}
        title={unit}
        state={kind}
        steps={value && isNarrow && steps}
        actions={
          value && (
            <>
              {!isNarrow && steps}
              {!isNarrow && (
                <Button icon="fleet" disabled={!game} onClick={add}>
                  Add to a fleet
                </Button>
              )}
              {!isNarrow && (
                <LinkButton icon="print" {...printLink({ what: name, unit, product: value.product || "records" })}>
                  Print (PDF)
                </LinkButton>
              )}
              {!isNarrow && <UnitPrint what={own || name} unit={unit} products={value.products} />}
              {own ? (
                <LinkButton kind="primary" icon="edit" href={fileAddressOf(own, value.path)}>
                  Edit
                </LinkButton>
              ) : (
                <Button kind="primary" icon="copy" disabled={!game} onClick={copy}>
                  Make my own copy
                </Button>
              )}
              <Menu label="More" icon="more" kind="quiet" hideLabel align="end">
                {isNarrow && (
                  <MenuItem icon="fleet" disabled={!game} onClick={add}>
                    Add to a fleet
                  </MenuItem>
                )}
                {own && (
                  <MenuItem icon="copy" disabled={!game} onClick={copy}>
                    Make another copy
                  </MenuItem>
                )}
                {isNarrow && (
                  <>
                    <MenuItem icon="print" {...printLink({ what: name, unit, product: value.product || "records" })}>
                      Print (PDF)
                    </MenuItem>
                    <UnitPrint isItem what={own || name} unit={unit} products={value.products} />
                  </>
                )}
                <MenuItem icon="help" href={helpAddress("unit")}>
                  How to make a unit of your own
                </MenuItem>
                <hr />
                <FormatItems wanted={{ what: name, unit, product: value.product || "records" }} />
              </Menu>
            </>
          )
        }
      />
      {Boolean(error) &&
        !value &&
        (faulty ? (
          <ProblemRows entries={[faulty]} label="Problem of the unit" />
        ) : game?.units.every(row => row.name !== unit) ? (
          <EmptyState
            title={`${game?.title ?? name} has no unit with this name`}
            actions={<LinkButton href={gameAddress(name, "units")}>All units</LinkButton>}
          >
            It may have another name now, or the file with it has a problem.
          </EmptyState>
        ) : (
          <FailureMessage error={error} again={again} />
        ))}
      {!value && !error && <Skeleton lines={6} />}
      {value && (
        <div class="unit-view">
          {isNarrow && portrait}
          <div class="stack unit-side">
            <section class="panel stack unit-facts" aria-label="Values">
              {!isNarrow && portrait}
              <Facts facts={value.facts} game={game} warnings={value.warnings} />
            </section>
            <Uses uses={games ? listUses(games.games, games.fleets, name, unit) : []} />
          </div>
          <div class="stack unit-drawings">
            {value.products.map(product => (
              <Drawing key={product} game={name} unit={value} product={product} />
            ))}
            {!value.products.length && (
              <p class="quiet">
                Nothing can be drawn of this unit yet: the game has no record, card or counter for it.
              </p>
            )}
          </div>
        </div>
      )}
    </>
  );
};

// The drawing of one product: the answer for the unit has that of its first product.
function Drawing({ game, unit, product }: { game: string; unit: DrawnUnit; product: string }) {
  const { value, error, again } = usePromise(
    async () => (product === unit.product ? unit : call("draw_unit", { game, unit: unit.unit, product })),
    [unit, product],
  );
  const known = new Set(unit.warnings.map(one => one.message)), // these stand at the values of the unit
    warnings = value?.warnings.filter(one => !known.has(one.message));
  return (
    <section class={`stack ${product}`} aria-label={productName(product)}>
      <h2>{productName(product)}</h2>
      {Boolean(error) && <FailureMessage error={error} again={again} />}
      {!value && !error && <Skeleton lines={3} />}
      {value && <Pages crop pages={value.pages} alt={`${productName(product)} of ${unit.unit}`} />}
      <OtherWarnings warnings={warnings} />
    </section>
  );
}

// The battles and fleets that have the unit.
function Uses({ uses }: { uses: UnitUse[] }) {
  if (!uses.length) return null;
  return (
    <section class="panel stack unit-uses" aria-labelledby="unit-uses">
      <h2 id="unit-uses">Used in</h2>
      <ul>
        {uses.map(({ kind, title, href }) => (
          <li key={href}>
            <Icon name={kind} />
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Returns a value whose numbers stay in one line with their words, and whose ranges are not divided.
const keepTogether = (value: string) =>
  value.replaceAll(/(?<=\p{L}) (?=[\d?]+(,|$))/gu, "\u00a0").replaceAll(/(?<=\d)([-–])(?=\d)/g, "\u2060$1\u2060");
// The values of a unit, each with its warnings. The points stand first; the amounts that make the cost are closed.
export function Facts({
  facts,
  game,
  warnings,
}: {
  facts: UnitFact[];
  game: GameContents | undefined;
  warnings: UnitWarning[];
}) {
  const columns = game?.columns ?? [],
    groups = groupFacts(facts, columns, columns.find(column => column.head === "Points")?.description ?? ""),
    inView = [...groups.values, ...groups.calculated],
    all = [...inView, ...groups.cost].map(one => one.fact);
  const list = (shown: LabelledFact[]) => (
    <dl class="facts">
      {shown.map(({ fact, label, help, value, meaning }) => (
        <div key={fact.label}>
          <dt>
            {help ? (
              <details>
                <summary>{label}</summary>
                {capitalize(help)}
              </details>
            ) : (
              label
            )}
          </dt>
          <dd>
            {keepTogether(value)}
            {meaning && <small>{meaning.replace(/ (?=\d+$)/, "\u00a0")}</small>}
          </dd>
          <FactWarnings fact={fact} warnings={warnings} />
        </div>
      ))}
    </dl>
  );
  return (
    <>
      <OtherWarnings facts={all} warnings={warnings} />
      {list(inView)}
      {groups.cost.length > 0 && (
        <details
          class="cost-facts"
          open={groups.cost.some(one => warnings.some(warning => warning.subject === one.fact.key))}
        >
          <summary>How the cost is made</summary>
          {list(groups.cost)}
        </details>
      )}
    </>
  );
}
