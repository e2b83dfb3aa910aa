// The files of the site, which the browser stores: as a zip, or in a folder of the user's computer, where the browser
// lets a page use one.

import { ask, call, download, toBase64 } from "./client.ts";
import { counted } from "../words.ts";
import { readStoredJson, writeStored } from "./storage.ts";

interface FolderPicker {
  showDirectoryPicker?: (options: { mode: "read" | "readwrite" }) => Promise<FileSystemDirectoryHandle>;
}
type Bytes = Uint8Array<ArrayBuffer>;

export const ACCEPTED = ".zip,.yaml,.svg,.png,.jpg,.jpeg,.webp,.gif,.csv,.ttf,.otf";
const ENDINGS = new RegExp(`(${ACCEPTED.replaceAll(",", "|").replaceAll(".", "\\.")})$`, "i"),
  MOST_FILES = 2_000; // of a folder
export const canUseFolders = () => "showDirectoryPicker" in window;
const pick = (mode: "read" | "readwrite") => (window as FolderPicker).showDirectoryPicker?.({ mode });

async function hash(bytes: Bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 12), byte => byte.toString(16).padStart(2, "0")).join("");
}

// The hashes of the files that the workshop read from a folder or wrote into it. Another hash: another program changed it.
const hashesName = (folder: FileSystemDirectoryHandle) => `folder ${folder.name}`;

async function* listFiles(
  folder: FileSystemDirectoryHandle,
  above = "",
): AsyncGenerator<[path: string, file: FileSystemFileHandle]> {
  for await (const [name, one] of folder.entries()) {
    if (name.startsWith(".")) continue;
    if (one instanceof FileSystemDirectoryHandle) yield* listFiles(one, `${above}${name}/`);
    else if (one instanceof FileSystemFileHandle && ENDINGS.test(name)) yield [above + name, one];
  }
}

async function addFiles(files: [path: string, file: File][]) {
  const contents = await Promise.all(
    files.map(async ([path, file]): Promise<[string, string]> => [path, await toBase64(file)]),
  );
  const { count } = await call("add_files", { files: contents });
  return `${countFiles(count)} added.`;
}

const countFiles = (count: number) => counted(count, "file");

// Each returns a sentence on what it did.
export const openFiles = async (files: Iterable<File>) => addFiles([...files].map(file => [file.name, file]));

const ARCHIVE = "printshop"; // the name of a zip with all files
export const isArchive = ({ name }: File) => name.startsWith(ARCHIVE);

export async function saveZip() {
  download({ name: `${ARCHIVE}.zip`, media: "application/zip", bytes: await ask("archive", {}) });
  return `All files are saved as ${ARCHIVE}.zip.`;
}

export async function openFolder() {
  const folder = await pick("read"),
    files: [path: string, file: File][] = [],
    hashes: Record<string, string> = {};
  if (!folder) return "";
  for await (const [path, file] of listFiles(folder)) {
    if (files.length === MOST_FILES)
      throw new Error(`${folder.name} has more than ${MOST_FILES} files: choose a smaller folder.`);
    const content = await file.getFile();
    files.push([path, content]);
    hashes[path] = await hash(new Uint8Array(await content.arrayBuffer()));
  }
  const words = await addFiles(files);
  writeStored(localStorage, hashesName(folder), JSON.stringify(hashes));
  return words;
}

export async function saveFolder() {
  const folder = await pick("readwrite");
  if (!folder) return "";
  const hashes = readStoredJson<Record<string, string>>(localStorage, hashesName(folder), {}),
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
      const stream = await file.createWritable(); // the file stays as it is until the stream is closed
      await stream.write(bytes);
      await stream.close();
      count++;
    }
    if (!others.includes(path)) hashes[path] = mine;
  }
  writeStored(localStorage, hashesName(folder), JSON.stringify(hashes));
  const saved = `${countFiles(count)} saved in ${folder.name}.`;
  if (others.length)
    throw new Error(
      `${saved} Another program has changed ${others.join(", ")} there, so ${others.length === 1 ? "this file stays" : "these files stay"} as before: save into another folder.`,
    );
  return saved;
}
