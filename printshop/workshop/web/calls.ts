// Two ways to the actions of `printshop.workshop`: a server on this machine, or Python in this very page, in a worker
// of its own.

import { again, h, said, tell } from "./page.ts";
import type {
  Action,
  Answer,
  Asking,
  Given,
  Giving,
  Made,
  Problem,
  Question,
  Questions,
  Stamped,
  Streams,
  Told,
  Unstamped,
  Wanted,
} from "./types.ts";
import { WORDS } from "./words.ts";

type Hindrance = Pick<Problem, "message"> & Partial<Problem>;

export class Wrong extends Error {
  readonly problems: Hindrance[];
  constructor(problems: Hindrance[]) {
    super(problems.map(one => (one.hint ? `${one.message} (${one.hint})` : one.message)).join("; "));
    this.problems = problems;
  }
}

export const SITE = document.documentElement.dataset.site !== undefined,
  PATIENCE = 120_000;

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  part?: (told: Answered) => void;
  timer: ReturnType<typeof setTimeout>;
}
// A status, as of HTTP, and what an action gives, or what stands in its way.
type Answered = [status: number, data: unknown];

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null,
  asked = 0;

function begun() {
  const started = new Worker("worker.js", { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.telling) return tell(data.telling === "ready" ? "" : WORDS[data.telling]);
    const found = waiting.get(data.id);
    if (data.part) return found?.part?.(JSON.parse(data.part));
    clearTimeout(found?.timer);
    waiting.delete(data.id);
    if ("error" in data) found?.reject(new Wrong([{ message: data.error }]));
    else if ("value" in data) found?.resolve(data.value);
  };
  started.onerror = () => stopped(WORDS.noPython);
  return started;
}

function stopped(words: string) {
  // a worker that hangs is given up; the next question begins another
  worker?.terminate();
  worker = null;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(new Wrong([{ message: words }]));
  }
  waiting.clear();
}

export function ask<Q extends Question>(
  kind: Q,
  given: Questions[Q][0],
  part?: (told: Answered) => void,
  signal?: AbortSignal,
): Promise<Questions[Q][1]> {
  worker ??= begun();
  const asking = (question: Asking) => worker?.postMessage(question);
  return new Promise((resolve, reject) => {
    const id = ++asked,
      timer = setTimeout(() => stopped(WORDS.hung), PATIENCE);
    waiting.set(id, { resolve: value => resolve(value as Questions[Q][1]), reject, part, timer });
    asking({ id, kind, ...given } as Asking);
    signal?.addEventListener("abort", () => asking({ id, kind: "cancel" }));
  });
}

async function posted(action: string, given: object, signal?: AbortSignal) {
  const answer = await fetch(`/api/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Printshop": "page" },
    body: JSON.stringify(given),
    signal,
  });
  if (answer.status === 403) throw new Wrong([{ message: await answer.text() }]);
  return answer;
}

function taken([status, data]: Answered): unknown {
  if (status !== 200) throw new Wrong((data as { problems: Problem[] }).problems);
  return data;
}

export async function call<A extends Action>(action: A, given: Given<A>): Promise<Answer<A>> {
  if (SITE) return taken(JSON.parse(await ask("call", { action, given: JSON.stringify(given) }))) as Answer<A>;
  const answer = await posted(action, given);
  return taken([answer.status, await answer.json()]) as Answer<A>;
}

// Changes of one file go one after the other, each with the stamp of what the last gave; `sheet` is pale meanwhile.
export function inTurn<S extends Stamped, How extends unknown[]>(
  first: S,
  show: (now: S, ...how: How) => void,
  sheet: HTMLElement,
) {
  let state = first,
    line = Promise.resolve();
  return function send<A extends Giving<S>>(action: A, given: Unstamped<A>, ...how: How): Promise<void> {
    sheet.classList.add("old");
    line = line.then(async () => {
      try {
        const stamp = action.startsWith("open") ? {} : { stamp: state.stamp };
        state = (await call(action, { ...given, ...stamp } as Given<A>)) as unknown as S;
        tell("");
        show(state, ...how);
      } catch (error) {
        const wrong = error instanceof Wrong,
          onclick = wrong ? again : () => send(action, given, ...how);
        tell(
          wrong ? error.message : WORDS.lost,
          h("button", { type: "button", onclick }, wrong ? WORDS.again : WORDS.retry),
        );
      }
    });
    return line;
  };
}

// Asks for what comes bit by bit: `each` is given every part as it is made, until all are there or `signal` aborts.
export async function stream<S extends keyof Streams>(
  action: S,
  given: Streams[S][0],
  each: (part: Streams[S][1]) => void,
  signal: AbortSignal,
) {
  const take = (told: Answered) => {
    if (!signal.aborted) each(taken(told) as Streams[S][1]);
  };
  if (SITE) {
    const wrong: unknown[] = [];
    const part = (told: Answered) => {
      try {
        take(told);
      } catch (error) {
        wrong.push(error);
      }
    };
    await ask("stream", { action, given: JSON.stringify(given) }, part, signal);
    if (wrong.length) throw wrong[0];
    return;
  }
  try {
    const { body } = await posted(action, given, signal);
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

// --- files

export function handed({ name, media, bytes }: Made) {
  // hands a file to the player
  const url = URL.createObjectURL(new Blob([bytes], { type: media }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export async function fetched(what: Wanted) {
  tell(WORDS.making);
  try {
    handed(await ask("file", { given: JSON.stringify({ ...what, fillable: Boolean(what.fillable) }) }));
    tell("");
  } catch (error) {
    tell(said(error));
  }
}

// A link to a file that is made when it is asked for.
export function fileLink(words: string, what: Wanted, more: Record<string, string> = {}) {
  if (SITE) {
    const onclick = (event: Event) => {
      event.preventDefault();
      fetched(what);
    };
    return h("a", { ...more, href: "#", onclick }, words);
  }
  const way = what.kind === "html" ? { download: "" } : { target: "_blank", rel: "noopener" };
  return h("a", { ...more, href: address(what), ...way }, words);
}

export const address = (what: Wanted) =>
  `/file?${new URLSearchParams(Object.entries(what).filter(([, value]) => value))}`;
export const printing = (what: Wanted) => [
  fileLink(WORDS.print, what, { class: "button first" }),
  fileLink(WORDS.fill, { ...what, fillable: "1" }, { class: "button" }),
  fileLink(WORDS.tablet, { ...what, kind: "html" }, { class: "button" }),
  others(what),
  h("small", {}, WORDS.hundred),
];

// All other kinds of files: pictures of pages, and modules for virtual tables, which need pixels, and so a server.
function others(what: Wanted) {
  const tables = what.product ? [] : (["vassal", "tts"] as const),
    kinds = ["svg", ...(SITE ? [] : (["png", ...tables] as const))] as const;
  const select = h("select", { "aria-label": WORDS.other, onchange: get }, [
    h("option", { value: "" }, WORDS.other),
    kinds.map(kind => h("option", { value: kind }, WORDS.kinds[kind])),
  ]);
  function get() {
    const wanted = { ...what, kind: select.value };
    select.value = "";
    if (wanted.kind === "tts") written(what);
    else if (SITE) fetched(wanted);
    else h("a", { href: address(wanted), download: "" }).click();
  }
  return select;
}

async function written({ kind: _kind, fillable: _fillable, form: _form, ...what }: Wanted) {
  tell(WORDS.making);
  try {
    const { folder, notes } = await call("tabletop", what);
    tell([WORDS.written(folder), ...notes].join(" "));
  } catch (error) {
    tell(said(error));
  }
}

export function coverOf(game: string) {
  const image = h("img", { class: "cover", alt: "", loading: "lazy" });
  if (SITE)
    ask("cover", { game }).then(
      svg => {
        image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      },
      () => image.remove(),
    );
  else image.src = `/cover?${new URLSearchParams({ game })}`;
  return image;
}
