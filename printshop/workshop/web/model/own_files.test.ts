// Own files as entries of a list: their kind, their address, and the words and the address of their first problem.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chooseColumns,
  describeFleet,
  describeGameFiles,
  groupEntries,
  listMapGames,
  listOwnFiles,
  nameProblems,
  type OwnEntry,
} from "./own_files.ts";
import type { BrokenGame, GameList, ListedGame } from "../types.ts";

const makeGame = (more: Partial<ListedGame>): ListedGame => ({
  name: "mine",
  title: "Mine",
  own: true,
  file: false,
  broken: "",
  of: "mine",
  units: 1,
  unit_names: ["Tug"],
  path: [],
  problems: [],
  parts: { forms: [], counters: [], maps: [], markers: [], templates: [], charts: [] },
  battles: [],
  ...more,
});
const makeFile = (name: string, more: Partial<ListedGame> = {}) =>
  makeGame({ name, title: name, file: true, of: "iron_stars", ...more });
const makeList = (games: (ListedGame | BrokenGame)[], more: Partial<GameList> = {}): GameList => ({
  games,
  starters: [],
  fleets: [],
  folder: "",
  changed: {},
  ...more,
});
const list = (...games: (ListedGame | BrokenGame)[]) =>
  listOwnFiles(makeList(games)).map(one => ({ ...one, href: decodeURIComponent(one.href) }));

test("a game has an entry for itself, for each battle and part of its own, and none for those of the game below", () => {
  const battle = { key: "raid", title: "Raid", what: "mine/raid", summary: "", table: "", forces: [], unit_names: [] },
    game = makeGame({
      battles: [
        { ...battle, file: "mine/scenarios/raid.yaml" },
        { ...battle, file: "", title: "Below" },
      ],
      parts: {
        ...makeGame({}).parts,
        forms: [{ file: "mine/forms.yaml", key: "sheet", title: "Sheet", units: [], default: true }],
        maps: [{ file: "mine/game.yaml", key: "bay", title: "Bay", units: [], default: true }],
      } as unknown as ListedGame["parts"],
    });
  assert.deepEqual(
    list(game, makeGame({ name: "iron_stars", own: false })).map(({ kind, title, href, loose }) => [
      kind,
      title,
      href,
      loose,
    ]),
    [
      ["map", "Bay", "#/map/mine/game.yaml/bay", false],
      ["game", "Mine", "#/game/mine", true],
      ["battle", "Raid", "#/battle/mine/scenarios/raid.yaml/raid", true],
      ["sheet", "Sheet", "#/form/mine/forms.yaml/sheet", false],
    ],
  );
});

test("a file is a unit, a battle or a record sheet by its only block", () => {
  const kinds = list(
    makeFile("wasp", { unit_names: ["Wasp", "Bee"], units: 3, path: ["ships", 0] }),
    makeFile("raid", { units: 0, unit_names: ["Raid"], path: ["scenarios", "raid"] }),
    makeFile("sheet", { units: 0, unit_names: ["Sheet"], path: ["forms", "sheet"] }),
  ).map(({ file, kind, title }) => [file, kind, title]);
  assert.deepEqual(kinds.sort(), [
    ["raid.yaml", "battle", "Raid"],
    ["sheet.yaml", "sheet", "Sheet"],
    ["wasp.yaml", "unit", "Wasp, Bee ..."],
  ]);
});

test("a file names its own problem by the line, and a problem of another file by the file as well", () => {
  const describe = (file: string) =>
    list(makeFile("wasp", { problems: [{ unit: "Wasp", file, line: 3, message: "hull is too high" }] })).map(
      ({ broken }) => broken,
    );
  assert.deepEqual(describe("wasp.yaml"), ["Line 3: Hull is too high."]);
  const twice = { unit: "Wasp", file: "wasp.yaml", line: 3, message: "x" };
  assert.deepEqual(
    list(makeFile("wasp", { problems: [twice, twice] })).map(one => nameProblems(one.problems)),
    ["Go to both problems"],
  );
  assert.deepEqual(describe("mine/tugs.yaml"), ["Line 3 of tugs.yaml: Hull is too high."]);
});

test("each unit that a game lacks for a problem is listed once, and the game only with its other problems", () => {
  const place = (unit: string, line: number) => ({ unit, file: "mine/tugs.yaml", line, message: "x" }),
    entries = list(makeGame({ problems: [place("Gull", 7), place("Gull", 9), place("Tug", 12), place("", 20)] }));
  const [game] = entries.filter(one => one.kind === "game");
  assert.deepEqual([game?.partProblem, game?.problems], ["Line 12 of tugs.yaml: X.", 2]);
  assert.match(decodeURIComponent(game?.problemHref ?? ""), /^#\/edit\/mine\/tugs\.yaml\//);
  assert.deepEqual(
    entries.filter(one => one.kind === "unit").map(({ title, broken, loose }) => [title, broken, loose]),
    [["Gull", "Line 7 of tugs.yaml: X.", false]],
  );
  const faulty = list(makeGame({ broken: "mine/tugs.yaml:7:1: x", problems: [place("Gull", 7)] }));
  assert.deepEqual(
    faulty.map(({ kind, problems }) => [kind, problems]),
    [
      ["unit", 1],
      ["game", 0],
    ],
  );
});

test("a game or file that cannot be read has the reason with its line, and with the name of another file", () => {
  const broken = (file: boolean, message: string): BrokenGame => ({
    name: file ? "odd.yaml" : "mine",
    title: "Odd",
    own: true,
    file,
    broken: message,
  });
  assert.deepEqual(
    list(
      broken(true, "odd.yaml:2:1: this line has no key"),
      broken(false, "mine/tugs.yaml:4:1: this line has no key"),
    ).map(({ kind, broken: words }) => [kind, words]),
    [
      ["text", "Line 2: This line has no key."],
      ["game", "Line 4 of tugs.yaml: This line has no key."],
    ],
  );
});

test("a fleet has its units and points, and the last changed file comes first", () => {
  const fleet = {
    title: "Home",
    game: "iron_stars",
    side: "",
    forces: [],
    unit_names: ["Nike", "2 x Golem"],
    units: 3,
    points: "124",
    limit: "150",
    broken: "",
  };
  const entries = listOwnFiles(
    makeList([makeFile("wasp")], {
      fleets: [
        { ...fleet, file: "home.yaml" },
        { ...fleet, file: "odd.yaml", broken: "odd.yaml:1:1: there is no such game" },
      ],
      changed: { "home.yaml": 30, "wasp.yaml": 40, "odd.yaml": 20 },
    }),
  );
  assert.deepEqual(
    entries.map(({ file, summary, broken, ...one }) => [file, describeFleet(one), summary, broken]),
    [
      ["wasp.yaml", "", "", ""],
      ["home.yaml", "3 units, 124 of 150 points", "Nike, 2 x Golem", ""],
      ["odd.yaml", "", "Nike, 2 x Golem", "Line 1: There is no such game."],
    ],
  );
});

test("files with a problem come first; then the group with the newest file, or groups by their titles", () => {
  const entry = (gameTitle: string, changed: number, problems = 0, broken = "") =>
    ({ gameTitle, changed, problems, broken }) as OwnEntry;
  const entries = [entry("Iron", 9), entry("Harbour", 5), entry("Iron", 1, 2), entry("", 7), entry("", 2, 0, "torn")],
    groups = (isByTime: boolean) => groupEntries(entries, isByTime).map(([title, all]) => [title, all.length]);
  const faulty = ["Files with a problem", 2];
  assert.deepEqual(groups(true), [faulty, ["Iron", 1], ["Other files", 1], ["Harbour", 1]]);
  assert.deepEqual(groups(false), [faulty, ["Harbour", 1], ["Iron", 1], ["Other files", 1]]);
});
test("groups of files leave few places of their grid empty", () => {
  assert.equal(chooseColumns([4, 4], 5), 4);
  assert.equal(chooseColumns([4, 1, 4], 5), 5);
  assert.equal(chooseColumns([8], 5), 5);
  assert.equal(chooseColumns([8, 3], 5), 4);
  assert.equal(chooseColumns([2], 5), 5);
  assert.equal(chooseColumns([], 4), 4);
});
test("battles and units have the names by which they are searched for", () => {
  const night = {
      what: "raid/night",
      key: "night",
      title: "Night",
      file: "raid.yaml",
      summary: "",
      table: "",
      forces: [],
      unit_names: ["Golem"],
    },
    list = makeList([
      makeFile("raid.yaml", { units: 0, path: ["scenarios", "night"], battles: [night] }),
      makeFile("wasp.yaml"),
    ]);
  assert.deepEqual(
    listOwnFiles(list).map(({ kind, unitNames }) => [kind, unitNames]),
    [
      ["battle", ["Golem"]],
      ["unit", ["Tug"]],
    ],
  );
});
test("all that goes with a game is named", () => {
  const form = { key: "tug", title: "Tug", file: "mine/forms.yaml" },
    parts = { forms: [form, { ...form, key: "log" }], counters: [], maps: [], markers: [], templates: [], charts: [] };
  const list = makeList([makeGame({ name: "mine", units: 3, parts })], {
    changed: { "mine/game.yaml": 1, "mine/forms.yaml": 1, "mine_too/game.yaml": 1 },
  });
  assert.equal(describeGameFiles(list, "mine"), "2 files: 3 units and 2 record sheets");
  assert.equal(describeGameFiles(list, "mine_too"), "1 file");
});

test("a map is for a game of the user, or for a version that is made with it", () => {
  const shipped = (name: string, title: string) => makeGame({ name, title, own: false, of: name }),
    games = [shipped("stars", "Stars"), shipped("tanks", "Tanks"), makeGame({ name: "my_tanks", title: "My Tanks" })];
  assert.deepEqual(
    listMapGames(games).map(({ game, version }) => [game.name, version]),
    [
      ["my_tanks", ""],
      ["stars", "My Stars"],
    ],
  );
});
