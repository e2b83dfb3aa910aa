// Requests to the actions of `printshop.workshop`: over HTTP to `printshop serve`, or to Python in a worker of the site.

import { correctPrint } from "./printer.ts";
import { counted } from "../words.ts";
import { closeNotices, notify } from "./notices.ts";
import { drawPictures } from "./raster.ts";
import { PLACE, SITE } from "./storage.ts";
import type { WorkerRequest, OutputFile, Question, Questions, WorkerMessage } from "./messages.ts";
import type { Actions, FileRequest, GameList, Refusal, Shelf, Streams } from "../types.ts";

export type Arguments<A extends keyof Actions> = Actions[A][0];
export type Answer<A extends keyof Actions> = Actions[A][1];
type Refused = Refusal["problems"][number];
type Reason = Pick<Refused, "message"> & Partial<Refused>;

export const describeProblem = ({ message, hint = "" }: { message: string; hint?: string }) =>
  [message, hint].filter(Boolean).join("; ");

export const STOPPED_STATUS = 504;
// An action was refused, for these reasons. `status` is that of HTTP: 409 if another program changed the file, 504 if the
// workshop was stopped before it answered.
export class ActionError extends Error {
  readonly problems: Reason[];
  readonly status: number;
  constructor(problems: Reason[], status = 422) {
    const [first] = problems,
      others = problems.length - 1;
    super(
      [first ? describeProblem(first) : "", others > 0 ? `(and ${counted(others, "more problem")})` : ""]
        .filter(Boolean)
        .join(" "),
    );
    this.problems = problems;
    this.status = status;
  }
}
// The server asks for its own address first. The typed values are not the reason.
class LockedError extends ActionError {}
// True if there is no answer: the request is sent again.
export const isUnanswered = (error: unknown) => error instanceof LockedError || !(error instanceof ActionError);

const SILENT = "The workshop does not answer. Is printshop serve still running?";
export const NO_ANSWER = `${SILENT} Your last changes are kept here and are sent again.`;
const WORKER_SECONDS = 120,
  STOPPED = "this took too long and was stopped",
  NO_PYTHON = "The workshop could not start. Load the workshop again, or use a newer browser.",
  PROGRESS = {
    python: "The workshop is loading: about 14 MB, once.",
    starting: "The workshop is starting ...",
    full: "This browser has no room left: only this window has your last changes. Save all files as a zip before you close it.",
  };

interface PendingRequest {
  request: WorkerRequest;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  part?: (reply: Reply) => void;
}
// A status as of HTTP, and the result of an action, or the reasons of its refusal.
type Reply = [status: number, data: unknown];

// The requests without an answer. The worker makes one after the other: it is at the first one.
const waiting = new Map<number, PendingRequest>();
let worker: Worker | null = null,
  timer: ReturnType<typeof setTimeout> | undefined, // of the first request
  lastRequest = 0;

function startWorker() {
  const started = new Worker("worker.js", { type: "module" });
  started.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (started !== worker) return; // it was stopped
    if (data.signal === "ready") {
      navigator.serviceWorker?.register("sw.js").catch(() => {}); // after all files of the site have been fetched
      return closeNotices("progress");
    }
    if (data.signal === "dead") return restartWorker(); // after the answer to the request that ended Python
    if (data.signal)
      return void notify(PROGRESS[data.signal], data.signal === "full" ? "problem" : "progress", undefined, true);
    const pending = waiting.get(data.id);
    if ("part" in data && data.part) {
      watchFirst();
      return pending?.part?.(JSON.parse(data.part));
    }
    waiting.delete(data.id);
    watchFirst();
    if ("error" in data) pending?.reject(new ActionError([{ message: data.error }]));
    else if ("value" in data) pending?.resolve(data.value);
  };
  started.onerror = () => {
    if (started !== worker) return;
    void deleteCopies();
    stopFirst(NO_PYTHON);
  };
  return started;
}

// Deletes the copies of the site in the browser, which may be damaged: the browser fetches the files again.
async function deleteCopies() {
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.endsWith(` ${PLACE}`)) await caches.delete(name);
}

// Stops the worker if it is at the first request for too long.
function watchFirst() {
  clearTimeout(timer);
  timer = waiting.size ? setTimeout(stopFirst, WORKER_SECONDS * 1000, STOPPED) : undefined;
}
// Stops the worker at the first request, which may have changed files.
function stopFirst(reason: string) {
  const [[id, first] = []] = waiting;
  if (id !== undefined) waiting.delete(id);
  restartWorker();
  first?.reject(new ActionError([{ message: reason }], STOPPED_STATUS));
}
// Stops the worker. Another one gets the requests that it has not begun; without any, the next request starts it.
function restartWorker() {
  worker?.terminate();
  globalThis.caches?.delete(`printshop memory ${PLACE}`); // a damaged copy of Python's memory may be the cause
  closeNotices("progress");
  worker = waiting.size ? startWorker() : null;
  for (const { request } of waiting.values()) worker?.postMessage(request);
  watchFirst();
}

export function ask<Q extends Question>(
  kind: Q,
  given: Questions[Q][0],
  part?: (reply: Reply) => void,
  signal?: AbortSignal,
): Promise<Questions[Q][1]> {
  worker ??= startWorker();
  return new Promise((resolve, reject) => {
    const id = ++lastRequest,
      request = { id, kind, ...given } as WorkerRequest;
    waiting.set(id, { request, resolve: value => resolve(value as Questions[Q][1]), reject, part });
    worker?.postMessage(request);
    if (waiting.size === 1) watchFirst();
    signal?.addEventListener("abort", () => worker?.postMessage({ id, kind: "cancel" } satisfies WorkerRequest));
  });
}

const QUIET = 300; // ms
let running = 0, // requests without an answer
  lastAnswer = Number.NEGATIVE_INFINITY;
// Waits until no action has run for a moment: the first view has its answers before other games are read.
async function waitForQuiet() {
  for (let pause = 0; pause === 0 || running || performance.now() - lastAnswer < QUIET; pause = QUIET)
    await new Promise(done => setTimeout(done, pause)); // at first, requests of the same view begin
}

async function post(action: string, given: object, signal?: AbortSignal) {
  const body = JSON.stringify(given);
  running++;
  const answer = await fetch(`api/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Printshop": "page" },
    body,
    keepalive: !signal && body.length < 10_000, // it is sent although the page is left
    signal,
  })
    .catch(error => Promise.reject(signal?.aborted ? error : new Error(SILENT)))
    .finally(() => {
      running--;
      lastAnswer = performance.now();
    });
  if (answer.status === 403) throw new LockedError([{ message: await answer.text() }]);
  return answer;
}

function readAnswer([status, data]: Reply): unknown {
  if (status !== 200) throw new ActionError((data as Refusal).problems, status);
  return data;
}

export async function call<A extends keyof Actions>(action: A, given: Arguments<A>): Promise<Answer<A>> {
  if (SITE) return readAnswer(JSON.parse(await ask("call", { action, given: JSON.stringify(given) }))) as Answer<A>;
  const answer = await post(action, given);
  return readAnswer([answer.status, await answer.json()]) as Answer<A>;
}

// Runs an action that answers in parts: `each` gets every part when it is made, until `signal` aborts.
export async function stream<S extends keyof Streams>(
  action: S,
  given: Streams[S][0],
  each: (part: Streams[S][1]) => void,
  signal: AbortSignal,
) {
  const take = (answer: Reply) => {
    if (!signal.aborted) each(readAnswer(answer) as Streams[S][1]);
  };
  if (SITE) {
    const errors: unknown[] = [];
    const part = (answer: Reply) => {
      try {
        take(answer);
      } catch (error) {
        errors.push(error);
      }
    };
    await ask("stream", { action, given: JSON.stringify(given) }, part, signal);
    if (errors.length) throw errors[0];
    return;
  }
  try {
    const { body } = await post(action, given, signal);
    if (!body) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() || "";
      for (const line of lines) take(JSON.parse(line));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

// The games that come with printshop; the site has them before Python has started.
const fetchShelf = async (cache: RequestCache): Promise<Shelf> => (await fetch("shelf.json", { cache })).json();
export const shelf = SITE ? fetchShelf("default").catch(() => fetchShelf("reload")) : null; // a copy may be damaged

// Lists all games, starters, themes and fleets.
export async function listGames(signal: AbortSignal): Promise<GameList> {
  if (!SITE) {
    await waitForQuiet();
    await stream("read_games", {}, () => {}, signal); // the server reads one game after the other
  }
  const [shipped, own] = await Promise.all([shelf ?? call("list_shipped", {}), call("list_own_games", {})]);
  return { ...shipped, ...own, games: [...own.games, ...shipped.games] };
}

// --- files to download

export function download({ name, media, bytes }: OutputFile) {
  const url = URL.createObjectURL(new Blob([bytes], { type: media }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser has read it by then
}

// Returns the separator of cells in the tables of a language: Excel divides cells only at this one. A language that
// writes 1,5 has semicolons.
const separatorOf = (language?: string) => (new Intl.NumberFormat(language).format(1.5).includes(",") ? ";" : ",");

// Returns a table with commas as a file with the separator of a language, which is that of the browser by default. Its
// first character shows Excel the encoding: without it, Excel would garble letters.
export function makeTableFile(name: string, text: string, language?: string): OutputFile {
  const separator = separatorOf(language),
    cells = text.replace(/("(?:[^"]|"")*"|[^",\r\n]+)|,/g, (_, cell?: string) =>
      cell === undefined ? separator : !cell.startsWith('"') && cell.includes(separator) ? `"${cell}"` : cell,
    );
  return { name, media: "text/csv", bytes: new TextEncoder().encode(`\ufeff${cells}`) };
}

export const fileAddress = (wanted: FileRequest) =>
  `file?${new URLSearchParams({ request: JSON.stringify(correctPrint(wanted)) })}`;

// Makes a file on the site and hands it over. The browser draws its pictures, if it has any: Python draws no pixels there.
export async function makeFile(wanted: FileRequest) {
  const given = JSON.stringify(correctPrint(wanted)),
    isDrawn = ["png", "vassal", "tts"].includes(wanted.kind ?? "");
  const pictures = isDrawn ? await drawPictures(await ask("drawings", { given })) : [];
  download(await ask("file", { given, pictures }));
}

// Returns the address of the picture of a game's covers.
export async function coverAddress(game: string, own: boolean): Promise<string> {
  if (!SITE) return `cover?${new URLSearchParams({ game })}`;
  if (!own) return `cover-${game}.svg`;
  const svg = await ask("cover", { game });
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

export async function toBase64(file: Blob) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}
