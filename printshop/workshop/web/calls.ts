// Two ways to the actions of `printshop.workshop`: a server on this machine, or Python in this very page, in a worker
// of its own.

import {
  again,
  asBase64,
  at,
  button,
  type Child,
  closes,
  dialog,
  field,
  forget,
  h,
  menu,
  nodes,
  remember,
  remembered,
  row,
  SITE,
  tell,
  trail,
  trying,
} from "./page.ts";
import type {
  Games,
  Action,
  Answer,
  Given,
  Giving,
  Names,
  Problem,
  Ship,
  Stamped,
  Unstamped,
  Wanted,
} from "./types.ts";
import { WORDS } from "./words.ts";

export { ActionError as Wrong, LockedError as Locked, ask, call, download as handed, isUnanswered as unanswered, makeFile, shelf, stream } from "./client.ts";
import { ActionError as Wrong, LockedError as Locked, call, isUnanswered as unanswered, makeFile, shelf, stream } from "./client.ts";

export async function listed(): Promise<Games> {
  const leaving = new AbortController();
  addEventListener("hashchange", () => leaving.abort(), { once: true });
  if (!SITE) await stream("reading", {}, () => {}, leaving.signal);
  if (leaving.signal.aborted) throw new Wrong([]); // nobody waits for it
  const [along, own] = await Promise.all([shelf, call("games", { mine: SITE })]);
  return (along ? { ...along, ...own, games: [...own.games, ...along.games] } : own) as Games;
}

export interface Turns<S extends Stamped = Stamped, How extends unknown[] = []> {
  file: string;
  text: () => string; // what it says now
  // Asks for a change, behind those before it. One with the key of another that still waits takes its place.
  send: <A extends Giving<S>>(action: A, given: Unstamped<A>, key: string, ...how: How) => void;
  // Does something in a moment, or once nothing was typed for some milliseconds: what is typed waits for what follows it.
  typed: (key: string, action: () => void, rest?: number) => void;
  undo: HTMLButtonElement;
  redo: HTMLButtonElement;
  kept: HTMLElement; // tells whether all of it is saved
}

// A change that was typed, and the answer to which is not there yet. The browser keeps it until then. When the file is
// opened again, it is sent again if the file has not changed since; if it has, the page shows what was typed.
interface Change {
  action: Action;
  given: object;
}
type Keyed = [key: string, change: Change];
type Unsaved = { stamp: string; changes: Keyed[] };
// What views know of a file: enough to tell whether a change is in it.
interface Known {
  file: string;
  stamp: string;
  text?: string;
  head?: Names;
  inputs?: Names;
  units?: { number?: string; inputs?: { key: string; value: string }[] }[];
  ships?: Ship[];
}

// Whether a file has what was typed already: the answer alone did not arrive.
function isIn(now: Known, { given }: Change) {
  const { text, unit, key, name, value, ship, track, amount, words } = given as Names;
  return (
    (text !== undefined && text === now.text) ||
    (value !== undefined && [now.head?.[key || ""], now.inputs?.[name || ""]].includes(value)) ||
    now.units?.some(one => one.number === unit && one.inputs?.some(field => field.key === key && field.value === value)) ||
    now.ships?.some(one => one.key === ship && (words ?? amount) === (track ? `${one.damage[track] || 0}` : one.notes))
  );
}

export function unsavedOf(file: string) {
  const name = `unsaved ${file}`,
    changes = new Map<string, Change>();
  const store = (stamp: string) => {
    if (!changes.size) return forget(localStorage, name);
    const kept: Unsaved = { stamp, changes: [...changes] };
    remember(localStorage, name, JSON.stringify(kept));
  };
  const clear = () => {
    changes.clear();
    store("");
  };
  const drop = (key: string, change: Change, stamp: string) => {
    if (changes.get(key) === change) changes.delete(key);
    store(stamp);
  };
  // Shows what was typed and is not sent, for the player to copy.
  function show(kept: Keyed[]) {
    const typed = kept.map(([key, { given }]) => {
      const { text, words, line, value, amount, count } = given as Names;
      return `${key}: ${text ?? words ?? line ?? value ?? amount ?? count}`;
    });
    const area = h("textarea", { readonly: true, rows: "8", "aria-label": WORDS.typed }, typed.join("\n"));
    const close = button(WORDS.close, () => {
      clear();
      dialog.close();
    });
    dialog.replaceChildren(h("div", { class: "inputs" }, h("h2", {}, WORDS.typed), WORDS.notSent(file), area, close));
    dialog.showModal();
  }
  return {
    put(key: string, change: Change, stamp: string) {
      changes.set(key, change);
      store(stamp);
    },
    drop, // It is answered, and stands in the file: one that has taken its place since does not.
    holds: (key: string, change: Change) => changes.get(key) === change,
    empty: () => !changes.size,
    clear,
    // Returns the changes that an earlier page was not answered, if the file is still what it was for that page. If not,
    // nothing is sent: it could overwrite what another program has written.
    earlier(now: Known): Keyed[] {
      const kept: Unsaved = JSON.parse(remembered(localStorage, name) || '{"changes":[]}');
      if (kept.stamp === now.stamp) {
        for (const [key, change] of kept.changes) changes.set(key, change);
        return kept.changes;
      }
      const rest = kept.changes.filter(([, change]) => !isIn(now, change));
      if (rest.length) show(rest);
      else forget(localStorage, name);
      return [];
    },
    // Sends such changes, each with the stamp that the one before gave. Shows those that the workshop refuses.
    async resend(earlier: Keyed[], stamp: string, took: (stamp: string) => void) {
      try {
        for (let next = earlier[0]; next; next = earlier[0]) {
          ({ stamp } = await sent(next[1], stamp));
          took(stamp);
          drop(...next, stamp);
          earlier.shift();
        }
      } catch (error) {
        if (unanswered(error)) throw error;
        show(earlier);
      }
    },
  };
}

// Sends at once what is typed on the page, and waits until all of it is answered.
let leaving = async () => {};
export const settle = () => leaving();
export function leaves(finish: () => Promise<unknown>) {
  leaving = async () => {
    await finish().catch(() => {});
  };
}
addEventListener("pagehide", settle);
addEventListener("visibilitychange", () => document.hidden && settle());

// Changes of one file go one after the other, each with the stamp of what the last gave; `sheet` is pale meanwhile. What
// another window has made of the file is shown as soon as one comes back to this one.
export function inTurn<S extends Stamped, How extends unknown[]>(
  first: S,
  reopened: () => void, // asks for all of it anew
  show: (now: S, ...how: How) => void,
  sheet: HTMLElement,
): Turns<S, How> {
  const { file } = first,
    waiting: { key: string; run: () => Promise<void> }[] = [],
    timers = new Map<string, [ReturnType<typeof setTimeout>, () => void]>(),
    [past, future] = stepsOf(first),
    unsaved = unsavedOf(file);
  let state = first,
    running: Promise<void> | null = null;
  const undo = button(WORDS.undo, () => back(past, future)),
    redo = button(WORDS.redo, () => back(future, past)),
    kept = h("small", { role: "status" }, WORDS.saved);
  const steps = () => {
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    keepSteps(state, past, future);
  };

  function typed(key: string, action: () => void, rest = 0) {
    if (rest) kept.textContent = WORDS.saving;
    clearTimeout(timers.get(key)?.[0]);
    const go = () => {
      timers.delete(key);
      action();
    };
    timers.set(key, [setTimeout(go, rest), go]);
  }
  function settled() {
    for (const [timer, go] of [...timers.values()]) {
      clearTimeout(timer);
      go();
    }
  }

  function queue(key: string, run: () => Promise<void>) {
    sheet.classList.add("old");
    kept.textContent = WORDS.saving;
    const there = key && waiting.find(one => one.key === key);
    if (there) there.run = run;
    else waiting.push({ key, run });
    running ??= turn();
  }
  async function turn() {
    let words = "";
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { key, run } = next;
      try {
        await run();
        steps();
        words = WORDS.saved;
      } catch (error) {
        words = "";
        const retry = () => queue(key, run);
        if (!(error instanceof Wrong) || error instanceof Locked) tell(error instanceof Locked ? error.message : WORDS.lost, button(WORDS.retry, retry));
        else {
          unsaved.clear();
          tell(error.message, button(WORDS.again, again));
        }
      }
    }
    running = null;
    kept.textContent = words;
  }

  function send<A extends Giving<S>>(action: A, given: Unstamped<A>, key: string, ...how: How) {
    if (!key) settled();
    const opens = action.startsWith("open"),
      change = { action, given };
    if (key && !opens) unsaved.put(key, change, state.stamp);
    queue(key, async () => {
      const before = state.text;
      const stamp = opens ? {} : { stamp: state.stamp };
      const now = (await call(action, { ...given, ...stamp } as Given<A>)) as unknown as S;
      if (!opens && now.text !== before) {
        past.push(before);
        future.length = 0;
      }
      state = now;
      unsaved.drop(key, change, state.stamp);
      tell("");
      show(now, ...how);
    });
  }

  function back(from: string[], to: string[]) {
    settled();
    queue("", async () => {
      const text = from.at(-1);
      if (text === undefined) return;
      const { stamp } = await call("restore", { file, stamp: state.stamp, text });
      from.pop();
      to.push(state.text);
      state = { ...state, stamp, text };
      reopened();
    });
  }

  // What an earlier page has not seen answered is put into the file; it can be undone as what is typed now.
  function resume() {
    const changes = unsaved.earlier(first);
    if (!changes.length) return;
    queue("", async () => {
      await unsaved.resend(changes, state.stamp, stamp => {
        state = { ...state, stamp };
      });
      if (state.stamp !== first.stamp) {
        past.push(first.text);
        future.length = 0;
      }
      reopened();
    });
  }

  function seen() {
    if (!sheet.isConnected) return removeEventListener("focus", seen);
    if (running || timers.size) return;
    const same = (now: { stamp: string }) => now.stamp === state.stamp || running || timers.size || reopened();
    call("stamp", { file }).then(same, () => {});
  }
  addEventListener("focus", seen);
  leaves(async () => {
    settled();
    await running;
  });
  document.onkeydown = event => {
    const typing =
      event.target instanceof Element && event.target.matches("input:not([type=checkbox]), textarea, .text");
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || typing) return;
    event.preventDefault();
    if (event.shiftKey) back(future, past);
    else back(past, future);
  };
  steps();
  resume();
  return { file, text: () => state.text, send, typed, undo, redo, kept };
}

export const sent = (change: Change, stamp: string) =>
  call(change.action, { ...change.given, stamp } as Given<Action>) as Promise<{ stamp: string }>;

// What can be undone of a file is known to this window as long as the file is what it was last.
const STEPS = 40;
type Memory = { stamp: string; past: string[]; future: string[] };
function stepsOf({ file, stamp }: Pick<Stamped, "file" | "stamp">): [string[], string[]] {
  const kept: Memory = JSON.parse(remembered(sessionStorage, `undo ${file}`) || "{}");
  return kept.stamp === stamp ? [kept.past, kept.future] : [[], []];
}
function keepSteps({ file, stamp }: Pick<Stamped, "file" | "stamp">, past: string[], future: string[]) {
  if (past.length > STEPS) past.splice(0, past.length - STEPS);
  remember(sessionStorage, `undo ${file}`, JSON.stringify({ stamp, past, future }));
}
// What was changed elsewhere than on the page of a file is undone there.
export function changedBy(file: string, before: { stamp: string; text: string }, stamp: string) {
  const [past] = stepsOf({ file, stamp: before.stamp });
  keepSteps({ file, stamp }, [...past, before.text], []);
}

// --- files

// Makes what somebody waits for.
function making(make: () => Promise<string>) {
  tell(WORDS.making);
  trying(async () => tell(await make()));
}

// A link to a file that is made when it is asked for; none as long as there is something wrong.
export function fileLink(words: string, what: Wanted, more: Record<string, string> = {}, able = true) {
  if (!able) return h("a", { ...more, role: "link", "aria-disabled": "true" }, words);
  if (SITE) {
    const onclick = (event: Event) => {
      event.preventDefault();
      making(async () => {
        await makeFile(what);
        return what.kind === "tts" ? WORDS.tabletop : "";
      });
    };
    return h("a", { ...more, href: "#", onclick }, words);
  }
  const way = what.kind ? { download: "" } : { target: "_blank", rel: "noopener" },
    onclick = () => what.kind === "tts" && tell(WORDS.tabletop);
  return h("a", { ...more, href: address(what), ...way, onclick }, words);
}

export const address = (what: Wanted) =>
  `file?${new URLSearchParams(Object.entries(what).filter(([, value]) => value))}`;
export const printing = (what: Wanted, able = true) =>
  nodes([
    fileLink(WORDS.print, what, { class: "button first" }, able),
    able ? menu(WORDS.other, others(what)) : "",
    h("small", {}, WORDS.hundred),
  ]);

// What a file is printed by, if nothing is wrong with it; `first` are links that stand before that.
export function prints(what: Wanted, problems: Problem[], ...first: Child[]) {
  const wrong = problems.length ? h("p", { class: "wrong" }, WORDS.unfit([], problems.length)) : "";
  return nodes([...first, ...printing(what, !problems.length), wrong]);
}

// All other kinds of files.
function others(what: Wanted) {
  const link = (words: string, more: Partial<Wanted>) => fileLink(words, { ...what, ...more }, { class: "button" }),
    tables = [link(WORDS.kinds.vassal, { kind: "vassal" }), link(WORDS.kinds.tts, { kind: "tts" })];
  return [
    link(WORDS.fill, { fillable: "1" }),
    link(WORDS.tablet, { kind: "html" }),
    link(WORDS.kinds.svg, { kind: "svg" }),
    link(WORDS.kinds.png, { kind: "png" }),
    what.product ? "" : tables,
  ];
}

const homes = new Map<string, Promise<Answer<"around">>>();
// Where one is: the game that a file, or GAME/BATTLE, adds to, once it is known which that is, and what leads from there.
export async function located(of: string, title: string, ...links: HTMLAnchorElement[]) {
  trail.replaceChildren(...links);
  const home = homes.get(of) || call("around", { of });
  homes.set(of, home);
  const { game } = await home.catch(() => ({ game: "" }));
  if (game && title && (links[0]?.parentNode === trail || !links.length))
    trail.prepend(h("a", { href: at("game", game) }, title));
}

// A picture of the player's own goes into art/ beside a file.
function takePicture(file: string, files: FileList | null | undefined, chosen: (name: string) => void) {
  const picture = files?.[0];
  if (!picture) return;
  dialog.close();
  trying(async () => chosen((await call("picture", { file, name: picture.name, data: await asBase64(picture) })).art));
}

// What takes a picture that is dropped onto it.
export const dropped = (file: string, chosen: (name: string) => void) => ({
  ondragover: (event: DragEvent) => event.preventDefault(),
  ondrop: (event: DragEvent) => {
    event.preventDefault();
    takePicture(file, event.dataTransfer?.files, chosen);
  },
});

export const pictureButton = (file: string, chosen: (name: string) => void) =>
  button(WORDS.pictures, () => gallery(file, chosen));

// The pictures that the units and sheets of a file may have: one is chosen by what it shows, or one's own taken in.
async function gallery(file: string, chosen: (name: string) => void) {
  const { pictures } = await call("pictures", { file });
  const buttons = pictures.map(({ name, url }) => {
    const called = name.replace(/\.\w+$/, "").replaceAll(/[-_]/g, " ");
    return button([h("img", { src: url, alt: "" }), called], () => {
      dialog.close();
      chosen(name);
    });
  });
  const search = h("input", { type: "search" });
  search.oninput = () => {
    for (const one of buttons) one.hidden = !one.textContent?.toLowerCase().includes(search.value.toLowerCase());
  };
  const own = h("input", { type: "file", accept: ".svg,.png,.jpg,.jpeg,.webp,.gif" });
  own.onchange = () => takePicture(file, own.files, chosen);
  const ways = row(field(WORDS.search, search), field(WORDS.ownPicture, own)),
    bar = h("div", { class: "bar" }, h("h2", {}, WORDS.pictures), closes());
  dialog.replaceChildren(h("div", dropped(file, chosen), bar, ways, h("div", { class: "thumbs" }, buttons)));
  dialog.showModal();
}
