import { call, printing, stream } from "./calls.js";
import { choice, h, tell, trail } from "./page.js";
import { INKS, PAPERS, WORDS } from "./words.js";

// A pack, looked through before it is printed

export async function pack(what) {
  const { themes } = await call("games");
  trail.replaceChildren(h("a", { href: location.hash }, what));
  const pages = h("div", { class: "thumbs" }),
    prints = h("div", { class: "row" }),
    count = h("p", { role: "status" });
  const [paper, sheet] = choice(WORDS.paper, PAPERS, { onchange: look }),
    [ink, colour] = choice(WORDS.ink, INKS, { onchange: look });
  const [themeLabel, theme] = choice(WORDS.theme, [["", WORDS.own], ...themes], { onchange: look });
  let stop = new AbortController();
  const urls = [];
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
      tell(error.message);
    }
    if (mine !== stop) return;
    cancel.hidden = true;
    told();
  }

  function thumb({ svg, code }) {
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
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
    h("h1", {}, what.split("/").pop().replaceAll("_", " ")),
    h("div", { class: "row" }, paper, ink, themeLabel),
    prints,
    h("div", { class: "row" }, count, cancel),
    pages,
  ];
}

function large(url, code) {
  const dialog = document.getElementById("ask");
  dialog.replaceChildren(
    h("img", { class: "large", src: url, alt: code }),
    h("button", { type: "button", onclick: () => dialog.close() }, WORDS.close),
  );
  dialog.showModal();
}
