// Files of the site, kept by the browser, and how they leave it and come back: as a zip, or in a folder of the player's
// own, where the browser lets a page have one.

import { ask, handed } from "./calls.ts";
import { again, button, done, h, remember, remembered, row, said, tell } from "./page.ts";
import { WORDS } from "./words.ts";

interface Picking {
  showDirectoryPicker?: (options: { mode: "read" | "readwrite" }) => Promise<FileSystemDirectoryHandle>;
}
type Bytes = Uint8Array<ArrayBuffer>;

const TAKEN = /\.(zip|yaml|svg|png|jpe?g|webp|gif|csv|ttf|otf)$/i,
  MOST = 2_000; // files of a folder
const pick = (mode: "read" | "readwrite") => (window as Picking).showDirectoryPicker?.({ mode });

async function hash(bytes: Bytes) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(found.subarray(0, 12), byte => byte.toString(16).padStart(2, "0")).join("");
}

// What the page has read from a folder or written into it, by path: what is another now, another program has changed.
const known = (folder: FileSystemDirectoryHandle) => `folder ${folder.name}`;
const hashesOf = (key: string): Record<string, string> => JSON.parse(remembered(localStorage, key) || "{}");

async function* within(
  folder: FileSystemDirectoryHandle,
  above = "",
): AsyncGenerator<[path: string, file: FileSystemFileHandle]> {
  for await (const [name, one] of folder.entries()) {
    if (name.startsWith(".")) continue;
    if (one instanceof FileSystemDirectoryHandle) yield* within(one, `${above}${name}/`);
    else if (one instanceof FileSystemFileHandle && TAKEN.test(name)) yield [above + name, one];
  }
}

async function taken(files: Record<string, ArrayBuffer>) {
  const words = await ask("put", { files });
  again();
  tell(words);
}

async function opened() {
  const folder = await pick("read"),
    files: Record<string, ArrayBuffer> = {},
    hashes: Record<string, string> = {};
  if (!folder) return;
  for await (const [path, file] of within(folder)) {
    if (Object.keys(files).length === MOST) throw new Error(WORDS.tooMany(folder.name, MOST));
    const bytes = await (await file.getFile()).arrayBuffer();
    files[path] = bytes.slice(0);
    hashes[path] = await hash(new Uint8Array(bytes));
  }
  await taken(files);
  remember(localStorage, known(folder), JSON.stringify(hashes));
}

async function written() {
  const folder = await pick("readwrite");
  if (!folder) return;
  const hashes = hashesOf(known(folder)),
    others: string[] = [];
  let count = 0;
  for (const [path, bytes] of await ask("files", {})) {
    const [name = "", ...above] = path.split("/").reverse();
    let home = folder;
    for (const part of above.reverse()) home = await home.getDirectoryHandle(part, { create: true });
    const file = await home.getFileHandle(name, { create: true }),
      before = new Uint8Array(await (await file.getFile()).arrayBuffer()),
      there = await hash(before),
      mine = await hash(bytes);
    if (before.length && there !== mine && there !== hashes[path]) others.push(path);
    else if (there !== mine) {
      const stream = await file.createWritable(); // the file itself stays until it is closed
      await stream.write(bytes);
      await stream.close();
      count++;
    }
    if (!others.includes(path)) hashes[path] = mine;
  }
  remember(localStorage, known(folder), JSON.stringify(hashes));
  if (others.length) tell(WORDS.changedThere(folder.name, count, others));
  else done(WORDS.savedThere(folder.name, count));
}

export function keeping() {
  const trying = (words: string, act: () => unknown) =>
    button(words, async () => {
      try {
        await act();
      } catch (error) {
        if (!(error instanceof DOMException && error.name === "AbortError")) tell(said(error)); // nothing was chosen
      }
    });
  const load = h("input", {
    type: "file",
    hidden: true,
    accept: ".zip,.yaml,.svg,.png,.jpg,.jpeg,.webp,.gif,.csv,.ttf,.otf",
    onchange: async () => {
      const file = load.files?.[0];
      if (file) await taken({ [file.name]: await file.arrayBuffer() }).catch(error => tell(said(error)));
    },
  });
  const zipped = async () =>
    handed({ name: "printshop.zip", media: "application/zip", bytes: await ask("archive", {}) });
  return row(
    trying(WORDS.save, zipped),
    button(WORDS.load, () => load.click()),
    load,
    "showDirectoryPicker" in window ? [trying(WORDS.saveFolder, written), trying(WORDS.loadFolder, opened)] : "",
    h("small", {}, WORDS.kept),
  );
}
