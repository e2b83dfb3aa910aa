// Messages between the page and its worker, in which Python runs where there is no server.

import type { Actions, Streams } from "./types.ts";

export interface Made {
  name: string;
  media: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export interface Questions {
  call: [{ action: keyof Actions; given: string }, string];
  stream: [{ action: keyof Streams; given: string }, null];
  drawings: [{ given: string }, [svg: string, width: number, height: number][]];
  file: [{ given: string; pictures: ArrayBuffer[] }, Made];
  cover: [{ game: string }, string];
  archive: [object, Uint8Array<ArrayBuffer>];
  files: [object, [path: string, bytes: Uint8Array<ArrayBuffer>][]];
}
export type Question = keyof Questions;
export type Asking =
  | { [Q in Question]: { id: number; kind: Q } & Questions[Q][0] }[Question]
  | { id: number; kind: "cancel" };
export type Telling = "python" | "starting" | "ready" | "full" | "dead";
export type Told =
  | { telling: Telling }
  | ({ id: number; telling?: undefined; part?: undefined } & ({ value: unknown } | { error: string }))
  | { id: number; telling?: undefined; part: string };
