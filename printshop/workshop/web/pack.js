import { call, printing } from "./calls.js";
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
  let urls = [],
    turn = 0;
  async function look() {
    const mine = ++turn,
      asked = { what, paper: sheet.value, ink: colour.value, theme: theme.value };
    pages.classList.add("old");
    count.textContent = WORDS.making;
    try {
      const found = await call("preview", asked);
      if (mine !== turn) return;
      for (const url of urls) URL.revokeObjectURL(url);
      urls = found.pages.map(page => URL.createObjectURL(new Blob([page.svg], { type: "image/svg+xml" })));
      pages.replaceChildren(
        ...found.pages.map((page, n) =>
          h(
            "button",
            { type: "button", onclick: () => large(urls[n], page.code) },
            h("img", { src: urls[n], alt: "", loading: "lazy" }),
            page.code || String(n + 1),
          ),
        ),
      );
      count.textContent = WORDS.pages(found.pages.length);
      prints.replaceChildren(...printing(asked));
    } catch (error) {
      if (mine === turn) {
        count.textContent = "";
        tell(error.message);
      }
    }
    pages.classList.remove("old");
  }
  look();
  return [
    h("h1", {}, what.split("/").pop().replaceAll("_", " ")),
    h("div", { class: "row" }, paper, ink, themeLabel),
    prints,
    count,
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
