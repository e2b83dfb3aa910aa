// The choice of a picture for a unit, a cover or a cell: one from the game, or one of your own.

import { useState } from "preact/hooks";
import { call, toBase64 } from "./client.ts";
import { attempt, messageOf } from "./notices.ts";
import { Button, closeDialog, Field, Problem, Skeleton, showDialog, usePromise } from "./ui.tsx";

const SUFFIXES = ".svg,.png,.jpg,.jpeg,.webp,.gif";

// Puts a picture of your own into the folder art/ beside a file, and returns its name.
const storePicture = async (file: string, picture: File) => (await call("add_picture", { file, name: picture.name, data: await toBase64(picture) })).art;

// The events of an element onto which a picture can be dropped.
export const pictureDrop = (file: string, chosen: (art: string) => void) => ({
  onDragOver: (event: DragEvent) => event.preventDefault(),
  onDrop: (event: DragEvent) => {
    const picture = event.dataTransfer?.files[0];
    if (!picture) return;
    event.preventDefault();
    void attempt(async () => chosen(await storePicture(file, picture)));
  },
});

// Shows the pictures that a file may use.
export function choosePicture(file: string, current: string, chosen: (art: string) => void) {
  showDialog(<Gallery file={file} current={current} chosen={chosen} />);
}

// Returns the address of a picture that a file may use, "" if there is none.
export function usePicture(file: string, name: string) {
  const { value } = usePromise(async () => (name ? call("list_pictures", { file, name }) : { pictures: [] }), [file, name]);
  return value?.pictures[0]?.url ?? "";
}

function Gallery({ file, current, chosen }: { file: string; current: string; chosen: (art: string) => void }) {
  const { value, error } = usePromise(() => call("list_pictures", { file }), [file]);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  const choose = (art: string) => {
    closeDialog();
    chosen(art);
  };
  const take = async (picture: File | undefined) => {
    try {
      if (picture) choose(await storePicture(file, picture));
    } catch (fault) {
      setProblem(messageOf(fault));
    }
  };
  const called = (name: string) => name.replace(/\.\w+$/, "").replaceAll(/[-_]/g, " ");
  const found = value?.pictures.filter(({ name }) => called(name).toLowerCase().includes(words.toLowerCase()));
  return (
    <div class="dialog wide-dialog" {...pictureDrop(file, choose)}>
      <div class="spread">
        <h2>Choose a picture</h2>
        <Button kind="quiet" icon="close" label="Close" onClick={closeDialog} />
      </div>
      <div class="inputs">
        <Field label="Search">{props => <input {...props} type="search" value={words} onInput={event => setWords(event.currentTarget.value)} />}</Field>
        <Field label="A picture of your own" hint="SVG, PNG, JPEG, WebP or GIF. You can drop it here, too.">
          {props => <input {...props} type="file" accept={SUFFIXES} onChange={event => take(event.currentTarget.files?.[0])} />}
        </Field>
      </div>
      {(problem || error) && <Problem>{problem || messageOf(error)}</Problem>}
      {!value && !error && <Skeleton />}
      <div class="gallery">
        {found?.map(({ name, url }) => (
          <button type="button" key={name} aria-pressed={name === current} onClick={() => choose(name)}>
            <img src={url} alt="" loading="lazy" />
            {called(name)}
          </button>
        ))}
      </div>
      {found && !found.length && <p>No picture has these words.</p>}
    </div>
  );
}
