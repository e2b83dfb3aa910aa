// Addresses of views: `#/` and parts of a path, each encoded.

import type { ValuePath } from "../types.ts";

const address = (...parts: string[]) => `#/${parts.filter(Boolean).map(encodeURIComponent).join("/")}`;

export const HOME = "#/";
const GAME_TABS = ["units", "fleets", "battles", "sheets", "data"] as const;
export type GameTab = (typeof GAME_TABS)[number];
// Returns the first of some words that names a tab; the first tab if none does.
export const chooseTab = (...words: string[]): GameTab =>
  words.flatMap(word => GAME_TABS.filter(tab => tab === word))[0] ?? GAME_TABS[0];
export const gameAddress = (game: string, tab?: GameTab) => address("game", game, tab ?? "");
export const unitAddress = (game: string, unit: string) => address("unit", game, unit);
export const fileAddressOf = (file: string, path: ValuePath = []) =>
  address("edit", file, path.length ? JSON.stringify(path) : "");
// The editor of a file, at its first problem.
export const problemAddressOf = (file: string, path: ValuePath = []) =>
  address("edit", file, JSON.stringify(path), "problem");
// The units of a file as a table.
export const TABLE = "table";
export const tableAddressOf = (file: string) => address("edit", file, "[]", TABLE);
export const fleetAddress = (file: string) => address("fleet", file);
export const battleAddress = (file: string, key: string) => address("battle", file, key);
// The editor of a file by its place in a game.
export function addressOfFile(file: string) {
  const key = file.replace(/^.*\//, "").replace(/\.yaml$/, "");
  return /\/fleets\//.test(file)
    ? fleetAddress(file)
    : /\/scenarios\//.test(file)
      ? battleAddress(file, key)
      : fileAddressOf(file);
}
export const formAddress = (file: string, key: string) => address("form", file, key);
export const mapAddress = (file: string, key: string) => address("map", file, key);
export const playAddress = (what: string, line = "") => address("play", what, line);
export const packAddress = (what: string) => address("pack", what);
export const helpAddress = (topic = "") => address("help", topic);
// The help with the answers for typed words.
export const HELP_SEARCH = "find";
export const helpSearchAddress = (words: string) =>
  words.trim() ? address("help", HELP_SEARCH, words) : helpAddress();
export const newGameAddress = () => address("new");

// Reads the address of a printshop on the web, path included, as links begin with it. A page within the printshop,
// `https://` and the last slash may be missing or too much. Returns why a text is no such address, with "" as the address.
export function readWebAddress(text: string): { address: string; problem: string } {
  const words = text.trim(),
    written = /^[a-z][a-z+.-]*:/i.test(words) && !/^[\w.-]+:\d/.test(words) ? words : `https://${words}`,
    refuse = (problem: string) => ({ address: "", problem });
  if (!words) return refuse("");
  if (/\s/.test(words)) return refuse("A web address has no spaces.");
  const [, scheme = "", host = ""] = /^(\w[\w+.-]*):(?:\/\/)?(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(written) ?? [];
  if (!/^https?$/i.test(scheme)) return refuse("A web address begins with https:// or http://.");
  if (!URL.canParse(written)) return refuse("This is no web address. Write it as in the example.");
  const { hostname, origin, pathname } = new URL(written),
    isNumber = /^[\d.]+$/.test(hostname);
  if (isNumber && hostname !== host)
    return refuse(`“${host}” is not the whole address of a computer: it has four numbers, such as 192.168.0.7.`);
  if (!/^\[|^localhost$|^[^.]+(\.[^.]+)+$/.test(hostname))
    return refuse(`“${host}” is not the whole name of a site: it has an end, such as club.example.org.`);
  const path = pathname.replace(/\/index\.html$/, "/");
  return { address: origin + (/\/$|\.html?$/.test(path) ? path : `${path}/`), problem: "" };
}

// Opens a view. It takes the place of a dialog in the history.
export const go = (to: string) => {
  if (history.state?.below === location.hash) location.replace(to);
  else location.hash = to;
};
// Returns the name of the view and its arguments.
export function readAddress(hash: string): [view: string, ...args: string[]] {
  try {
    const [view = "", ...args] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
    return [view, ...args];
  } catch {
    return ["unknown"];
  }
}
