// The browser's storage: values of this copy of the workshop, apart from those of other copies.

// The folder in which this copy lies. Other copies on the same origin store their values under their own folders. The
// address of `printshop serve` changes, so the server names the folder that it serves.
export const PLACE = new URL(".", location.href).href;
export const SITE = document.documentElement.dataset.site !== undefined;
export const NEW_GAME = "new game"; // the battle to print of the game that was made last in this window
const fullName = (name: string) =>
  `printshop ${SITE ? new URL(PLACE).pathname : document.documentElement.dataset.folder} ${name}`;

// Returns a stored value, or null.
export const readStored = (store: Storage, name: string) => store.getItem(fullName(name));
// Returns the names of stored values that begin with these words.
export const listStored = (store: Storage, words: string) =>
  Array.from({ length: store.length }, (_, at) => store.key(at) ?? "")
    .filter(name => name.startsWith(fullName(words)))
    .map(name => name.slice(fullName("").length));
export const removeStored = (store: Storage, name: string) => store.removeItem(fullName(name));

// The words in which the names of stored values of a file end, or, with a slash, those before its battles.
const endingOf = (file: string) =>
  file.includes("/") ? file.replace(/\/scenarios\/(.*)\.yaml$/, "/$1") : file.replace(/\.yaml$/, "/");

// Gives the stored values of a file and of its battles, such as marks, to the new name of the file.
export function moveStored(store: Storage, old: string, now: string) {
  for (const [from, to] of [
    [old, now],
    [endingOf(old), endingOf(now)],
  ] as const)
    for (const name of from === to ? [] : listStored(store, "")) {
      const at = name.indexOf(` ${from}`) + 1;
      if (!at || !(from.endsWith("/") || name.endsWith(from))) continue;
      writeStored(store, name.slice(0, at) + to + name.slice(at + from.length), readStored(store, name) ?? "");
      removeStored(store, name);
    }
}

// Gives the stored values of an old name of a battle to its present name. Entries that both have are those of the present
// name.
export function joinStored(store: Storage, old: string, now: string) {
  const isBlock = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  for (const name of listStored(store, "").filter(name => name.endsWith(` ${old}`))) {
    const to = name.slice(0, -old.length) + now,
      first = readStoredJson<unknown>(store, name, null),
      last = readStoredJson<unknown>(store, to, null);
    const value = isBlock(first) && isBlock(last) ? { ...(first as object), ...(last as object) } : (last ?? first);
    writeStored(store, to, JSON.stringify(value));
    removeStored(store, name);
  }
}

// Stores a value. If the storage of a window is full, its older values go.
export function writeStored(store: Storage, name: string, value: string) {
  try {
    store.setItem(fullName(name), value);
  } catch {
    for (const old of Object.keys(store))
      if (store === sessionStorage && old.startsWith(fullName(""))) store.removeItem(old);
  }
}

// Reads a stored JSON value; a value that cannot be read counts as missing.
export function readStoredJson<T>(store: Storage, name: string, missing: T): T {
  try {
    return JSON.parse(readStored(store, name) ?? "null") ?? missing;
  } catch {
    return missing;
  }
}
