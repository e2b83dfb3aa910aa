// Pieces that pages are made of. What a file says becomes text, never markup.

import type { Problem } from "./types.ts";
import { WORDS } from "./words.ts";

// What may stand in a node; "" and null are nothing.
export type Child = Node | string | null | undefined | Child[];
type Heard = { [E in keyof HTMLElementEventMap as `on${E}`]?: (event: HTMLElementEventMap[E]) => unknown };
export type Props = Heard & { [name: string]: unknown };
// One to choose: what it means, and how it is called if that is another word.
export type Choice = string | [value: string, called: string];
// What a view is: asked with what its address names, it gives what stands on the page.
export type View = (...named: string[]) => Promise<Child[]>;

export const byId = (id: string) => document.getElementById(id) as HTMLElement;
export const main = byId("main"),
  told = byId("told"),
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
  told.replaceChildren(...(words ? [words, ...more] : []));
}

export const said = (error: unknown) => (error instanceof Error ? error.message : String(error));

export function choice(label: string, options: Choice[], more: Props = {}): [HTMLLabelElement, HTMLSelectElement] {
  const pairs = options.map(option => (typeof option === "string" ? [option, option] : option));
  const select = h(
    "select",
    more,
    pairs.map(([value, called]) => h("option", { value }, called)),
  );
  return [h("label", { class: "field" }, label, select), select];
}

export async function asBase64(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}

export const drawing = (svg: string) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));

// Pages as pictures in a sheet: what it is given next takes the place of those before; without any, they stay, pale.
export function pictures(sheet: HTMLElement, alt: (page: number) => string, ...head: Node[]) {
  let urls: string[] = [];
  return (pages: string[]) => {
    if (!pages.length) return false;
    for (const url of urls) URL.revokeObjectURL(url);
    urls = pages.map(drawing);
    sheet.replaceChildren(...head, ...urls.map((src, number) => h("img", { src, alt: alt(number + 1) })));
    sheet.classList.remove("old");
    return true;
  };
}

export const inWords = (problems: Problem[]) =>
  problems.map(({ message, hint }) => [message, hint].filter(Boolean).join("; ")).join(" ");
export const problemsOf = (problems: Problem[]) =>
  problems.map(problem => h("p", { class: "wrong" }, inWords([problem])));

// Shows the page anew, from what its files are now.
export const again = () => dispatchEvent(new Event("hashchange"));

// Asks for a name, makes something that is called so, and goes there.
export function begin(title: string, make: (name: string, like: string) => Promise<string>, kinds: string[] = []) {
  const [likeLabel, like] = choice(WORDS.like, kinds);
  const name = h("input", { required: true, maxlength: "60", autocomplete: "off" }),
    wrong = h("p", { class: "wrong", role: "alert" });
  dialog.replaceChildren(
    h(
      "form",
      {
        class: "inputs",
        onsubmit: async event => {
          event.preventDefault();
          try {
            if (!name.value.trim()) throw new Error(WORDS.noName);
            const there = await make(name.value.trim(), like.value);
            dialog.close();
            location.hash = there;
          } catch (error) {
            wrong.textContent = said(error);
          }
        },
      },
      h("h2", {}, title),
      h("label", { class: "field" }, WORDS.name, name),
      kinds.length ? likeLabel : null,
      wrong,
      h(
        "div",
        { class: "row" },
        h("button", { class: "first" }, WORDS.begin),
        h("button", { type: "button", onclick: () => dialog.close() }, WORDS.cancel),
      ),
    ),
  );
  dialog.showModal();
  name.focus();
}
