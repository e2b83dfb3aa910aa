// The battles and fleets of a unit.

import { deepEqual } from "node:assert/strict";
import test from "node:test";
import type { ListedBattle, ListedGame } from "../types.ts";
import { listUses } from "./unit_uses.ts";

const battle = (key: string, file: string, ...unit_names: string[]): ListedBattle => ({
  key,
  title: key.toUpperCase(),
  file,
  unit: "",
  default: true,
  what: `game/${key}`,
  summary: "",
  table: "",
  forces: [],
  unit_names,
});
const game = (name: string, of: string, file: boolean, ...battles: ListedBattle[]) =>
  ({ name, of, file, title: name, own: file, broken: "", battles }) as unknown as ListedGame;
const meeting = battle("meeting", "", "Nike", "Golem"),
  games = [
    game("iron", "iron", false, meeting),
    game("raid", "iron", true, meeting, battle("raid", "raid.yaml", "Nike")),
    game("other", "other", false, battle("duel", "", "Nike")),
    { name: "broken", title: "", own: true, file: true, broken: "line 1" },
  ],
  fleets = [
    { file: "home.yaml", title: "Home", game: "iron", unit_names: ["2 x Golem", "Nike"] },
    { file: "away.yaml", title: "Away", game: "other", unit_names: ["Golem"] },
  ];
const hrefs = (name: string, unit: string) => listUses(games, fleets, name, unit).map(one => one.href);

test("a unit lists the battles and fleets of its game and of own files, each once", () => {
  deepEqual(hrefs("iron", "Nike"), ["#/pack/game%2Fmeeting", "#/battle/raid.yaml/raid", "#/fleet/home.yaml"]);
  deepEqual(hrefs("raid", "Nike"), hrefs("iron", "Nike"));
  deepEqual(hrefs("iron", "Golem"), ["#/pack/game%2Fmeeting", "#/fleet/home.yaml"]);
  deepEqual(hrefs("iron", "Gol"), []);
});
