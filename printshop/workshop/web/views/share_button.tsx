// A button that shows how to send a file: as a zip, or as a link.

import { useState } from "preact/hooks";
import { download } from "../browser/client.ts";
import { counted } from "../words.ts";
import { OPEN_FILE } from "../components/dialogs.tsx";
import { attempt } from "../browser/notices.ts";
import { isPrivate, setShareAddress, type Share, share, shareAddress } from "../browser/share.ts";
import { SITE } from "../browser/storage.ts";
import { Button, CloseButton, Field, MenuItem, showDialog, Warning } from "../components/ui.tsx";

interface ShareProps {
  file: string; // or the folder of a game
  noun: string;
  problems?: number; // that the file has now
}
const openShare = ({ file, noun, problems = 0 }: ShareProps) =>
  attempt(async () => showDialog(<ShareDialog made={await share(file)} noun={noun} problems={problems} />));

export const ShareButton = (props: ShareProps) => (
  <Button kind="quiet" icon="share" label="Share" onClick={() => openShare(props)}>
    Share
  </Button>
);
// The same action in a menu.
export const ShareItem = (props: ShareProps) => (
  <MenuItem icon="share" onClick={() => openShare(props)}>
    Share
  </MenuItem>
);

// The file to send, and the steps for the sender and the friend; a link, too, if a link works on other computers.
function ShareDialog({ made, noun, problems }: { made: Share; noun: string; problems: number }) {
  const [isCopied, setCopied] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [typed, setTyped] = useState(isPrivate() ? "" : shareAddress()),
    [problem, setProblem] = useState(""),
    [address, setAddress] = useState(typed), // that was taken: links begin with it
    link = made.ending && address ? address + made.ending : "",
    [hadLink] = useState(link !== ""); // then the link stands above the input, else below it: nothing moves
  const file = new File([made.bytes], made.name, { type: made.media }),
    isPhone = matchMedia("(pointer: coarse)").matches && Boolean(navigator.canShare?.({ files: [file] }));
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    });
  const save = () => {
    download(made);
    setSaved(true);
  };
  const send = () =>
    attempt(() => navigator.share({ files: [file] }).catch(error => void (error.name !== "AbortError" && save())));
  // The address is taken when the input is left, or with Enter: a part of it can be an address, too.
  const take = () => {
    const reason = setShareAddress(typed),
      now = reason || isPrivate() ? "" : shareAddress();
    setProblem(reason);
    setAddress(now);
    if (!reason) setTyped(now);
    if (now !== address) setCopied(false);
  };
  const linkPart = link && (
    <section class="stack" aria-label="A link">
      <p>
        {hadLink ? "Or send a link." : "Send this link."} It opens this {noun} in any browser; the {noun} is in the link
        itself, and it does not expire.
      </p>
      <div class="row share-link">
        <input
          class="plain-input"
          aria-label="Link"
          readOnly
          value={link}
          onFocus={event => event.currentTarget.select()}
        />
        <Button icon={isCopied ? "done" : "copy"} onClick={copy}>
          {isCopied ? "Copied" : "Copy the link"}
        </Button>
      </div>
    </section>
  );
  return (
    <div class="dialog share-dialog">
      <div class="spread">
        <h2>Send this {noun} to a friend</h2>
        <CloseButton />
      </div>
      {problems > 0 && (
        <Warning>
          It has {counted(problems, "problem")}: your friend cannot print it before{" "}
          {problems > 1 ? "they are" : "it is"} corrected.
        </Warning>
      )}
      <ol class="share-steps">
        <li>
          {isPhone ? (
            <span class="row">
              <Button kind="primary" icon="share" onClick={send}>
                Send the file
              </Button>
              <Button kind="quiet" icon={isSaved ? "done" : "files"} onClick={save}>
                {isSaved ? "Saved" : "Save it"}
              </Button>
            </span>
          ) : (
            <Button kind="primary" icon={isSaved ? "done" : "files"} onClick={save}>
              {isSaved ? `${made.name} is saved` : `Save ${made.name}`}
            </Button>
          )}
          <small>It holds this {noun} and all that it needs.</small>
        </li>
        {!isPhone && <li>Send this file to your friend, by mail or in a chat.</li>}
        <li>
          Your friend opens printshop and chooses <b>{OPEN_FILE}</b> in Start or My files.
        </li>
      </ol>
      {hadLink && linkPart}
      <details>
        <summary>{counted(made.files.length, "file is", "files are")} in it</summary>
        <ul class="shared-files">
          {made.files.map(one => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </details>
      {made.ending && !SITE && (
        <details>
          <summary>{hadLink ? "Another web address for the link" : "Send a link instead"}</summary>
          <div class="stack">
            {!hadLink && (
              <p>
                This printshop runs on your computer: friends cannot open a link to it. A link works if a printshop is
                on the web, such as that of your club.
              </p>
            )}
            <Field
              label="Web address of a printshop"
              hint="Open the printshop that your friends use, and copy its whole address from the address bar of the browser: with its path."
              problem={problem}
              wide
            >
              {props => (
                <input
                  {...props}
                  type="url"
                  inputMode="url"
                  autocomplete="url"
                  spellcheck={false}
                  enterkeyhint="done"
                  placeholder="https://club.example.org/games/printshop/"
                  value={typed}
                  onInput={event => {
                    setTyped(event.currentTarget.value);
                    setProblem("");
                  }}
                  onBlur={take}
                  onKeyDown={event => event.key === "Enter" && take()}
                />
              )}
            </Field>
            {!hadLink && linkPart}
          </div>
        </details>
      )}
    </div>
  );
}
