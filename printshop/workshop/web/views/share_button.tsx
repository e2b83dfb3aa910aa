// A button that shows how to send a file: as a zip, or as a link.

import { useState } from "preact/hooks";
import { download } from "../client.ts";
import { attempt } from "../notices.ts";
import { isPrivate, setShareAddress, type Share, share, shareAddress } from "../share.ts";
import { Button, closeDialog, Field, showDialog } from "../ui.tsx";

export const ShareButton = ({ file }: { file: string }) => (
  <Button
    kind="quiet"
    icon="share"
    label="Share"
    onClick={() =>
      attempt(async () => {
        const made = await share(file);
        showDialog(<ShareDialog made={made} />);
      })
    }
  />
);

function ShareDialog({ made }: { made: Share }) {
  const [isCopied, setCopied] = useState(false);
  const [address, setAddress] = useState(isPrivate() ? "" : shareAddress());
  const [problem, setProblem] = useState("");
  const link = made.ending && address && shareAddress() + made.ending;
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    });
  const change = (text: string) => {
    setAddress(text);
    setProblem(setShareAddress(text) ? "" : "Type an address that begins with https://");
  };
  return (
    <div class="dialog">
      <div class="spread">
        <h2>Share</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={closeDialog} />
      </div>
      <p>Send this file by mail or chat. In printshop, "Open files or a zip" on the page My files opens it. It holds {made.files.length === 1 ? "everything that is needed" : `all ${made.files.length} files that are needed`}.</p>
      <Button kind={link ? "secondary" : "primary"} icon="files" onClick={() => download(made)}>
        Save {made.name}
      </Button>
      {made.ending ? (
        <>
          <h3>Or send a link</h3>
          <Field label="Web address of printshop" hint="Only if you, or your club, have a copy of printshop on the web." problem={problem} wide>
            {props => <input {...props} type="url" placeholder="https://" value={address} onInput={event => change(event.currentTarget.value)} />}
          </Field>
          {link && !problem && (
            <div class="link-field">
              <input class="plain-input" aria-label="Link" readOnly value={link} onFocus={event => event.currentTarget.select()} />
              <Button kind="primary" icon={isCopied ? "done" : "copy"} onClick={copy}>
                {isCopied ? "Copied" : "Copy"}
              </Button>
            </div>
          )}
        </>
      ) : (
        <p class="quiet">This is too much for a link.</p>
      )}
    </div>
  );
}
