import { handed, settle, type Turns } from "./calls.ts";
import { again, button, type Child, done, field, h, type Props, row, tell, trying } from "./page.ts";
import { isPrivate, openSharedFile, setShareAddress, share, shareAddress } from "./share.ts";
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

export const opening = () => {
  const input = h("input", {
    type: "file",
    hidden: true,
    accept: ".zip,.yaml",
    onchange: () =>
      trying(async () => {
        const file = input.files?.[0];
        if (!file) return;
        await openSharedFile(file);
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
