// The parts of the view of a battle, which fold on a narrow screen, and the words of their inputs.

import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { Children } from "../components/ui.tsx";
import { counted } from "../words.ts";
import { textAt, valueAt } from "../model/document.ts";
import { WantedPath } from "../model/editing.ts";
import type { KnownWords } from "../model/drawn_words.ts";
import { formatPoints, namesOfUnits, readLine } from "../model/fleet_lines.ts";
import { findPresent } from "../model/present_part.ts";
import { labelOf } from "../model/schema.ts";
import type { Tree, UnitList, ValuePath } from "../types.ts";
import type { ForceTotal } from "./battle_forces.tsx";

export const STORY = ["title", "subtitle", "summary", "background"],
  STEPS = ["setup", "special_rules"],
  PLACE = ["table", "map", "turns", "balance"],
  EVENTS = ["events", "campaign"],
  PLACED = new Set([...STORY, ...STEPS, ...PLACE, ...EVENTS, "objectives", "victory", "forces"]); // keys with their own inputs
export const LABELS: Record<string, string> = {
    summary: "What happens",
    background: "The story before it",
    balance: "Points may differ by",
    track: "What players note every turn",
    parts: "Picture of the table",
    show: "Columns of the lists of units",
    facts: "Short facts",
    variant: "A variant",
    pieces: "Sheets, counters and maps",
    notes: "Text at the end",
    differs: "Differences from the book",
  },
  HINTS: Record<string, string> = {
    title: "",
    subtitle: "Such as: after dark",
    summary:
      "Two or three sentences. An empty line begins a new paragraph. The picture below the title needs the room of a longer text.",
    background: "An empty line begins a new paragraph.",
    table: "Width x depth, such as 6 ft x 4 ft",
    turns: "A number; without it, the battle has no set end",
    balance: "10\u00a0% means: no force costs over a tenth more than another one",
  };

export const BATTLE_PARTS = {
  forces: "Forces",
  story: "Story",
  place: "Place and length",
  setup: "Setting up",
  rules: "Special rules",
  objectives: "Objectives and victory",
  events: "Events and campaign",
  more: "More",
};
export type PartKey = keyof typeof BATTLE_PARTS;
const SHORT_NAMES: Partial<Record<PartKey, string>> = {
  place: "Place",
  setup: "Setup",
  rules: "Rules",
  objectives: "Goals",
  events: "Events",
};
// The keys of a battle by the part with their inputs.
const PART_OF: Record<string, PartKey> = {
  forces: "forces",
  ...Object.fromEntries(STORY.map(key => [key, "story" as const])),
  setup: "setup",
  special_rules: "rules",
  objectives: "objectives",
  victory: "objectives",
  ...Object.fromEntries(PLACE.map(key => [key, "place" as const])),
  ...Object.fromEntries(EVENTS.map(key => [key, "events" as const])),
};
const partId = (part: PartKey) => `battle-${part}`,
  PART_KEYS = Object.keys(BATTLE_PARTS) as PartKey[];

const HEADINGS: Record<string, string> = {
  forces: "Forces",
  background: "Background",
  setup: "Setting up",
  special_rules: "Special rules",
  objectives: "Objectives",
  victory: "Victory",
  events: "Random events",
  turns: "Turn track",
};
// Returns words of a booklet that are not in the file as they are printed: headings, and the names of sides and units.
export function listHeadings(battle: Tree | undefined, base: ValuePath, list: UnitList | undefined): KnownWords[] {
  const known = namesOfUnits(list);
  return [
    ...Object.entries(HEADINGS).map(([key, words]) => ({ words, path: [...base, key] })),
    ...(valueAt(battle, ["forces"])?.entries ?? []).flatMap(([side, force]) => [
      { words: list?.sides[side] ?? labelOf(side), path: [...base, "forces", side] },
      ...(valueAt(force, ["units"])?.items ?? []).map((item, number) => ({
        words: readLine(item, known).unit,
        path: [...base, "forces", side, "units", number],
      })),
    ]),
  ];
}

// Returns each part of a battle in one line.
export function summarize(
  battle: Tree | undefined,
  list: UnitList | undefined,
  totals: ForceTotal[],
): Record<PartKey, string> {
  const text = (key: string) => textAt(battle, [key]),
    entries = (key: string, noun: string) => {
      const count = valueAt(battle, [key])?.items?.length ?? 0;
      return count ? counted(count, noun) : "";
    },
    joined = (...words: (string | undefined)[]) => words.filter(Boolean).join(", ") || "none";
  const forces = valueAt(battle, ["forces"])?.entries?.map(([side]) => {
    const points = totals.find(one => one.side === side)?.points;
    return `${list?.sides[side] ?? labelOf(side)}${points ? ` ${formatPoints(points)}` : ""}`;
  });
  return {
    forces: joined(...(forces ?? [])),
    story: joined(text("summary") || text("title"), text("background")),
    place: joined(list?.maps[text("map")] ?? text("map"), text("table"), text("turns") && `${text("turns")} turns`),
    setup: joined(entries("setup", "step")),
    rules: joined(entries("special_rules", "rule")),
    objectives: joined(entries("objectives", "objective"), text("victory") || textAt(battle, ["victory", "text"])),
    events: joined(...EVENTS.flatMap(key => (valueAt(battle, [key]) ? [labelOf(key)] : []))),
    more: joined(...(battle?.entries ?? []).flatMap(([key]) => (PLACED.has(key) ? [] : [LABELS[key] ?? labelOf(key)]))),
  };
}

interface FoldedPartProps {
  part: PartKey;
  base: ValuePath;
  summary: string;
  isOpen: boolean;
  onOpen: (part: PartKey, isOpen: boolean) => void;
  children: Children;
}
export function FoldedPart({ part, base, summary, isOpen, onOpen, children }: FoldedPartProps) {
  const wanted = useContext(WantedPath),
    key = wanted?.[base.length];
  // The input of a problem is shown.
  useEffect(() => {
    if (key !== undefined && (PART_OF[key] ?? (PLACED.has(String(key)) ? "" : "more")) === part) onOpen(part, true);
  }, [wanted]);
  return (
    <section class="panel battle-part" id={partId(part)}>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => onOpen(part, !isOpen)}>
          <span>{BATTLE_PARTS[part]}</span>
          {!isOpen && <small>{summary}</small>}
          <i class="caret" aria-hidden="true" />
        </button>
      </h2>
      {isOpen && children}
    </section>
  );
}

// A part on a wide screen: all parts are open.
export const WholePart = ({ part, children }: { part: PartKey; children: Children }) => (
  <div class="battle-whole" id={partId(part)}>
    {children}
  </div>
);

// Returns the part in view: the part that was chosen, or that has the focus, until the page is scrolled.
function usePresentPart() {
  const [present, setPresent] = useState<PartKey>("forces"),
    restsAt = useRef(-1); // the place of the page when the part was chosen
  const choose = (part: PartKey) => {
    setPresent(part);
    restsAt.current = scrollY;
  };
  useEffect(() => {
    const look = () => {
      if (Math.abs(scrollY - restsAt.current) < 2) return;
      restsAt.current = -1;
      const shown = PART_KEYS.filter(part => document.getElementById(partId(part))),
        bar = document.querySelector(".battle-jumps")?.getBoundingClientRect().bottom ?? 0,
        most = document.documentElement.scrollHeight - innerHeight;
      const tops = shown.map(part => document.getElementById(partId(part))?.getBoundingClientRect().top ?? 0),
        number = findPresent(tops, { top: bar + 24, bottom: innerHeight, share: most > 0 ? scrollY / most : 0 });
      setPresent(shown[number] ?? "forces");
    };
    const focus = ({ target }: FocusEvent) => {
      const part = target instanceof Element && PART_KEYS.find(one => target.closest(`#${partId(one)}`));
      if (part) requestAnimationFrame(() => choose(part)); // when the page has scrolled to it
    };
    addEventListener("scroll", look, { passive: true });
    addEventListener("focusin", focus);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("focusin", focus);
    };
  }, []);
  return { present, choose };
}

// A row that stays in view, with a way to each part. It marks the part in view.
export function PartLinks({ onOpen }: { onOpen: (part: PartKey) => void }) {
  const { present, choose } = usePresentPart(),
    row = useRef<HTMLElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>("[aria-current=true]");
    if (chip && row.current)
      row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
  }, [present]);
  return (
    <nav class="battle-jumps" aria-label="Parts of the battle" ref={row}>
      {PART_KEYS.map(part => (
        <button
          type="button"
          class="chip"
          key={part}
          aria-current={part === present}
          onClick={() => {
            onOpen(part);
            requestAnimationFrame(() => {
              document.getElementById(partId(part))?.scrollIntoView({ block: "start" }); // when it is open
              choose(part);
            });
          }}
        >
          {SHORT_NAMES[part] ?? BATTLE_PARTS[part]}
        </button>
      ))}
    </nav>
  );
}
