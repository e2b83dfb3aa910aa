// The buttons to print, and to make files of all other kinds: the same in every view.

import { ActionError, download, fileAddress, makeFile } from "../browser/client.ts";
import type { DocumentState } from "../model/document.ts";
import { PAPERS } from "../model/print_choice.ts";
import type { IconName } from "../components/icons.tsx";
import { attempt, closeNotices, notify } from "../browser/notices.ts";
import { SITE } from "../browser/storage.ts";
import type { FileRequest } from "../types.ts";
import { Button, type Children, Collapsible, LinkButton, Menu, MenuItem, useNarrow } from "../components/ui.tsx";

interface Format {
  words: string;
  hint: string;
  icon: IconName;
  more: Partial<FileRequest>;
}
const FORMATS: Record<"Paper" | "Pictures" | "Screen" | "Online table", Format[]> = {
  Paper: PAPERS.map(({ key, label, hint }) => ({
    words: `PDF for ${label}`,
    hint,
    icon: "print",
    more: { paper: key },
  })),
  Pictures: [
    {
      words: "Drawings (SVG)",
      hint: "One file for each page: for Inkscape, Illustrator or a plotter",
      icon: "picture",
      more: { kind: "svg" },
    },
    {
      words: "Pictures (PNG)",
      hint: "One file for each page: for chats, web pages and photo prints",
      icon: "picture",
      more: { kind: "png" },
    },
  ],
  Screen: [
    {
      words: "PDF to fill in",
      hint: "Tick boxes and type on a computer, then save it",
      icon: "edit",
      more: { fillable: true },
    },
    {
      words: "For a tablet (HTML)",
      hint: "One file for any browser: mark damage with a finger, offline",
      icon: "play",
      more: { kind: "html" },
    },
  ],
  "Online table": [
    {
      words: "Module for VASSAL",
      hint: "Play on a computer, against others by internet",
      icon: "games",
      more: { kind: "vassal" },
    },
    {
      words: "Tabletop Simulator",
      hint: "A zip with the pieces and how to install them",
      icon: "dice",
      more: { kind: "tts" },
    },
  ],
};
const TABLETOP =
  "Unpack the zip into the folder 'Tabletop Simulator' of your documents (My Games). Then choose Objects > Saved " +
  "Objects in the game. The file READ ME in the zip says more.";
export const FULL_SIZE = "Print at 100\u00a0%, not “fit to page”";
const WHOLE = "Not while pages are left out: these have every piece";
export const WHOLE_MAP = "whole map"; // the product of a view that draws a map on one page

// Returns the reason why an open file cannot be printed now, or "": a print shows the saved file.
export function findPrintProblem({ document, conflict, error }: DocumentState) {
  if (conflict) return "Your last change is not saved: choose first.";
  if (error) return "Your last change is not saved: see the message.";
  return document.problems.length ? "Correct the problem first: then it can be printed." : "";
}

// Fetches a file from the server. An error of the file is an error here, not a page of text in a new tab.
async function fetchFile(wanted: FileRequest) {
  const answer = await fetch(fileAddress(wanted));
  if (!answer.ok)
    throw new ActionError([{ message: (await answer.text()).trim().replaceAll("\n", "; ") }], answer.status);
  const name = /filename\*=utf-8''(.*)$/i.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "";
  download({
    name: decodeURIComponent(name),
    media: answer.headers.get("Content-Type") ?? "",
    bytes: new Uint8Array(await answer.arrayBuffer()),
  });
}

// Makes a file and hands it over, with a message while it is made and when it is there.
const saveFile = (wanted: FileRequest, words: string) =>
  attempt(async () => {
    notify(`${words}: the file is made ...`, "progress");
    try {
      await (SITE ? makeFile(wanted) : fetchFile(wanted));
    } finally {
      closeNotices("progress");
    }
    notify(wanted.kind === "tts" ? TABLETOP : `${words}: the file is saved.`, "done", undefined, true);
  });

const MAKING = "Making the PDF ...";
// Opens a file in a new tab, which says that the file is made until it is there. Returns whether the browser allows this.
function openWithWords(address: string) {
  const tab = open("about:blank", "_blank");
  if (!tab) return false;
  tab.opener = null;
  tab.document.title = MAKING;
  tab.document.body.style.cssText = "margin: 20vh 0 0; font: 1.25rem sans-serif; text-align: center; color: #555";
  tab.document.body.textContent = MAKING;
  tab.location.href = new URL(address, location.href).href;
  notify(`${MAKING} It opens in a new tab.`);
  return true;
}
// Opens a PDF, or saves it where no tab can be opened.
export async function openFile(wanted: FileRequest) {
  if (SITE || !openWithWords(fileAddress(wanted))) await saveFile(wanted, "PDF");
}
// Returns the attributes of a link that prints a PDF: it opens the file in a new tab, or the site makes the file.
export const printLink = (wanted: FileRequest) => ({
  href: SITE ? "#" : fileAddress(wanted),
  newTab: !SITE,
  onClick: (event: MouseEvent) => {
    if (SITE) {
      event.preventDefault();
      void saveFile(wanted, "PDF");
    } else if (!event.ctrlKey && !event.metaKey && !event.shiftKey && openWithWords(fileAddress(wanted)))
      event.preventDefault();
  },
});

interface PrintProps {
  wanted: FileRequest;
  label?: string;
  problem?: string; // why nothing can be printed now
  quiet?: boolean; // another button of the view is the primary one
  isBare?: boolean; // only the icon is shown
  align?: "start" | "end";
  items?: Children; // further actions of the view, which stand in the list of the other formats
}
// A button that prints a PDF.
export function PrintButton({ wanted, label = "Print (PDF)", problem = "", quiet, isBare }: PrintProps) {
  const kind = quiet ? "secondary" : "primary";
  return problem ? (
    <Button kind={kind} icon="print" label={isBare ? label : undefined} reason={problem}>
      {!isBare && label}
    </Button>
  ) : (
    <LinkButton kind={kind} icon="print" label={isBare ? label : undefined} {...printLink(wanted)}>
      {!isBare && label}
    </LinkButton>
  );
}

// The other kinds of files, for a list of actions.
export function FormatItems({ wanted, problem = "" }: PrintProps) {
  // A table for playing has everything.
  const isPart = Boolean(wanted.product || wanted.form),
    leavesOut = Boolean(wanted.pages || wanted.without);
  return (
    <>
      {Object.entries(FORMATS).map(([group, formats]) =>
        (isPart && group === "Online table") || (wanted.paper && group === "Paper") ? null : (
          <div role="group" aria-label={group} key={group}>
            <b aria-hidden="true">{group}</b>
            {group === (wanted.paper ? "Pictures" : "Paper") && <small class="full-size">{FULL_SIZE}</small>}
            {group === "Online table" && leavesOut && <small class="full-size">{WHOLE}</small>}
            {formats.map(({ words, hint, icon, more }) => (
              <MenuItem
                key={words}
                icon={icon}
                hint={hint}
                disabled={Boolean(problem) || (group === "Online table" && leavesOut)}
                onClick={() => saveFile({ ...wanted, ...more }, words)}
              >
                {words}
              </MenuItem>
            ))}
          </div>
        ),
      )}
    </>
  );
}
const FormatsMenu = ({ align = "end", items, ...props }: PrintProps) => (
  <Menu label={items ? "More" : "Other formats"} icon="more" hideLabel align={align} kind="quiet">
    {items}
    {items && <hr />}
    <FormatItems {...props} />
  </Menu>
);

// Both side by side. With `advice`, how to print stands below, after `note`; the list of the formats says it, too. Without `formats`,
// another list of the view has them.
export const PrintMenu = ({
  formats = true,
  advice,
  note,
  ...props
}: PrintProps & { formats?: boolean; advice?: boolean; note?: string }) => (
  <span class="print-menu" title={props.problem || FULL_SIZE}>
    <PrintButton {...props} />
    {formats && <FormatsMenu {...props} />}
    {advice && (
      <small class={`full-size${props.problem ? " absent" : ""}`}>
        {note && `${note}. `}
        {FULL_SIZE}
      </small>
    )}
  </span>
);

// Prints and other actions of a view. On a narrow screen, all but a primary print button are folded.
export function PrintActions({
  children,
  isPrimary = true,
  ...props
}: PrintProps & { children?: Children; isPrimary?: boolean }) {
  const isNarrow = useNarrow();
  return (
    <>
      {isNarrow && isPrimary && <PrintButton {...props} label="Print" />}
      <Collapsible>
        {isNarrow && !isPrimary && <PrintButton {...props} quiet />}
        {children}
        {!isNarrow && <PrintMenu {...props} quiet={props.quiet || !isPrimary} />}
        {isNarrow && (
          <>
            {props.items}
            <Menu label="Other formats" icon="files" kind="quiet">
              <FormatItems {...props} />
            </Menu>
          </>
        )}
      </Collapsible>
    </>
  );
}
