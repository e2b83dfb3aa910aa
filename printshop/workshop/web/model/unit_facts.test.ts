// The values of a unit in groups, with short labels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupFacts } from "./unit_facts.ts";

const fact = (label: string, value: string, derived = false, meaning = "") => ({
  key: label,
  label,
  value,
  meaning,
  derived,
});

test("the cost comes first, and what it is made of stands apart", () => {
  const { values, calculated, cost } = groupFacts(
    [
      fact("type", "DN"),
      fact("hull", "5"),
      fact("Hull", "5", true),
      fact("type name", "Dreadnought", true),
      fact("engine cost", "5", true),
      fact("extras bought", "0", true),
      fact("cost", "144", true),
    ],
    [],
    "Cost",
  );
  const labels = (facts: typeof values) => facts.map(one => one.label);
  assert.deepEqual(labels(values), ["cost", "type", "hull"]);
  assert.deepEqual(labels(calculated), ["type name"]);
  assert.deepEqual(labels(cost), ["engine cost", "extras bought"]);
  assert.deepEqual(labels(groupFacts([fact("cost of upkeep", "3", true)], [], "points").calculated), [
    "cost of upkeep",
  ]);
});

test("a sentence has the heading of its column, and numbers have the names of their sides", () => {
  const long = "inches by which the speed may change in a turn",
    { values } = groupFacts(
      [
        fact(long, "3"),
        fact("hull circles with a Q, for special equipment", "1"),
        fact("shield", "6/5", false, "F 6, R 5"),
      ],
      [{ head: "Change", description: "Inches by which the speed may change in a turn" }],
      "points",
    );
  assert.deepEqual(
    values.map(({ label, help, value, meaning }) => [label, help, value, meaning]),
    [
      ["Change", long, "3", ""],
      ["hull circles with a Q", "hull circles with a Q, for special equipment", "1", ""],
      ["shield", "", "F 6, R 5", ""],
    ],
  );
  const guns = groupFacts(
    [fact("primary", "4/d8 x3", false, "4 guns, each with a d8 and damage 3")],
    [],
    "points",
  ).values;
  assert.equal(guns[0]?.value, "4/d8 x3");
});
