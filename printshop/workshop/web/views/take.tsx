// Files from another user, as a link or as a file: their contents, drawn, before they are written into the folder.

import { useState } from "preact/hooks";
import { counted } from "../words.ts";
import { asSentence, attempt, messageOf, notify } from "../browser/notices.ts";
import { call } from "../browser/client.ts";
import { findTitle } from "../model/first_title.ts";
import { listOwnFiles } from "../model/own_files.ts";
import { addressOfFile, go, HOME } from "../browser/routes.ts";
import { keepShared, lookAtShared, readLink, type SharedFile } from "../browser/share.ts";
import { type ViewComponent, ViewHead } from "../components/shell.tsx";
import { Button, EmptyState, Field, LinkButton, Problem, Skeleton, usePromise, Warning } from "../components/ui.tsx";
import { Pages } from "../components/page_viewer.tsx";

const LONGEST_NAME = 60;
const cleanName = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, " ")
    .trim()
    .slice(0, LONGEST_NAME);
const isPicture = (file: string) => !file.endsWith(".yaml");

// Opens a file of the folder in the view that it is for, as My files does.
async function openOwn(file: string) {
  const game = file.replace(/\/game\.yaml$/, ""),
    entry = listOwnFiles({ starters: [], ...(await call("list_own_games", {})) }).find(
      one => one.file === file || one.file === game,
    );
  go(entry?.href ?? addressOfFile(file));
}

export const TakeView: ViewComponent = ({ args }) => (
  <SharedContentsView sent={readLink(args.join("/"))} isLink={args.length > 1} />
);

function SharedContentsView({ sent, isLink }: { sent: SharedFile; isLink: boolean }) {
  const { value: look, error, again } = usePromise(() => lookAtShared(sent), [sent.name, sent.data]);
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (error)
    return (
      <>
        <ViewHead title="Received files" />
        <EmptyState
          title={`This ${isLink ? "link" : "file"} cannot be opened`}
          actions={
            <>
              <Button onClick={again}>Try again</Button>
              <LinkButton href={HOME}>To the start</LinkButton>
            </>
          }
        >
          {asSentence(messageOf(error))}
        </EmptyState>
      </>
    );
  const main = look?.files[0] ?? "",
    title =
      findTitle(look?.text ?? "", ["title"]) ||
      (look?.units.includes(",") ? "" : look?.units) ||
      cleanName(sent.name) ||
      "A file",
    isInGame = main.includes("/"), // the name is that of the whole game
    name = typed ?? cleanName(isInGame ? look?.game || title : title);
  const keep = async (event: Event) => {
    event.preventDefault();
    if (!name.trim()) return setProblem("Type a name.");
    setBusy(true);
    setProblem("");
    try {
      const kept = await keepShared(sent, name.trim());
      notify([`${name.trim()} is among your files now.`, ...kept.renamed].join(" "), "done", undefined, true);
      await openOwn(kept.file);
    } catch (failure) {
      setProblem(messageOf(failure));
    }
    setBusy(false);
  };
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(look?.text ?? "");
      notify("The text is copied.");
    });
  const others = look?.files.slice(1) ?? [],
    pictures = others.filter(isPicture).length;
  return (
    <>
      <ViewHead
        crumbs={[{ label: "My files", href: "#/files" }]}
        title={title}
        state={look ? (look.kept ? "Among your files already" : "Not among your files yet") : ""}
      />
      {!look ? (
        <Skeleton lines={6} />
      ) : (
        <div class="received">
          <div class="stack">
            <form class="panel stack" onSubmit={keep}>
              <p>
                {look.kept
                  ? `Somebody has sent you this. You have it already: ${look.kept} is the same.`
                  : "Somebody has sent you this. Look at it first. Nothing is written into your files until you keep it."}
              </p>
              <dl>
                {look.game && (
                  <>
                    <dt>Game</dt>
                    <dd>{look.game}</dd>
                  </>
                )}
                {look.units && (
                  <>
                    <dt>Contents</dt>
                    <dd>{look.units}</dd>
                  </>
                )}
                {look.points && (
                  <>
                    <dt>Points</dt>
                    <dd>{look.points}</dd>
                  </>
                )}
                <dt>Files</dt>
                <dd>
                  {counted(look.files.length, "file")}
                  {pictures > 0 && `, ${pictures} of them pictures, tables or fonts`}
                </dd>
              </dl>
              {!look.game && (
                <Warning>
                  Nothing can be drawn: a game or a file that this needs is missing, or the text has a mistake. Ask the
                  sender to share it again with all files. You can keep it and correct it here.
                </Warning>
              )}
              {look.taken.length > 0 && (
                <Warning>
                  You have {look.taken.length > 1 ? "units" : "a unit"} of the same name already:{" "}
                  {look.taken.join(", ")}. The two differ. Names of units must be different: if you keep this, give one
                  of the two another name.
                </Warning>
              )}
              <Field label={isInGame ? "Name of the game" : "Name"} problem={problem}>
                {props => (
                  <input
                    {...props}
                    type="text"
                    maxLength={LONGEST_NAME}
                    autocomplete="off"
                    value={name}
                    onInput={event => setTyped(event.currentTarget.value)}
                  />
                )}
              </Field>
              <div class="row">
                {look.kept && (
                  <Button kind="primary" onClick={() => attempt(() => openOwn(look.kept))}>
                    Open it
                  </Button>
                )}
                <Button kind={look.kept ? "secondary" : "primary"} submits busy={busy}>
                  {look.kept ? "Keep another copy" : "Keep in My files"}
                </Button>
                <LinkButton kind="quiet" href={HOME}>
                  Leave it
                </LinkButton>
              </div>
            </form>
            <details class="panel">
              <summary>The text of the file</summary>
              <Button kind="quiet" icon="copy" onClick={copy}>
                Copy the text
              </Button>
              <pre tabIndex={0} role="region" aria-label="Text of the file">
                {look.text}
              </pre>
            </details>
            {others.length > 0 && (
              <details class="panel">
                <summary>All files</summary>
                <ul>
                  {look.files.map(file => (
                    <li key={file}>{file}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          {look.pages.length > 0 ? (
            <Pages crop pages={look.pages} alt={look.units || title} />
          ) : (
            look.game && <Problem>No page of this can be drawn yet. You can keep it and open it to see why.</Problem>
          )}
        </div>
      )}
    </>
  );
}
