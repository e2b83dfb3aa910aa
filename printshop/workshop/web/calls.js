// Two ways to the actions of `printshop.workshop`: a server on this machine, or Python in this very page.

import { again, h, tell } from "./page.js";
import { WORDS } from "./words.js";

export class Wrong extends Error {
  constructor(problems) {
    super(problems.map(one => (one.hint ? `${one.message} (${one.hint})` : one.message)).join("; "));
    this.problems = problems;
  }
}

// Two ways to the same actions: a server on this machine, or Python in this very page, in a worker of its own.
export const SITE = document.documentElement.dataset.site !== undefined,
  PATIENCE = 120_000;
const waiting = new Map();
let worker = null,
  asked = 0;

function begun() {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.telling) return tell(data.telling === "ready" ? "" : WORDS[data.telling]);
    const { resolve, reject, timer, part } = waiting.get(data.id) || {};
    if (data.part) return part?.(JSON.parse(data.part));
    clearTimeout(timer);
    waiting.delete(data.id);
    if (resolve) data.error ? reject(new Wrong([{ message: data.error }])) : resolve(data.value);
  };
  worker.onerror = () => stopped(WORDS.noPython);
}

function stopped(words) {
  // a worker that hangs is given up; the next question begins another
  worker?.terminate();
  worker = null;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(new Wrong([{ message: words }]));
  }
  waiting.clear();
}

export function ask(kind, given, part, signal) {
  if (!worker) begun();
  return new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject, part, timer: setTimeout(() => stopped(WORDS.hung), PATIENCE) });
    worker.postMessage({ id, kind, ...given });
    signal?.addEventListener("abort", () => worker?.postMessage({ id, kind: "cancel" }));
  });
}

async function posted(action, given, signal) {
  const answer = await fetch(`/api/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Printshop": "page" },
    body: JSON.stringify(given),
    signal,
  });
  if (answer.status === 403) throw new Wrong([{ message: await answer.text() }]);
  return answer;
}

export async function call(action, given = {}) {
  if (SITE) {
    const [status, data] = JSON.parse(await ask("call", { action, given: JSON.stringify(given) }));
    if (status !== 200) throw new Wrong(data.problems);
    return data;
  }
  const answer = await posted(action, given);
  const data = await answer.json();
  if (!answer.ok) throw new Wrong(data.problems);
  return data;
}

// Changes of one file go one after the other, each with the stamp of what the last gave; `sheet` is pale meanwhile.
export function inTurn(first, show, sheet) {
  let state = first,
    line = Promise.resolve();
  return function send(action, given, ...how) {
    sheet.classList.add("old");
    line = line.then(async () => {
      try {
        const stamp = action.startsWith("open") ? {} : { stamp: state.stamp };
        state = await call(action, { ...given, ...stamp });
        tell("");
        show(state, ...how);
      } catch (error) {
        const told = error instanceof Wrong;
        const once_more = told ? again : () => send(action, given, ...how);
        tell(
          told ? error.message : WORDS.lost,
          h("button", { type: "button", onclick: once_more }, told ? WORDS.again : WORDS.retry),
        );
      }
    });
    return line;
  };
}

// Asks for what comes bit by bit: `each` is given every part as it is made, until all are there or `signal` aborts.
export async function stream(action, given, each, signal) {
  const take = ([status, data]) => {
    if (signal.aborted) return;
    if (status !== 200) throw new Wrong(data.problems);
    each(data);
  };
  if (SITE) {
    let wrong = null;
    const part = told => {
      try {
        take(told);
      } catch (error) {
        wrong = error;
      }
    };
    await ask("stream", { action, given: JSON.stringify(given) }, part, signal);
    if (wrong) throw wrong;
    return;
  }
  try {
    const answer = await posted(action, given, signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + read.value).split("\n");
      rest = lines.pop();
      for (const line of lines) take(JSON.parse(line));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

// --- files

export function given(name, media, bytes) {
  // hands a file to the player
  const url = URL.createObjectURL(new Blob([bytes], { type: media }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export async function fetched(what) {
  tell(WORDS.making);
  try {
    const { name, media, bytes } = await ask("file", {
      given: JSON.stringify({ ...what, fillable: Boolean(what.fillable) }),
    });
    given(name, media, bytes);
    tell("");
  } catch (error) {
    tell(error.message);
  }
}

// A link to a file that is made when it is asked for.
export function fileLink(words, what, more = {}) {
  if (SITE)
    return h(
      "a",
      {
        ...more,
        href: "#",
        onclick: event => {
          event.preventDefault();
          fetched(what);
        },
      },
      words,
    );
  return h(
    "a",
    {
      ...more,
      href: address(what),
      ...(what.kind === "html" ? { download: "" } : { target: "_blank", rel: "noopener" }),
    },
    words,
  );
}

export const address = given => `/file?${new URLSearchParams(Object.entries(given).filter(([, value]) => value))}`;
export const printing = what => [
  fileLink(WORDS.print, what, { class: "button first" }),
  fileLink(WORDS.fill, { ...what, fillable: "1" }, { class: "button" }),
  fileLink(WORDS.tablet, { ...what, kind: "html" }, { class: "button" }),
  others(what),
  h("small", {}, WORDS.hundred),
];

// All other kinds of files: pictures of pages, and modules for virtual tables, which need pixels, and so a server.
function others(what) {
  const kinds = ["svg", ...(SITE ? [] : ["png", ...(what.product ? [] : ["vassal", "tts"])])];
  const select = h("select", { "aria-label": WORDS.other, onchange: get }, [
    h("option", { value: "" }, WORDS.other),
    kinds.map(kind => h("option", { value: kind }, WORDS.kinds[kind])),
  ]);
  function get() {
    const asked = { ...what, kind: select.value };
    select.value = "";
    if (asked.kind === "tts") written(what);
    else if (SITE) fetched(asked);
    else h("a", { href: address(asked), download: "" }).click();
  }
  return select;
}

async function written({ kind, fillable, ...what }) {
  tell(WORDS.making);
  try {
    const { folder, notes } = await call("tabletop", what);
    tell([WORDS.written(folder), ...notes].join(" "));
  } catch (error) {
    tell(error.message);
  }
}

export function coverOf(game) {
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
