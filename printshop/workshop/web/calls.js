// Two ways to the actions of `printshop.workshop`: a server on this machine, or Python in this very page.

import { h, tell } from "./page.js";
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
    const { resolve, reject, timer } = waiting.get(data.id) || {};
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

export function ask(kind, given, transfer = []) {
  if (!worker) begun();
  return new Promise((resolve, reject) => {
    const id = ++asked;
    waiting.set(id, { resolve, reject, timer: setTimeout(() => stopped(WORDS.hung), PATIENCE) });
    worker.postMessage({ id, kind, ...given }, transfer);
  });
}

export async function call(action, given = {}) {
  if (SITE) {
    const [status, data] = JSON.parse(await ask("call", { action, given: JSON.stringify(given) }));
    if (status !== 200) throw new Wrong(data.problems);
    return data;
  }
  const answer = await fetch(`/api/${action}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Printshop": "page" },
    body: JSON.stringify(given),
  });
  if (answer.status === 403) throw new Wrong([{ message: await answer.text() }]);
  const data = await answer.json();
  if (!answer.ok) throw new Wrong(data.problems);
  return data;
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
  h("small", {}, WORDS.hundred),
];

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
