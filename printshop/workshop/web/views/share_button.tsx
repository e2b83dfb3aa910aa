// A button that puts a link to a file into the clipboard.

import { download } from "../client.ts";
import { attempt, notify } from "../notices.ts";
import { share } from "../share.ts";
import { Button, closeDialog, showDialog } from "../ui.tsx";

export const ShareButton = ({ file }: { file: string }) => (
  <Button kind="quiet" icon="share" label="Share by a link" onClick={() => attempt(() => shareFile(file))} />
);

async function shareFile(file: string) {
  const { link, ...made } = await share(file);
  if (!link) {
    download(made);
    return void notify("This is too much for a link. The zip that was saved has all of it: send that.");
  }
  try {
    await navigator.clipboard.writeText(link);
    notify("The link is copied. It holds the whole file: paste it into a message.");
  } catch {
    showDialog(
      <div class="dialog">
        <h2>Link to this file</h2>
        <textarea class="plain-input" aria-label="Link" rows={4} readOnly value={link} onFocus={event => event.currentTarget.select()} />
        <div class="row end">
          <Button onClick={closeDialog}>Close</Button>
        </div>
      </div>,
    );
  }
}
