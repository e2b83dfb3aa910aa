// One unit of any game to look at: its drawings and its values with explanations.

import { useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { Icon } from "../components/icons.tsx";
import { listUses, type UnitUse } from "../model/unit_uses.ts";
import { addToFleet, newUnit } from "../components/dialogs.tsx";
import { listOwnFiles, useGame, useGames } from "../components/library.tsx";
import { fileAddressOf, gameAddress, helpAddress, unitAddress } from "../browser/routes.ts";
import { FailureMessage, ViewHead, type ViewComponent } from "../components/shell.tsx";
import type { DrawnUnit } from "../types.ts";
import {
  Button,
  EmptyState,
  LinkButton,
  MenuItem,
  Skeleton,
  Tabs,
  Warning,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { FaultyRows } from "./files.tsx";
import { productName } from "../model/products.ts";
import { Pages } from "../components/page_viewer.tsx";
import { PrintActions } from "./print.tsx";
import { listNames } from "../model/unit_rows.ts";

type Fact = DrawnUnit["facts"][number];

export const UnitView: ViewComponent = ({ args: [name = "", unit = ""] }) => {
  const { game } = useGame(name);
  const [product, setProduct] = useState("");
  const { value, error, again } = usePromise(
    () => call("draw_unit", { game: name, unit, product }),
    [name, unit, product],
  );
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
  const hasRecord = value?.products.includes("records") ?? false; // it shows most values
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
        crumbs={[
          { label: "Games", href: "#/games" },
          { label: game?.title ?? value?.title ?? name, href: gameAddress(name, "units") },
        ]}
        title={unit}
        state={!isNarrow && kind}
        steps={value && isNarrow && steps}
        actions={
          value && (
            <>
              {!isNarrow && steps}
              {own ? (
                <LinkButton kind="primary" icon="edit" href={fileAddressOf(own, value.path)}>
                  Change it
                </LinkButton>
              ) : (
                <Button kind="primary" icon="copy" disabled={!game} onClick={() => game && newUnit(game, unit)}>
                  Make my own copy
                </Button>
              )}
              <PrintActions
                isPrimary={false}
                wanted={{ what: name, unit, product: value?.product || "records" }}
                label={`Print the ${value?.product || "records"} (PDF)`}
                items={
                  <>
                    <MenuItem
                      icon="fleet"
                      disabled={!game}
                      onClick={() => game && addToFleet(game, unit, own ?? "", value.side)}
                    >
                      Add to a fleet
                    </MenuItem>
                    {own && (
                      <MenuItem icon="copy" disabled={!game} onClick={() => game && newUnit(game, unit)}>
                        Make another copy
                      </MenuItem>
                    )}
                  </>
                }
              />
            </>
          )
        }
      />
      {Boolean(error) &&
        !value &&
        (faulty ? (
          <FaultyRows entries={[faulty]} label="Problem of the unit" />
        ) : game?.units.every(row => row.name !== unit) ? (
          <EmptyState
            title={`${game?.title ?? name} has no unit with this name`}
            actions={<LinkButton href={gameAddress(name, "units")}>All units</LinkButton>}
          >
            It may have another name now, or the file with it has a fault.
          </EmptyState>
        ) : (
          <FailureMessage error={error} again={again} />
        ))}
      {!value && !error && <Skeleton lines={6} />}
      {value && (
        <div class={`unit-view${hasRecord ? " has-record" : ""}`}>
          <section class={`stack ${value.product}`} aria-label="Drawing">
            {isNarrow && kind}
            {value.products.length > 1 && (
              <Tabs
                label="Drawings"
                tabs={value.products.map(one => [one, productName(one)] as const)}
                current={error ? product : value.product}
                onChange={setProduct}
              />
            )}
            {error ? (
              <FailureMessage error={error} again={again} />
            ) : (
              <Pages
                crop
                pages={value.pages}
                alt={`${productName(value.product)} of ${unit}`}
                old={product !== "" && product !== value.product}
              />
            )}
            {!value.pages.length && !error && (
              <p class="quiet">
                Nothing can be drawn of this unit yet: the game has no record, card or counter for it.
              </p>
            )}
            {value.warnings.map(words => (
              <Warning key={words}>{words}</Warning>
            ))}
          </section>
          <div class="stack">
            <Facts
              unit={value}
              folded={hasRecord}
              cost={game?.columns.find(column => column.head === "Points")?.description ?? ""}
            />
            <Uses uses={games ? listUses(games.games, games.fleets, name, unit) : []} />
          </div>
        </div>
      )}
    </>
  );
};

// The battles and fleets that have the unit.
function Uses({ uses }: { uses: UnitUse[] }) {
  if (!uses.length) return null;
  return (
    <section class="panel stack unit-uses" aria-labelledby="unit-uses">
      <h2 id="unit-uses">Battles and fleets with this unit</h2>
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

// The values of a unit. The points stand first; the other calculated values are folded, without those of a shown label.
function Facts({ unit, folded, cost }: { unit: DrawnUnit; folded: boolean; cost: string }) {
  const isShown = ({ label, derived }: Fact) => !derived || label.toLowerCase() === cost.toLowerCase(),
    shown = unit.facts.filter(isShown).sort((one, other) => Number(other.derived) - Number(one.derived)),
    labels = new Set(shown.map(fact => fact.label.toLowerCase())),
    others = unit.facts.filter(fact => fact.derived && !labels.has(fact.label.toLowerCase()));
  const table = (facts: Fact[]) => (
    <dl class="facts">
      {facts.map(({ label, value, meaning }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {meaning && meaning !== value && <small>{meaning}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <section class="panel stack" aria-label="Values">
      {folded ? (
        <details class="calculated">
          <summary>
            Values <span class="count">{shown.length + others.length}</span>
          </summary>
          {table([...shown, ...others])}
        </details>
      ) : (
        <>
          <h2>Values</h2>
          {table(shown)}
          {others.length > 0 && (
            <details class="calculated">
              <summary>
                Calculated by the game <span class="count">{others.length}</span>
              </summary>
              {table(others)}
            </details>
          )}
        </>
      )}
      <p class="quiet">
        <a href={helpAddress("unit")}>How to make a unit of your own</a>
      </p>
    </section>
  );
}
