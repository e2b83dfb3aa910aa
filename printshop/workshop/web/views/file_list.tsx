// All own files, grouped by game.

import { useState } from "preact/hooks";
import { call, download } from "../browser/client.ts";
import { counted } from "../words.ts";
import {
  copyBeside,
  DELETED,
  deleteFiles,
  FileButtons,
  NewMenu,
  restoreFile,
  StoredHere,
} from "../components/dialogs.tsx";
import { Icon } from "../components/icons.tsx";
import {
  Cover,
  firstBattle,
  Hero,
  readAgain,
  TimeAgo,
  useFileWatch,
  useGames,
  FILE_ICONS,
} from "../components/library.tsx";
import {
  chooseColumns,
  FAULTY,
  type FileKind,
  groupEntries,
  isMinor,
  listOwnFiles,
  type OwnEntry,
  FILE_KINDS,
} from "../model/own_files.ts";
import { gameAddress, helpAddress } from "../browser/routes.ts";
import { ROW_LINK } from "../browser/row_link.ts";
import { listStored, readStored, removeStored, writeStored } from "../browser/storage.ts";
import type { GameList, ValuePath } from "../types.ts";
import { FailureMessage, ViewHead, type ViewComponent } from "../components/shell.tsx";
import { attempt, notify } from "../browser/notices.ts";
import { share } from "../browser/share.ts";
import {
  Button,
  Chip,
  CloseButton,
  drawingAddress,
  EmptyState,
  FormDialog,
  LinkButton,
  Select,
  showDialog,
  Skeleton,
  Switch,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { FileMenu, FileRow, ProblemNote, ProblemRows } from "./files.tsx";

const ORDERS = [
  ["time", "Last change"],
  ["title", "Title"],
  ["kind", "Kind"],
] as [string, string][];

const STEPS = [
  ["Open a game", "Look at its units, fleets, battles and record sheets."],
  ["Make your own copy", "Copy a unit or a battle, or put a fleet together. Nobody else's game changes."],
  ["Change and print it", "Each change is saved while you type. You can send the file to a friend."],
] as const;
function FirstFile({ games }: { games: GameList | undefined }) {
  const game = games && firstBattle(games)?.game;
  return (
    <Hero
      title="You have no files yet"
      steps={STEPS}
      href={game ? gameAddress(game.name) : "#/games"}
      picture={game && <Cover game={game} />}
      actions={
        <>
          {game && (
            <LinkButton kind="primary" icon="games" href={gameAddress(game.name)}>
              Open {game.title}
            </LinkButton>
          )}
          <LinkButton kind={game ? "quiet" : "primary"} href="#/games">
            Look at the games
          </LinkButton>
        </>
      }
    >
      All that you make is a file of your own. It is listed here.
    </Hero>
  );
}

const compareEntries = (order: string) => (one: OwnEntry, other: OwnEntry) =>
  order === "title"
    ? one.title.localeCompare(other.title)
    : order === "kind"
      ? FILE_KINDS[one.kind].plural.localeCompare(FILE_KINDS[other.kind].plural) || one.title.localeCompare(other.title)
      : other.changed - one.changed;

const VIEW = "view of my files"; // a stored choice
// The own files in rows. Several rows can be chosen at once.
function FileTable({ entries }: { entries: OwnEntry[] }) {
  const [keys, setKeys] = useState<readonly string[]>([]),
    chosen = entries.filter(entry => keys.includes(entry.key)),
    canChange = chosen.length > 0 && chosen.every(entry => entry.loose),
    reason = "A chosen entry is part of a game: open the game to change it.";
  const choose = (key: string, isOn: boolean) => setKeys(isOn ? [...keys, key] : keys.filter(one => one !== key));
  const each = (run: (entry: OwnEntry) => Promise<unknown>) =>
    attempt(async () => {
      const files = new Set<string>();
      for (const entry of chosen) {
        if (files.has(entry.file)) continue; // a file with several entries
        files.add(entry.file);
        await run(entry);
      }
      setKeys([]);
    });
  return (
    <>
      <div class="row chosen-files" role="group" aria-label="Chosen files">
        {chosen.length ? (
          <>
            <span>{counted(chosen.length, "file is chosen", "files are chosen")}</span>
            <Button icon="share" onClick={() => each(async entry => download(await share(entry.file)))}>
              Share
            </Button>
            <Button
              icon="copy"
              reason={
                canChange && chosen.every(entry => entry.kind !== "game")
                  ? ""
                  : chosen.some(entry => entry.kind === "game")
                    ? "A game cannot be copied here: make a version of it."
                    : reason
              }
              onClick={() => each(copyBeside)}
            >
              Copy
            </Button>
            <Button
              icon="remove"
              reason={canChange ? "" : reason}
              onClick={() =>
                deleteFiles(
                  chosen.filter((one, at) => chosen.findIndex(other => other.file === one.file) === at),
                  () => setKeys([]),
                )
              }
            >
              Delete
            </Button>
            <Button kind="quiet" icon="close" onClick={() => setKeys([])}>
              Choose none
            </Button>
          </>
        ) : (
          <span class="quiet">Tick files to share, copy or delete them.</span>
        )}
      </div>
      <table class="file-table">
        <thead>
          <tr>
            <th class="tick">
              <input
                type="checkbox"
                aria-label="Choose all files"
                checked={chosen.length === entries.length}
                onChange={event => setKeys(event.currentTarget.checked ? entries.map(entry => entry.key) : [])}
              />
            </th>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">Game</th>
            <th scope="col">Changed</th>
            <th scope="col">Problems</th>
            <th class="more">
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => (
            <tr key={entry.key} class={keys.includes(entry.key) ? "chosen" : ""} {...ROW_LINK}>
              <td class="tick" data-apart="">
                <input
                  type="checkbox"
                  aria-label={`Choose ${entry.title}`}
                  checked={keys.includes(entry.key)}
                  onChange={event => choose(entry.key, event.currentTarget.checked)}
                />
              </td>
              <th scope="row">
                <a href={entry.href} title={entry.file}>
                  {entry.title}
                </a>
              </th>
              <td>{FILE_KINDS[entry.kind].label}</td>
              <td>{entry.gameTitle}</td>
              <td>{entry.changed > 0 && <TimeAgo seconds={entry.changed} />}</td>
              <td>{entry.problems > 0 && <ProblemNote entry={entry} />}</td>
              <td class="more" data-apart="">
                <FileMenu entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export const FilesView: ViewComponent = () => {
  const { games, complete, error, again } = useGames();
  useFileWatch();
  const [words, setWords] = useState(""),
    [kinds, setKinds] = useState<FileKind[]>([]),
    [order, setOrder] = useState("time");
  const all = games ? listOwnFiles(games) : [],
    lower = words.toLowerCase();
  const found = all.filter(
    entry =>
      (kinds.length ? kinds.includes(entry.kind) : words || !isMinor(entry)) &&
      [entry.title, entry.file, entry.gameTitle, FILE_KINDS[entry.kind].label].some(text =>
        text.toLowerCase().includes(lower),
      ),
  );
  found.sort(compareEntries(order));
  const isNarrow = useNarrow(),
    [view, setView] = useState(() => readStored(localStorage, VIEW) || "cards"),
    isTable = view === "list" && !isNarrow;
  const groups = isTable ? [] : groupEntries(found, order === "time"),
    sizes = groups.filter(([title]) => title !== FAULTY).map(([, entries]) => entries.length);
  const there = (Object.keys(FILE_KINDS) as FileKind[]).filter(kind =>
    all.some(entry => entry.kind === kind && !isMinor(entry)),
  );
  return (
    <>
      <ViewHead
        title="My files"
        actions={
          <>
            <FileButtons />
            <NewMenu />
          </>
        }
      />
      {Boolean(error) && <FailureMessage error={error} again={again} />}
      {!complete && !error && <Skeleton lines={6} />}
      {complete && !all.length && <FirstFile games={games} />}
      {complete && all.length > 0 && (
        <div class="stack wide-gap">
          <div class="filters">
            <input
              class="plain-input"
              type="search"
              aria-label="Search your files"
              placeholder="Search your files"
              value={words}
              onInput={event => setWords(event.currentTarget.value)}
            />
            <div class="row" role="group" aria-label="Kinds of files">
              {there.length > 1 &&
                there.map(kind => (
                  <Chip
                    key={kind}
                    pressed={kinds.includes(kind)}
                    onClick={() =>
                      setKinds(kinds.includes(kind) ? kinds.filter(one => one !== kind) : [...kinds, kind])
                    }
                  >
                    {FILE_KINDS[kind].plural}
                  </Chip>
                ))}
            </div>
            <span class="order">
              <Select label="Order of the files" props={{}} value={order} choices={ORDERS} onChange={setOrder} />
            </span>
            {!isNarrow && (
              <Switch
                label="Files as"
                value={view}
                choices={[
                  ["cards", "Cards"],
                  ["list", "List"],
                ]}
                onChange={now => {
                  setView(now);
                  writeStored(localStorage, VIEW, now);
                }}
              />
            )}
          </div>
          {!found.length && (
            <EmptyState
              title="No file fits"
              actions={
                <Button
                  onClick={() => {
                    setWords("");
                    setKinds([]);
                  }}
                >
                  Show all files
                </Button>
              }
            >
              Use another word, or fewer filters.
            </EmptyState>
          )}
          {isTable && found.length > 0 && <FileTable entries={found} />}
          <div
            class="groups"
            style={{ "--columns-4": chooseColumns(sizes, 4), "--columns-5": chooseColumns(sizes, 5) }}
          >
            {groups.map(([title, entries]) => (
              <section class="stack" key={title} aria-label={title} style={{ "--files": entries.length }}>
                <h2>
                  {entries[0]?.game && entries[0].gameTitle === title ? (
                    <a href={gameAddress(entries[0].game)}>{title}</a>
                  ) : (
                    title
                  )}
                </h2>
                {title === FAULTY ? (
                  <ProblemRows entries={entries} label={title} />
                ) : (
                  <ul class="files">
                    {entries.map(entry => (
                      <li key={entry.key}>
                        <FileRow entry={entry} />
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            ))}
          </div>
        </div>
      )}
      <DeletedFileList key={JSON.stringify(games?.changed)} />
      <div class="spread foot">
        {games && <StoredHere folder={games.folder} />}
        <a class="quiet" href={helpAddress("files")}>
          Where are my files?
        </a>
      </div>
    </>
  );
};

// The kind of a deleted file: the path to its title shows what is in it.
function deletedKind(what: string, path: ValuePath): FileKind {
  if (!what.endsWith(".yaml")) return "game";
  if (!path.length) return "text";
  if (path.length === 1) return what.includes("/scenarios/") ? "battle" : "fleet";
  return path[0] === "scenarios" ? "battle" : path[0] === "forms" ? "sheet" : "unit";
}

// Shows the text of a deleted file.
const showText = (title: string, text: string) =>
  showDialog(
    <div class="dialog wide-dialog">
      <div class="spread dialog-head">
        <h2>{title}</h2>
        <CloseButton />
      </div>
      <pre class="file-text" tabIndex={0}>
        {text}
      </pre>
    </div>,
  );

// The drawing of a deleted file, or the icon of its kind: a button that shows its text.
function TextButton({ number, title, text, kind }: { number: string; title: string; text: string; kind: FileKind }) {
  const drawing = readStored(localStorage, `${DELETED} ${number}`);
  return (
    <button
      type="button"
      class="thumbnail"
      title="Show the text"
      aria-label={`Show the text of ${title}`}
      onClick={() => showText(title, text)}
    >
      {drawing ? <img src={drawingAddress(drawing)} alt="" /> : <Icon name={FILE_ICONS[kind]} />}
    </button>
  );
}

function DeletedFileList() {
  const { value } = usePromise(() => call("list_deleted", {}), []);
  if (!value?.deleted.length) return null;
  const empty = () =>
    showDialog(
      <FormDialog
        title="Empty the bin?"
        verb="Delete for ever"
        danger
        onSubmit={async () => {
          await call("empty_bin", {});
          for (const name of listStored(localStorage, DELETED)) removeStored(localStorage, name);
          readAgain();
          notify("The bin is empty.");
        }}
      >
        <p>{counted(value.deleted.length, "deleted file goes", "deleted files go")} for ever. You cannot undo this.</p>
      </FormDialog>,
    );
  return (
    <details class="deleted">
      <summary>
        Deleted files <span class="count">{value.deleted.length}</span>
      </summary>
      <ul class="files">
        {value.deleted.map(({ number, what, title, text, path, time }) => (
          <li key={number}>
            <div class="file-row">
              <TextButton number={number} title={title || what} text={text} kind={deletedKind(what, path)} />
              <span class="about">
                <strong>{title || what}</strong>
                <small>
                  {FILE_KINDS[deletedKind(what, path)].label} · {what} · deleted <TimeAgo seconds={time} />
                </small>
              </span>
              <Button
                icon="undo"
                onClick={async () => {
                  await restoreFile(number, title || what);
                  readAgain();
                }}
              >
                Restore
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button kind="quiet" icon="remove" onClick={empty}>
        Empty the bin
      </Button>
    </details>
  );
}
