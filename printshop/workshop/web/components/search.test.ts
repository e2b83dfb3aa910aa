// The search over everything finds units, the battles and fleets that have them, and answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { GameList, ListedBattle, ListedFleet, ListedGame } from "../types.ts";

setPage();
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });

const PARTS = { maps: [], counters: [], forms: [], markers: [], charts: [], templates: [] };
const battle = (what: string, title: string, file: string, ...units: string[]): ListedBattle => ({
  what,
  key: title,
  title,
  file,
  summary: "",
  table: "",
  forces: [],
  unit_names: units,
});
const game = (name: string, title: string, own: boolean, ...battles: ListedBattle[]) =>
  ({
    name,
    title,
    own,
    file: false,
    broken: "",
    units: 1,
    unit_names: [],
    battles,
    parts: PARTS,
    of: name,
    path: [],
    problems: [],
  }) as unknown as ListedGame;
const GAMES: GameList = {
  games: [
    game("iron", "Iron Stars", false, battle("iron/meeting", "Meeting Engagement", "", "Nike", "Golem")),
    {
      ...game("raid.yaml", "Raids", true, battle("raid/night", "Night Raid", "raid.yaml", "Golem", "Alpha")),
      file: true,
    },
  ],
  fleets: [{ file: "home.yaml", title: "Home Fleet", game: "iron", forces: [], unit_names: ["2 x Golem"] }].map(
    one => ({ ...one, broken: "", units: 2, points: "0", limit: "" }) as unknown as ListedFleet,
  ),
  folder: "",
  starters: [],
  changed: { "raid.yaml": 1, "home.yaml": 2 },
};
async function find(text: string) {
  const { listAnswers, listFound, makeUnitEntry, search } = await import("./search.tsx"),
    help = await import("./help.ts");
  const unit = (name: string, type: string) =>
    makeUnitEntry(
      { name, side: "Britain", kind: "ship", file: "", cells: ["38", type, "10"] },
      {
        name: "iron",
        title: "Iron Stars",
        kinds: { ship: "ship" },
        columns: ["Points", "Type", "Hull"].map(head => ({ head, description: head, first: true })),
      },
    );
  const units = [unit("Nike", "Light Cruiser"), unit("Golem", "Cruiser"), unit("Hornet", "Wasp class")];
  return search(listFound(GAMES, new Map([["iron", units]]), listAnswers(help)), text);
}
const titles = async (text: string) => (await find(text)).map(one => one.title);

test("the name of a unit finds it, and its battles and fleets", async () => {
  assert.deepEqual(await titles("golem"), [
    "Golem",
    "Home Fleet",
    "Night Raid",
    "Meeting Engagement",
    "Search the help for “golem”",
  ]);
});
test("the name of a type finds its units, with their points", async () => {
  const [wasp, ...others] = await find("wasp");
  assert.deepEqual([wasp?.title, wasp?.detail], ["Hornet", "38 points, Britain, Iron Stars"]);
  assert.deepEqual(
    others.map(one => one.title),
    ["Search the help for “wasp”"],
  );
  assert.deepEqual((await titles("light cruiser"))[0], "Nike");
  assert.deepEqual((await titles("hull 10")).slice(0, 3), ["Nike", "Golem", "Hornet"]);
});
for (const [text, title] of [
  ["check scale", "Print at 100\u00a0%"],
  ["leave out counters", "Leave out pages or counters"],
  ["without counters", "Leave out pages or counters"],
  ["enlarge text", "Print larger letters"],
  ["text size", "Print larger letters"],
  ["dubble sided", "Print on both sides (duplex)"],
  ["how to print at full size", "Print at 100\u00a0%"],
  ["print my fleet", "Print my fleet"],
  ["nigth raid", "Night Raid"],
  ["night raid please", "Night Raid"],
  ["new unit", "New unit"],
  ["new fleet", "New fleet"],
  ["print on a3", "Choose paper, ink and theme"],
  ["how do i share a fleet", "Share what I have made"],
  ["How do I make a new fleet", "Put a fleet together"],
  ["share a fleet?", "Share what I have made"],
  ["howling", "Search the help for “howling”"],
] as const)
  test(`“${text}” finds ${title} first`, async () => assert.equal((await titles(text))[0], title));
test("the help is the last step, also if nothing is found", async () => {
  const [only, ...others] = await find(" xyzzy ");
  assert.deepEqual(others, []);
  assert.deepEqual([only?.title, only?.go], ["Search the help for “xyzzy”", "#/help/find/xyzzy"]);
});
