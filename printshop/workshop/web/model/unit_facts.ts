// The values of a unit in groups, with short labels.

import type { UnitFact } from "../types.ts";

export interface LabelledFact {
  fact: UnitFact;
  label: string; // short
  help: string; // the whole label, if the short one is another
  value: string;
  meaning: string; // "" if the value says it
}
export interface GroupedFacts {
  values: LabelledFact[]; // the cost first
  calculated: LabelledFact[]; // by the game, for players
  cost: LabelledFact[]; // amounts from which the cost is made
}
const LONG_LABEL = 26, // letters; a longer label is a sentence
  IS_AMOUNT = /\b(costs?|price|extras?|bought|left|limit|budget)\b/i;

// Groups the values of a unit. `columns` have short headings for long labels; `cost` is the label of the points.
export function groupFacts(
  facts: readonly UnitFact[],
  columns: readonly { head: string; description: string }[],
  cost: string,
): GroupedFacts {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase(),
    isCost = ({ label }: UnitFact) => same(label, cost);
  const describe = (fact: UnitFact): LabelledFact => {
    const head = columns.find(one => same(one.description, fact.label))?.head ?? "",
      before = fact.label.split(/[,:(]/, 1)[0]?.trim() ?? "",
      short = [head, before].find(one => one && one.length <= LONG_LABEL),
      label = fact.label.length > LONG_LABEL && short ? short : fact.label,
      numbers = fact.meaning.match(/-?[\d?]+(?=,|$)/g)?.join("/");
    return {
      fact,
      label,
      help: same(label, fact.label) ? "" : fact.label,
      value: fact.value,
      meaning: fact.meaning === fact.value ? "" : fact.meaning,
      ...(numbers?.includes("/") && numbers === fact.value ? { value: fact.meaning, meaning: "" } : {}),
    };
  };
  const first = facts.filter(fact => !fact.derived || isCost(fact)).sort((one, other) => +isCost(other) - +isCost(one)),
    others = facts.filter(fact => fact.derived && !first.some(one => same(one.label, fact.label))),
    // one amount alone is no calculation, and stays in view
    amounts = others.filter(fact => IS_AMOUNT.test(fact.label)),
    isClosed = (fact: UnitFact) => amounts.length > 1 && amounts.includes(fact);
  return {
    values: first.map(describe),
    calculated: others.filter(fact => !isClosed(fact)).map(describe),
    cost: others.filter(isClosed).map(describe),
  };
}
