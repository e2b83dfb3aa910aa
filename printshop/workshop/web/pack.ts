import { call, located, printing, stream } from "./calls.ts";
import { button, type Child, type Choice, choice, closes, dialog, drawing, h, row, tell, trying } from "./page.ts";
import type { Part } from "./types.ts";
import { INKS, PAPERS, WORDS } from "./words.ts";

// A pack, looked through before it is printed

export async function pack(what: string): Promise<Child[]> {
  const { title, of: game, themes } = await call("around", { of: what });
  located(what, game, h("a", { href: location.hash }, title));
  const pages = h("div", { class: "thumbs" }),
    prints = row(),
    count = h("p", { role: "status" });
  const [paper, sheet] = choice(WORDS.paper, PAPERS, { onchange: look }),
    [ink, colour] = choice(WORDS.ink, INKS, { onchange: look });
  const [themeLabel, theme] = choice(
    WORDS.theme,
    [["", WORDS.own], ...themes.map((one): Choice => [one, one.replaceAll("_", " ")])],
    { onchange: look },
  );
  let stop = new AbortController();
  const urls: string[] = [];
  const cancel = button(WORDS.cancel, () => stop.abort(), { hidden: true });

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
    const came = (part: Part) => {
      pages[part.front ? "prepend" : "append"](...part.pages.map(page => thumb(page, part.of)));
      told();
    };
    told();
    await trying(() => stream("preview", asked, came, mine.signal));
    if (mine !== stop) return;
    cancel.hidden = true;
    told();
  }

  function thumb({ svg, code }: Part["pages"][number], of: string) {
    const url = drawing(svg);
    urls.push(url);
    const page: HTMLButtonElement = button("", () => large(page));
    const said = h("span", {}, code, of ? h("small", {}, ` ${of}`) : "");
    page.append(h("img", { src: url, alt: "", loading: "lazy" }), said);
    return page;
  }

  look();
  return [h("h1", {}, title), row(paper, ink, themeLabel, prints), row(count, cancel), pages];
}

// A page, large; the one before it and the one behind it by a button, or an arrow.
function large(from: HTMLButtonElement) {
  const image = h("img", { class: "large" }),
    where = h("span", { role: "status" });
  let shown = from;
  const other = (button: HTMLButtonElement, step: "previousElementSibling" | "nextElementSibling") => {
    const found = button[step];
    return found instanceof HTMLButtonElement ? found : null;
  };
  const show = (button: HTMLButtonElement | null) => {
    if (!button) return;
    shown = button;
    image.src = button.querySelector("img")?.src || "";
    image.alt = button.textContent || "";
    where.textContent = image.alt;
    before.disabled = !other(shown, "previousElementSibling");
    after.disabled = !other(shown, "nextElementSibling");
  };
  const back = () => show(other(shown, "previousElementSibling")),
    on = () => show(other(shown, "nextElementSibling"));
  const before = button(WORDS.before, back),
    after = button(WORDS.after, on),
    turned = (event: KeyboardEvent) => {
      if (event.key === "ArrowLeft") back();
      if (event.key === "ArrowRight") on();
    };
  dialog.replaceChildren(h("div", { onkeydown: turned }, image, row(before, after, where, closes())));
  show(from);
  dialog.showModal();
}
