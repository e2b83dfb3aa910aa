// Pieces that pages are made of. What a file says becomes text, never markup.

import { WORDS } from "./words.js";

export const main = document.getElementById("main"),
  told = document.getElementById("told"),
  trail = document.getElementById("trail");

export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && typeof value !== "string") node[key] = value;
    else if (value !== undefined && value !== null && value !== false)
      node.setAttribute(key === "class" ? "class" : key, value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ""));
  return node;
}

export function tell(words, ...more) {
  told.replaceChildren(...(words ? [words, ...more] : []));
}

export const choice = (label, options, more = {}) => {
  const select = h(
    "select",
    more,
    options.map(option =>
      h("option", { value: Array.isArray(option) ? option[0] : option }, Array.isArray(option) ? option[1] : option),
    ),
  );
  return [h("label", { class: "field" }, label, select), select];
};

export async function asBase64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}

// What is typed waits a moment for what follows it.
const timers = new Map();
export function later(key, action, pause = 250) {
  clearTimeout(timers.get(key));
  timers.set(key, setTimeout(action, pause));
}

// Pages as pictures in a sheet: what it is given next takes the place of those before; without any, they stay, pale.
export function pictures(sheet, alt, ...head) {
  let urls = [];
  return pages => {
    if (!pages.length) return false;
    for (const url of urls) URL.revokeObjectURL(url);
    urls = pages.map(page => URL.createObjectURL(new Blob([page], { type: "image/svg+xml" })));
    sheet.replaceChildren(...head, ...urls.map((src, number) => h("img", { src, alt: alt(number + 1) })));
    sheet.classList.remove("old");
    return true;
  };
}

export const problemsOf = problems =>
  problems.map(({ line, message, hint }) =>
    h("p", { class: "wrong" }, line ? `${WORDS.line(line)}: ` : "", message, hint ? `; ${hint}` : ""),
  );

// Shows the page anew, from what its files are now.
export const again = () => dispatchEvent(new Event("hashchange"));

// Asks for a name, makes something that is called so, and goes there.
export function begin(title, make, kinds = []) {
  const [likeLabel, like] = choice(WORDS.like, kinds, {});
  const dialog = document.getElementById("ask"),
    name = h("input", { required: true, maxlength: "60", autocomplete: "off" }),
    wrong = h("p", { class: "wrong", role: "alert" });
  dialog.replaceChildren(
    h(
      "form",
      {
        class: "inputs",
        onsubmit: async event => {
          event.preventDefault();
          try {
            const there = await make(name.value.trim(), like.value);
            dialog.close();
            location.hash = there;
          } catch (error) {
            wrong.textContent = error.message;
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
