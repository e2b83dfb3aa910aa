import { handed, settle, type Turns } from "./calls.ts";
import { again, at, button, type Child, done, drawing, field, h, type Props, row, submitted, tell, trail, trying } from "./page.ts";
import { isPrivate, keepShared, lookAtShared, readLink, readSharedFile, setShareAddress, share, shareAddress } from "./share.ts";
import type { Wrapped } from "./types.ts";
import { WORDS } from "./words.ts";

// A file that is changed, with a way to send it; and the page of what somebody has sent.

interface Bench {
  heading: HTMLElement;
  left: Child[];
  right: Child[];
  first?: Child; // before what is done to the file as a whole
  last?: Child; // behind that
}

// A file to be changed on the left, what it looks like on the right.
export function bench(
  { file, undo, redo, kept }: Omit<Turns, "send" | "typed" | "text">,
  { heading, left, right, first, last = kept }: Bench,
  more: Props = {},
): Child[] {
  const send = button(WORDS.share, () =>
    trying(async () => {
      await settle();
      const { link, ...made } = await share(file);
      if (!link) {
        handed(made);
        return tell(WORDS.shareFile(made.name));
      }
      try {
        await navigator.clipboard.writeText(link);
        done(WORDS.copiedLink(isPrivate(), location.port));
      } catch {
        tell(link);
      }
    }),
  );
  const ways = row(first, undo, redo, send, last);
  return [heading, h("div", { class: "editor", ...more }, h("div", {}, ways, left), h("div", {}, right))];
}

// What a link calls its file, without whatever a name of a file does not have.
const cleaned = (file: string) =>
  file
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, " ")
    .trim()
    .slice(0, 60);

// A file that somebody has sent and that was opened here: too long for an address.
let opened: Wrapped | null = null;

export const opening = () => {
  const input = h("input", {
    type: "file",
    hidden: true,
    accept: ".zip,.yaml",
    onchange: () =>
      trying(async () => {
        const file = input.files?.[0];
        if (!file) return;
        opened = await readSharedFile(file);
        location.hash = at("take", opened.name);
        again();
      }),
  });
  return [button(WORDS.openShared, () => input.click()), input];
};

export const addressSetting = () => {
  const input = h("input", { type: "url", value: shareAddress(), size: "40" });
  input.onchange = () => {
    tell(setShareAddress(input.value) ? "" : WORDS.noAddress);
    input.value = shareAddress();
  };
  return field(WORDS.linksBeginWith, input);
};

export async function takePage(there: string): Promise<Child[]> {
  const linked = readLink(there),
    sent = !linked.data && opened?.name === linked.name ? opened : linked,
    called = cleaned(sent.name),
    look = await lookAtShared(sent);
  trail.replaceChildren(h("a", { href: location.hash }, called));
  const name = h("input", { value: called, maxlength: "60" }),
    wrong = h("p", { class: "wrong", role: "alert" });
  const onsubmit = submitted(wrong, async () => {
    const kept = await keepShared(sent, name.value.trim());
    if (kept.renamed.length) done(kept.renamed.join("; "));
    return kept.game ? at("game", kept.game) : at(kept.fleet ? "fleet" : "edit", kept.file);
  });
  const pages = look.pages.map(page => h("img", { src: drawing(page), alt: look.units })),
    region = { role: "region", "aria-label": WORDS.text };
  return [
    h("h1", {}, WORDS.sent),
    look.game ? h("p", {}, WORDS.sentUnits(look.game, look.units, look.points)) : "",
    h("form", { class: "row", onsubmit }, field(WORDS.keepAs, name), h("button", { class: "first" }, WORDS.keep)),
    wrong,
    look.files.length > 1 ? h("p", {}, WORDS.sentFiles(look.files)) : "",
    pages.length ? h("section", { class: "sheet sent", "aria-label": WORDS.records }, pages) : "",
    h("details", {}, h("summary", {}, WORDS.sentText), h("pre", { class: "sent", tabindex: "0", ...region }, look.text)),
  ];
}
