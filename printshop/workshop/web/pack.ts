import { call, printing, stream } from "./calls.ts";
import { type Child, choice, dialog, drawing, h, said, tell, trail } from "./page.ts";
import type { Part } from "./types.ts";
import { INKS, PAPERS, WORDS } from "./words.ts";

// A pack, looked through before it is printed

export async function pack(what: string): Promise<Child[]> {
  const { themes } = await call("games", {});
  trail.replaceChildren(h("a", { href: location.hash }, what));
  const pages = h("div", { class: "thumbs" }),
    prints = h("div", { class: "row" }),
    count = h("p", { role: "status" });
  const [paper, sheet] = choice(WORDS.paper, PAPERS, { onchange: look }),
    [ink, colour] = choice(WORDS.ink, INKS, { onchange: look });
  const [themeLabel, theme] = choice(WORDS.theme, [["", WORDS.own], ...themes], { onchange: look });
  let stop = new AbortController();
  const urls: string[] = [];
  const cancel = h("button", { type: "button", hidden: true, onclick: () => stop.abort() }, WORDS.cancel);

  // Pages come product by product; those in front of all others, which say how many there are, last.
  async function look() {
    stop.abort();
    const mine = new AbortController(),
      asked = { what, paper: sheet.value, ink: colour.value, theme: theme.value };
    stop = mine;
    for (const url of urls.splice(0)) URL.revokeObjectURL(url);
    pages.replaceChildren();
    prints.replaceChildren(...printing(asked));
    cancel.hidden = false;
    tell("");
    const told = () => {
      count.textContent = `${WORDS.pages(urls.length)}${mine.signal.aborted || cancel.hidden ? "" : ` - ${WORDS.making}`}`;
    };
    told();
    try {
      await stream(
        "preview",
        asked,
        part => {
          pages[part.front ? "prepend" : "append"](...part.pages.map(thumb));
          told();
        },
        mine.signal,
      );
    } catch (error) {
      tell(said(error));
    }
    if (mine !== stop) return;
    cancel.hidden = true;
    told();
  }

  function thumb({ svg, code }: Part["pages"][number]) {
    const url = drawing(svg);
    urls.push(url);
    return h(
      "button",
      { type: "button", onclick: () => large(url, code) },
      h("img", { src: url, alt: "", loading: "lazy" }),
      code,
    );
  }

  look();
  return [
    h("h1", {}, what.slice(what.lastIndexOf("/") + 1).replaceAll("_", " ")),
    h("div", { class: "row" }, paper, ink, themeLabel),
    prints,
    h("div", { class: "row" }, count, cancel),
    pages,
  ];
}

function large(url: string, code: string) {
  dialog.replaceChildren(
    h("img", { class: "large", src: url, alt: code }),
    h("button", { type: "button", onclick: () => dialog.close() }, WORDS.close),
  );
  dialog.showModal();
}
