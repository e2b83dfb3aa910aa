// The choice of a picture for a unit, a cover or a cell: one from the game, or one of your own.

import { useRef, useState } from "preact/hooks";
import { call, toBase64 } from "../browser/client.ts";
import { attempt, messageOf } from "../browser/notices.ts";
import type { NamedPicture } from "../types.ts";
import { Button, CloseButton, closeDialog, Problem, showDialog, Skeleton, usePromise } from "../components/ui.tsx";

const FEW = 12, // pictures, which need no search
  SUFFIXES = ".svg,.png,.jpg,.jpeg,.webp,.gif";

// Puts a picture of your own into the folder art/ beside a file, and returns its name.
const storePicture = async (file: string, picture: File) =>
  (await call("add_picture", { file, name: picture.name, data: await toBase64(picture) })).art;

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

// Shows the pictures that a file may use. `key` is that of the value: pictures for it come first.
export function choosePicture(file: string, current: string, chosen: (art: string) => void, key = "") {
  showDialog(<Gallery file={file} current={current} chosen={chosen} purpose={key} />);
}

// Returns the address of a picture that a file may use, "" if there is none.
export function usePicture(file: string, name: string) {
  const { value } = usePromise(
    async () => (name ? call("list_pictures", { file, name }) : { pictures: [] }),
    [file, name],
  );
  return value?.pictures[0]?.url ?? "";
}

// Groups of pictures by the first word of their names.
const GROUPS = {
  own: "Your own pictures",
  units: "Pictures of units",
  emblems: "Emblems",
  terrain: "Terrain",
  signs: "Signs and markers",
  covers: "Covers and scenes",
} as const;
type Group = keyof typeof GROUPS;
const WORDS: Record<string, Group> = {
  emblem: "emblems",
  flag: "emblems",
  terrain: "terrain",
  ground: "terrain",
  forest: "terrain",
  hill: "terrain",
  rocks: "terrain",
  water: "terrain",
  lava: "terrain",
  cliff: "terrain",
  marker: "signs",
  order: "signs",
  type: "signs",
  rose: "signs",
  cover: "covers",
  banner: "covers",
  play: "covers",
  learn: "covers",
};
const groupOf = ({ name, is_own }: NamedPicture): Group =>
  is_own ? "own" : (WORDS[/^[a-z]+/i.exec(name)?.[0].toLowerCase() ?? ""] ?? "units");
// The group that comes first for a value.
const FIRST: Record<string, Group> = { emblem: "emblems", cover: "covers", banner: "covers", terrain: "terrain" };
const describePicture = (name: string) =>
  name
    .replace(/\.\w+$/, "")
    .replaceAll(/[-_]/g, " ")
    .replace(/^(emblem|marker|terrain|ground|type|play|learn|order) (?=.)/, "");

function Gallery({
  file,
  current,
  chosen,
  purpose,
}: {
  file: string;
  current: string;
  chosen: (art: string) => void;
  purpose: string;
}) {
  const { value, error } = usePromise(() => call("list_pictures", { file }), [file]);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState("");
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (art: string) => {
    closeDialog();
    chosen(art);
  };
  const take = async (picture: File | undefined) => {
    try {
      if (picture) choose(await storePicture(file, picture));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const pictures = value?.pictures ?? [],
    matches = pictures.filter(({ name }) => name.replaceAll(/[-_]/g, " ").toLowerCase().includes(words.toLowerCase())),
    first = FIRST[purpose] ?? "units",
    groups = [...new Set<Group>(["own", first, ...(Object.keys(GROUPS) as Group[])])];
  return (
    <div class="dialog wide-dialog picture-dialog" {...pictureDrop(file, choose)}>
      <div class="spread">
        <h2>Choose a picture</h2>
        <CloseButton />
      </div>
      <div
        class={`drop-area${isOver ? " over" : ""}`}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <Button icon="picture" onClick={() => input.current?.click()}>
          Add a picture of your own
        </Button>
        <span>
          <span class="or-drop">or drop it here. </span>
          <small>SVG, PNG, JPEG, WebP or GIF</small>
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept={SUFFIXES}
          aria-label="A picture of your own"
          onChange={event => take(event.currentTarget.files?.[0])}
        />
      </div>
      {(problem || error) && <Problem>{problem || messageOf(error)}</Problem>}
      {pictures.length > FEW && (
        <input
          class="plain-input"
          type="search"
          aria-label="Search the pictures"
          placeholder={`Search ${pictures.length} pictures`}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
      )}
      {!value && !error && <Skeleton />}
      <div class="gallery">
        {groups.map(group => {
          const groupPictures = matches.filter(one => groupOf(one) === group);
          if (!groupPictures.length) return null;
          return (
            <section key={group} aria-label={GROUPS[group]}>
              <h3>
                {GROUPS[group]} <span class="count">{groupPictures.length}</span>
              </h3>
              <div class="gallery-group">
                {groupPictures.map(({ name, url }) => (
                  <button
                    type="button"
                    key={name}
                    aria-pressed={name === current}
                    title={name}
                    onClick={() => choose(name)}
                  >
                    <img src={url} alt="" loading="lazy" />
                    {describePicture(name)}
                  </button>
                ))}
              </div>
            </section>
          );
        })}
      </div>
      {value && !pictures.length && (
        <p class="quiet">This game has no pictures yet. Until you add one, its units have a plain shape.</p>
      )}
      {pictures.length > 0 && !matches.length && <p>No picture has these words.</p>}
    </div>
  );
}
