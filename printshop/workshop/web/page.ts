// Pieces that pages are made of. What a file says becomes text, never markup.

import type { Place, Problem } from "./types.ts";
import { WORDS } from "./words.ts";

// What may stand in a node; "" and null are nothing.
export type Child = Node | string | null | undefined | Child[];
type Heard = { [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E]) => unknown };
export type Props = Heard & { [name: string]: unknown };
// One to choose: what it means, and how it is called if that is another word.
export type Choice = string | [value: string, called: string];
// What a view is: asked with what its address names, it gives what stands on the page.
export type View = (...named: string[]) => Promise<Child[]>;

// Where this copy of the site lies: others of the same origin keep what is theirs under the names of their own places. A
// workshop lies at another place each time that it is begun, and may serve another folder at the same port.
export const PLACE = new URL(".", location.href).href;
export const SITE = document.documentElement.dataset.site !== undefined;
const ours = (name: string) =>
  `printshop ${SITE ? new URL(PLACE).pathname : document.documentElement.dataset.folder} ${name}`;

// What the browser keeps for this page by name; what the site has kept under the mere name, as it once did, holds, too.
export const remembered = (store: Storage, name: string) =>
  store.getItem(ours(name)) ?? (SITE ? store.getItem(name) : null);
export const forget = (store: Storage, name: string) => store.removeItem(ours(name));
export function remember(store: Storage, name: string, words: string) {
  try {
    store.setItem(ours(name), words);
  } catch {
    // it is full: what is older than this goes, of this window alone
    for (const old of Object.keys(store)) if (store === sessionStorage && old.startsWith(ours(""))) store.removeItem(old);
  }
}

const byId = (id: string) => document.getElementById(id) as HTMLElement;
export const told = byId("told"),
  trail = byId("trail"),
  dialog = byId("ask") as HTMLDialogElement;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value as EventListener);
    else if (key in node && typeof value !== "string") Object.assign(node, { [key]: value });
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(key, String(value));
  }
  node.append(...nodes(children));
  return node;
}

export const nodes = (children: Child[]): (Node | string)[] =>
  children.flatMap(child => (Array.isArray(child) ? nodes(child) : child ? [child] : []));

export function tell(words: string, ...more: Node[]) {
  told.className = "";
  told.replaceChildren(...(words ? [words, ...more] : []));
}

// Tells that something is done; it goes by itself.
export function done(words: string) {
  tell(words);
  told.className = "done";
  setTimeout(() => told.classList.contains("done") && tell(""), 8000);
}

export const row = (...children: Child[]) => h("div", { class: "row" }, ...children);
export const button = (words: Child, onclick: (event: MouseEvent) => unknown, more: Props = {}) =>
  h("button", { type: "button", onclick, ...more }, words);
export const link = (words: string, href: string) => h("a", { class: "button", href }, words);
export const field = (words: string, ...control: Child[]) => h("label", { class: "field" }, words, ...control);
export const closes = () => button(WORDS.close, () => dialog.close());
// The address of a view, and what it names there.
export const at = (...named: string[]) => `#/${named.map(encodeURIComponent).join("/")}`;

export const capital = (words: string, so = true) => (so ? words.charAt(0).toUpperCase() + words.slice(1) : words);
export const said = (error: unknown) => (error instanceof Error ? error.message : String(error));

// Does something, or tells why not.
export const trying = (act: () => Promise<unknown>) => act().catch(error => tell(said(error)));

export function choices(options: Choice[], more: Props = {}) {
  const pairs = options.map(option => (typeof option === "string" ? [option, option] : option));
  const all = pairs.map(([value, called]) => h("option", { value }, called));
  return h("select", more, all);
}
export function choice(label: string, options: Choice[], more: Props = {}) {
  const select = choices(options, more);
  return [field(label, select), select] as const;
}

export async function asBase64(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}

export const drawing = (svg: string) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));

// A drawing on which other things stand.
export function under(svg: string, alt: string) {
  const image = h("img", { src: drawing(svg), alt });
  image.onload = () => URL.revokeObjectURL(image.src);
  return image;
}
export function stand(node: HTMLElement, [left, top, width, height]: Place) {
  Object.assign(node.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
}

// Pages as pictures in a sheet: what it is given next takes the place of those before; without any, they stay, pale. A
// page that is as it was keeps its picture: to show another takes the browser longer than all else.
export function pictures(sheet: HTMLElement, alt: (page: number) => string) {
  let shown: { page: string; image: HTMLImageElement }[] = [];
  return (pages: string[]) => {
    if (!pages.length) return false;
    const before = shown;
    shown = pages.map(page => {
      const at = before.findIndex(one => one.page === page);
      return before.splice(at, at < 0 ? 0 : 1)[0] || { page, image: h("img", { src: drawing(page) }) };
    });
    for (const { image } of before) URL.revokeObjectURL(image.src);
    const images = shown.map(one => one.image);
    for (const [number, image] of images.entries()) image.alt = alt(number + 1);
    if (images.length !== sheet.children.length || images.some((image, number) => image !== sheet.children[number]))
      sheet.replaceChildren(...images);
    if (images.length > 1) sheet.tabIndex = 0; // on a narrow screen they are moved sideways
    sheet.classList.remove("old");
    return true;
  };
}

// What is to be typed in a terminal is left out: here nobody has one.
const TYPED =
  /(; )?(?:for example, )?write(?: a unit first)?: printshop[^;]*| \(for a table, use --[^)]*\)|(?:install (?:it|the package): |run ')?pip install [^,;]+([,;] or (in a copy [^:]*: )?)?/g;
export const hintOf = (hint: string) => hint.replace(TYPED, "");
export const inWords = (problems: Problem[]) =>
  problems.map(({ message, hint }) => [message, hintOf(hint)].filter(Boolean).join("; ")).join(" ");
// Says at an input what is wrong with it, "" for nothing.
export function faulted(control: HTMLElement, wrong: HTMLElement, words: string) {
  wrong.textContent = words;
  control.setAttribute("aria-invalid", String(Boolean(words)));
}
export const problemsOf = (problems: Problem[]) =>
  problems.map(problem => h("p", { class: "wrong" }, inWords([problem])));

// Arrow keys go from one of some nodes on a page to the nearest in their direction.
export const arrows = (all: HTMLElement[]) => (event: KeyboardEvent) => {
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] || [0, 0];
  const from = all.find(one => one === event.target)?.getBoundingClientRect();
  if (!from || !(x || y)) return;
  event.preventDefault();
  let best: HTMLElement | undefined,
    least = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const to = one.getBoundingClientRect();
    const across = to.left + to.right - from.left - from.right,
      down = to.top + to.bottom - from.top - from.bottom;
    const along = across * x + down * y, // all of them twice as far
      aside = Math.abs(x ? down : across),
      level = aside < (x ? from.height + to.height : from.width + to.width) - 2;
    const far = along + (level ? 0.01 : 20) * aside;
    if (along > 1 && far < least) [best, least] = [one, far];
  }
  best?.focus();
};

// More to choose from, behind one button.
export const menu = (words: string, ...contents: Child[]) =>
  h("details", { class: "menu" }, h("summary", { class: "button" }, words), h("div", {}, contents));

// Shows the page anew, from what its files are now.
export const again = () => dispatchEvent(new Event("hashchange"));

// One of those that something can begin as: with a line on it.
interface Kind {
  key: string;
  title: string;
  said?: string;
  picture?: string;
}

// Asks for a name, and whatever `more` asks for; makes something that is called so, and goes there.
export function begin(
  title: string,
  make: (name: string, like: string, given: FormData) => Promise<string>,
  kinds: Kind[] = [],
  legend = WORDS.like,
  more: Child[] = [],
) {
  const name = h("input", { required: true, maxlength: "60", autocomplete: "off" });
  const likes = kinds.map(({ key, title, said, picture }, number) => {
    const radio = h("input", { type: "radio", name: "like", value: key, checked: !number });
    const image = picture === undefined ? "" : picture ? h("img", { src: picture, alt: "" }) : h("i");
    return h("label", { class: "like" }, radio, image, h("span", {}, h("b", {}, title), " ", h("small", {}, said)));
  });
  const parts = [
    field(WORDS.name, name),
    kinds.length ? h("fieldset", {}, h("legend", {}, legend), likes) : null,
    more,
  ];
  asked(title, WORDS.begin, parts, form => {
    if (!name.value.trim()) throw new Error(WORDS.noName);
    const given = new FormData(form);
    return make(name.value.trim(), String(given.get("like") || ""), given);
  });
  name.focus();
}

// What a form asks for is done, which gives where it goes on; or it says why not.
type Act = (form: HTMLFormElement) => Promise<string>;
export const submitted = (wrong: HTMLElement, act: Act) => async (event: Event) => {
  event.preventDefault();
  try {
    const there = await act(event.target as HTMLFormElement);
    dialog.close();
    location.hash = there;
  } catch (error) {
    wrong.textContent = said(error);
  }
};

export function asked(title: string, words: string, parts: Child[], act: Act) {
  const wrong = h("p", { class: "wrong", role: "alert" }),
    first = h("button", { class: "first" }, words),
    cancel = button(WORDS.cancel, () => dialog.close()),
    onsubmit = submitted(wrong, act);
  dialog.replaceChildren(
    h("form", { class: "inputs", onsubmit }, h("h2", {}, title), parts, wrong, row(first, cancel)),
  );
  dialog.showModal();
}
