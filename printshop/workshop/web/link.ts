import { call, type Turns, Wrong } from "./calls.ts";
import { at, button, type Child, done, drawing, field, h, type Props, row, SITE, submitted, tell, trail } from "./page.ts";
import { WORDS } from "./words.ts";

// A file as a link that holds it.

const packed = async (bytes: Uint8Array<ArrayBuffer>, way: CompressionStream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way)).arrayBuffer());

async function linkTo(file: string, text: string) {
  const bytes = await packed(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const words = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const workshop = SITE ? location.href.split("#")[0] : `${location.origin}/`; // each has a path of its own
  return `${workshop}#/take/${encodeURIComponent(file.split("/").pop() || "")}/${words}`;
}

interface Bench {
  heading: HTMLElement;
  left: Child[];
  right: Child[];
  first?: Child; // before what is done to the file as a whole
  last?: Child; // behind that
}

// A file to be changed on the left, what it looks like on the right.
export function bench(
  { file, text, undo, redo, kept }: Omit<Turns, "send" | "typed">,
  { heading, left, right, first, last = kept }: Bench,
  more: Props = {},
): Child[] {
  const share = button(WORDS.share, async () => {
    const link = await linkTo(file, text());
    try {
      await navigator.clipboard.writeText(link);
      done(WORDS.copiedLink(SITE, location.port));
    } catch {
      tell(link);
    }
  });
  const ways = row(first, undo, redo, share, last);
  return [heading, h("div", { class: "editor", ...more }, h("div", {}, ways, left), h("div", {}, right))];
}

// What a link calls its file, without its suffix and whatever a name of a file does not have.
const cleaned = (file: string) =>
  file
    .replace(/\.yaml$/, "")
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, " ")
    .trim()
    .slice(0, 60);

export async function takePage(there: string): Promise<Child[]> {
  const [file = "", words = ""] = there.split("/");
  let text = "";
  try {
    // no more than a file may have is ever unpacked
    const bytes = Uint8Array.from(atob(words.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0)),
      decoder = new TextDecoder();
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > 1_000_000) {
        await reader.cancel();
        throw new Error("too long");
      }
    }
    if (!text) throw new Error("empty");
  } catch {
    throw new Wrong([{ message: WORDS.badLink }]);
  }
  const called = cleaned(file);
  trail.replaceChildren(h("a", { href: location.hash }, called));
  const name = h("input", { value: called, maxlength: "60" }),
    wrong = h("p", { class: "wrong", role: "alert" });
  const onsubmit = submitted(wrong, async () => {
    const kept = await call("take", { file: `${name.value.trim()}.yaml`, text });
    return at(kept.fleet ? "fleet" : "edit", kept.file);
  });
  const look = await call("look", { text }),
    pages = look.pages.map(page => h("img", { src: drawing(page), alt: look.units })),
    region = { role: "region", "aria-label": WORDS.text };
  return [
    h("h1", {}, WORDS.sent),
    look.game ? h("p", {}, WORDS.sentUnits(look.game, look.units, look.points)) : "",
    h("form", { class: "row", onsubmit }, field(WORDS.keepAs, name), h("button", { class: "first" }, WORDS.keep)),
    wrong,
    pages.length ? h("section", { class: "sheet sent", "aria-label": WORDS.records }, pages) : "",
    h("details", {}, h("summary", {}, WORDS.sentText), h("pre", { class: "sent", tabindex: "0", ...region }, text)),
  ];
}
