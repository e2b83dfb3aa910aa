// A button that shows how to send a file: as a link, or as a zip.

import { useState } from "preact/hooks";
import { download } from "../client.ts";
import { attempt } from "../notices.ts";
import { isPrivate, setShareAddress, type Share, share, shareAddress } from "../share.ts";
import { Button, closeDialog, Field, showDialog } from "../ui.tsx";

type Noun = "fleet" | "battle" | "unit" | "record sheet" | "file";

export const ShareButton = ({ file, noun }: { file: string; noun: Noun }) => (
  <Button
    kind="quiet"
    icon="share"
    label="Share"
    onClick={() =>
      attempt(async () => {
        const made = await share(file);
        showDialog(<ShareDialog made={made} noun={noun} />);
      })
    }
  />
);

function ShareDialog({ made, noun }: { made: Share; noun: Noun }) {
  const [isCopied, setCopied] = useState(false);
  const [address, setAddress] = useState(isPrivate() ? "" : shareAddress());
  const isLocal = isPrivate() && !address;
  const [problem, setProblem] = useState("");
  const link = made.ending && address && !problem ? shareAddress() + made.ending : "";
  const copy = (text: string) =>
    attempt(async () => {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    });
  const send = () => attempt(() => navigator.share({ title: made.name.replace(/\.zip$/, ""), url: link }).catch(error => void (error.name !== "AbortError" && copy(link))));
  const change = (text: string) => {
    setAddress(text);
    setCopied(false);
    setProblem(setShareAddress(text) ? "" : "Type an address that begins with https://");
  };
  const contents = (
    <details>
      <summary>{made.files.length === 1 ? "It holds 1 file" : `It holds ${made.files.length} files`}</summary>
      <ul class="shared-files">
        {made.files.map(one => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </details>
  );
  const isPhone = "share" in navigator && matchMedia("(pointer: coarse)").matches;
  return (
    <div class="dialog share-dialog">
      <div class="spread">
        <h2>Share this {noun}</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={closeDialog} />
      </div>
      {link ? (
        <>
          <p>
            You get a link that opens this {noun} in any browser. The {noun} is in the link itself: nothing is stored elsewhere, and the link does not expire.
          </p>
          <Button kind="primary" icon={isCopied ? "done" : isPhone ? "share" : "copy"} onClick={() => (isPhone ? send() : copy(link))}>
            {isCopied ? "The link is copied" : isPhone ? "Send the link" : "Copy the link"}
          </Button>
          <input class="plain-input" aria-label="Link" readOnly value={link} onFocus={event => event.currentTarget.select()} />
        </>
      ) : (
        <>
          <p>
            You get a file with this {noun} and all that it needs. Send it by mail or chat: "Open files or a zip" on the page My files opens it.
          </p>
          <Button kind="primary" icon="files" onClick={() => download(made)}>
            Save {made.name}
          </Button>
        </>
      )}
      {contents}
      {link && (
        <Button kind="quiet" icon="files" onClick={() => download(made)}>
          Save it as a file
        </Button>
      )}
      {made.ending ? (
        <details open={Boolean(problem)}>
          <summary>{link ? "Another web address for the link" : "Can I send a link?"}</summary>
          {isLocal && (
            <>
              <p>This printshop runs on your computer: a link to it works on this computer only, not on that of a friend. Send the file.</p>
              <Button kind="quiet" icon={isCopied ? "done" : "copy"} onClick={() => copy(shareAddress() + made.ending)}>
                {isCopied ? "The link is copied" : "Copy a link for this computer"}
              </Button>
            </>
          )}
          <Field label="If printshop is on the web, too: its address" hint="Such as the site of your club. Links begin with this address." problem={problem} wide>
            {props => <input {...props} type="url" placeholder="https://" value={address} onInput={event => change(event.currentTarget.value)} />}
          </Field>
        </details>
      ) : (
        <p class="quiet">It is too long for a link.</p>
      )}
    </div>
  );
}
