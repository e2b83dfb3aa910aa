// A button that makes a link to a file, and shows it.

import { useState } from "preact/hooks";
import { download } from "../client.ts";
import { attempt, notify } from "../notices.ts";
import { share } from "../share.ts";
import { Button, closeDialog, showDialog } from "../ui.tsx";

export const ShareButton = ({ file }: { file: string }) => (
  <Button kind="quiet" icon="share" label="Share by a link" onClick={() => attempt(() => shareFile(file))} />
);

async function shareFile(file: string) {
  const { link, ...made } = await share(file);
  if (link) return showDialog(<LinkDialog link={link} />);
  download(made);
  notify("This is too much for a link. The zip that was saved has all of it: send that.", "done", undefined, true);
}

function LinkDialog({ link }: { link: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    });
  return (
    <div class="dialog">
      <div class="spread">
        <h2>Share by a link</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={closeDialog} />
      </div>
      <p>Anyone with printshop can open this. The link holds the whole file as it is now.</p>
      <div class="link-field">
        <input class="plain-input" aria-label="Link" readOnly value={link} onFocus={event => event.currentTarget.select()} />
        <Button kind="primary" icon={isCopied ? "done" : "copy"} onClick={copy}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
    </div>
  );
}
