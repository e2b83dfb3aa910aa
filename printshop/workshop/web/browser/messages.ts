// Messages between the page and its worker, in which Python runs where there is no server.

import type { Actions, Streams } from "../types.ts";

export interface OutputFile {
  name: string;
  media: string;
  bytes: Uint8Array<ArrayBuffer>;
}
export interface Questions {
  call: [{ action: keyof Actions; given: string }, string];
  stream: [{ action: keyof Streams; given: string }, null];
  drawings: [{ given: string }, [svg: string, width: number, height: number][]];
  file: [{ given: string; pictures: ArrayBuffer[] }, OutputFile];
  cover: [{ game: string }, string];
  archive: [object, Uint8Array<ArrayBuffer>];
  files: [object, [path: string, bytes: Uint8Array<ArrayBuffer>][]];
}
export type Question = keyof Questions;
export type WorkerRequest =
  | { [Q in Question]: { id: number; kind: Q } & Questions[Q][0] }[Question]
  | { id: number; kind: "cancel" };
export type WorkerSignal = "python" | "starting" | "ready" | "full" | "dead";
export type WorkerMessage =
  | { signal: WorkerSignal }
  | ({ id: number; signal?: undefined; part?: undefined } & ({ value: unknown } | { error: string }))
  | { id: number; signal?: undefined; part: string };
