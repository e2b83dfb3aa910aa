// Units side by side: their drawings and a table of their values.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { messageOf } from "../browser/notices.ts";
import { unitAddress } from "../browser/routes.ts";
import { UnitPicture } from "../components/unit_picture.tsx";
import type { GameContents, UnitFact } from "../types.ts";
import {
  Checkbox,
  CloseButton,
  closeDialog,
  PageImage,
  Problem,
  showDialog,
  Skeleton,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";

export const MOST_COMPARED = 6;

// Marks the edges of a box beyond which there is more to scroll to, with the classes `more-before` and `more-after`. A box
// that shows all of its width has the class `fits`; `--height` is the height of the box.
export function useEdges(box: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const now = box.current;
    if (!now) return;
    const mark = () => {
      now.classList.toggle("fits", now.scrollWidth <= now.clientWidth);
      now.style.setProperty("--height", `${now.offsetHeight}px`);
      now.classList.toggle("more-before", now.scrollLeft > 1);
      now.classList.toggle("more-after", now.scrollLeft + now.clientWidth < now.scrollWidth - 1);
    };
    mark();
    now.addEventListener("scroll", mark, { passive: true });
    addEventListener("resize", mark);
    return () => {
      now.removeEventListener("scroll", mark);
      removeEventListener("resize", mark);
    };
  });
}

// Returns the labels of the values of some units in the order of the game. Values that the game calculates come last.
function listLabels(units: readonly UnitFact[][]) {
  const order: UnitFact[] = [];
  for (const facts of units)
    facts.forEach((fact, number) => {
      if (order.some(one => one.label === fact.label)) return;
      const before = order.findIndex(one => one.label === facts[number - 1]?.label); // a value that other units lack
      order.splice(before + 1, 0, fact);
    });
  return order.sort((one, other) => Number(one.derived) - Number(other.derived)).map(one => one.label);
}

// The pictures of the units of a game.
export const useUnitPictures = (game: GameContents | undefined) =>
  usePromise(async () => game && call("list_unit_pictures", { game: game.name }), [game]);

// Shows units side by side: their drawings, and a table of their values. No value is marked as better: only the game knows.
export function compareUnits(game: GameContents, names: string[]) {
  function Comparison() {
    const isNarrow = useNarrow(),
      box = useRef<HTMLDivElement>(null);
    useEdges(box);
    const [onlyDifferences, setOnlyDifferences] = useState(false);
    const { value, error } = usePromise(async () => {
      const units = [];
      for (const unit of names) units.push(await call("draw_unit", { game: game.name, unit }));
      return units;
    }, []);
    const { value: art } = useUnitPictures(game); // the list behind the dialog may still wait for them
    const labels = listLabels(value?.map(unit => unit.facts) ?? []);
    const lines = labels.map(label => {
      const cells = value?.map(unit => unit.facts.find(fact => fact.label === label)?.value ?? "") ?? [];
      return { label, cells, differs: new Set(cells).size > 1 };
    });
    const hasArt = names.some(name => art?.units[name]);
    return (
      <div class="dialog wide-dialog compare-dialog" style={{ "--units": Math.max(3, names.length) }}>
        <div class="spread dialog-head">
          <h2>Compare {names.length} units</h2>
          <small class="compare-legend">
            <i class="bar" /> The units differ
          </small>
          <Checkbox checked={onlyDifferences} onChange={setOnlyDifferences}>
            Only differences
          </Checkbox>
          <CloseButton />
        </div>
        {Boolean(error) && <Problem>{messageOf(error)}</Problem>}
        {!value && !error && <Skeleton lines={6} />}
        {value && (
          <div class="table-box" role="region" aria-label="Comparison" tabIndex={0} ref={box}>
            <table class="comparison">
              <thead>
                <tr>
                  <td />
                  {value.map(unit => (
                    <th scope="col" key={unit.unit}>
                      {hasArt ? (
                        <span class="compared-picture">
                          <UnitPicture art={art} unit={unit.unit} />
                        </span>
                      ) : (
                        unit.pages[0] &&
                        !isNarrow && <PageImage svg={unit.pages[0]} alt={`${unit.product} of ${unit.unit}`} />
                      )}
                      <a href={unitAddress(game.name, unit.unit)} onClick={closeDialog}>
                        {unit.unit}
                      </a>
                      <small>{unit.side}</small>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines
                  .filter(line => line.differs || !onlyDifferences)
                  .map(({ label, cells, differs }) => (
                    <tr key={label} class={differs ? "differs" : "same"}>
                      <th scope="row">{label}</th>
                      {cells.map((cell, number) => (
                        <td key={number}>
                          {cell && cell !== "–" ? (
                            cell.replaceAll("–", "\u2060–\u2060")
                          ) : (
                            <span class="soft">none</span>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    );
  }
  showDialog(<Comparison />);
}
