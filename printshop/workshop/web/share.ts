// Files to send, as a link that holds them.

import { call } from "./client.ts";
import { SITE } from "./storage.ts";
import type { Made } from "./types.ts";

export interface Share extends Made {
  files: string[];
  link: string; // "" if the link would be too long: send the file
}

// Returns a file as it is saved, and the link that holds it.
export async function share(file: string): Promise<Share> {
  const { text } = await call("open_document", { file }),
    bytes = new TextEncoder().encode(text),
    packed = new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer()),
    words = btoa(Array.from(packed, byte => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    name = file.split("/").pop() ?? "",
    workshop = SITE ? location.href.split("#")[0] : `${location.origin}/`;
  return { name, media: "text/yaml", bytes, files: [file], link: `${workshop}#/take/${encodeURIComponent(name)}/${words}` };
}
