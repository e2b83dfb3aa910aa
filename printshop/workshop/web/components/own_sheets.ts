// The user's record sheets for a game that comes with printshop. Each stands in a file of its own: a fleet or battle
// prints it if its file names this file.

import { call } from "../browser/client.ts";
import { editAsStep } from "../model/file_steps.ts";
import type { NewBattlePlan, NewFleetPlan, OwnGames } from "../types.ts";
import { fileOf, isGame, listOwnFiles } from "../model/own_files.ts";

export interface OwnSheet {
  file: string;
  key: string;
  title: string;
  isUsual: boolean; // it is printed by default
}
export const listOwnSheets = ({ games }: Pick<OwnGames, "games">, game: string): OwnSheet[] =>
  games.flatMap(one =>
    isGame(one) && one.own && one.file && one.of === game
      ? one.parts.forms
          .filter(form => form.file === fileOf(one))
          .map(({ file, key, title, default: isUsual }) => ({ file, key, title, isUsual: isUsual !== false }))
      : [],
  );

async function joinSheet(file: string, of: string) {
  const { edits } = await call("join_file", { file, of });
  if (edits.length) await editAsStep(file, edits);
}
// Makes a fleet or battle of a game. It is printed with the user's sheets of this game, without those that are printed
// only if chosen.
// Every new fleet and battle is made here. A fleet can have a unit of the user: then its file stands in for the game.
export async function createWithSheets(game: string, entry: NewFleetPlan | NewBattlePlan, unitFile = "") {
  const made = await call("create_entry", { game: unitFile || game, entry });
  for (const sheet of listOwnSheets(await call("list_own_games", {}), game))
    if (sheet.isUsual) await joinSheet(made.file, sheet.file);
  return made;
}
// Prints a new sheet with all of the user's fleets and battles of a game that can be read.
export async function joinToAll(sheet: string, game: string) {
  const own = listOwnFiles({ starters: [], ...(await call("list_own_games", {})) });
  for (const { file, kind, game: of, broken } of own)
    if ((kind === "fleet" || kind === "battle") && of === game && !broken) await joinSheet(file, sheet);
}
