// Files to send: a file with all files that it needs, as a link or as a zip; and files from other users.

import { call, type Arguments, toBase64 } from "./client.ts";
import { readWebAddress } from "./routes.ts";
import { PLACE, readStored, removeStored, SITE, writeStored } from "./storage.ts";
import type { OutputFile } from "./messages.ts";

const LONGEST_LINK = 30_000, // characters: mail programs and chats cut longer ones
  ADDRESS = "share address";

// Files from another user: a zip as base64. `name` is the name of the file that was shared.
export type SharedFile = Arguments<"describe_shared">;
export interface Share extends OutputFile {
  files: string[]; // the paths of the files in the zip
  ending: string; // of the link, behind the address; "" if the link would be too long
}

// Returns a zip with a file, or with a game of the folder, and all that it needs, and the link that holds this zip.
export async function share(file: string): Promise<Share> {
  const { name, data, files } = await call("share_files", { file }),
    words = data.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    ending = `#/take/${encodeURIComponent(file.split("/").pop() ?? "")}/${words}`,
    bytes = Uint8Array.from(atob(data), sign => sign.charCodeAt(0));
  return { name, media: "application/zip", bytes, files, ending: ending.length > LONGEST_LINK ? "" : ending };
}

// The address that links begin with: the one that the user has set, that of `printshop serve --share-address`, that of
// the site itself, or that of this server.
export const shareAddress = () =>
  readStored(localStorage, ADDRESS) || document.documentElement.dataset.share || (SITE ? PLACE : `${location.origin}/`);

// Whether only programs on this computer can open the links.
const isOfThisComputer = (address: string) => /^https?:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])[:/]/.test(address);
export const isPrivate = () => isOfThisComputer(shareAddress());

// Sets the address that links begin with, "" for the usual one. Returns why another text cannot be this address, or "".
export function setShareAddress(text: string) {
  const { address, problem } = readWebAddress(text);
  if (problem) return problem;
  if (isOfThisComputer(address)) return "This is the address of your own computer: friends cannot open it.";
  if (address) writeStored(localStorage, ADDRESS, address);
  else removeStored(localStorage, ADDRESS);
  return "";
}

// Shows a zip from another user. The history stores the zip, so that a reload shows it again. Returns false if the zip
// has no file of a game, but perhaps pictures.
export async function showReceived(file: File) {
  const data = await toBase64(file),
    isShown = await lookAtShared({ name: file.name, data }).then(
      () => true,
      () => false,
    );
  if (!isShown) return false;
  history.pushState({ data }, "", `#/take/${encodeURIComponent(file.name)}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
  return true;
}

// Returns the contents of a link, whose address ends in NAME/DATA, or the zip that is shown.
export function readLink(ending: string): SharedFile {
  const slash = ending.indexOf("/"),
    name = slash < 0 ? ending : ending.slice(0, slash);
  return {
    name: name.replace(/\.(yaml|zip)$/, ""),
    data: slash < 0 ? (history.state?.data ?? "") : ending.slice(slash + 1),
  };
}

// The actions on shared files: describe them without writing them, and write them into the folder.
export const lookAtShared = (sent: SharedFile) => call("describe_shared", sent);
export const keepShared = (sent: SharedFile, keepAs: string) => call("save_shared", { ...sent, keep_as: keepAs });
