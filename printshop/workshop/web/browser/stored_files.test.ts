// Damaged entries of the browser's storage: Python gets all others, and no entry is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { repairEntries, type FileStore } from "./stored_files.ts";

interface Stored {
  timestamp?: unknown;
  contents?: string;
}
const HOME = "/of/files",
  TIME = new Date(5_000);

// Returns the storage, the files of Python, and Pyodide's copying between the two, which ends at the first bad entry.
function makeStore(stored: Record<string, Stored>) {
  const files: Record<string, Required<Stored>> = {},
    folders = new Set([HOME]);
  const store: FileStore<Stored> = {
    getRemoteSet(_mount, done) {
      const timed = Object.entries(stored).filter(([, entry]) => entry.timestamp !== undefined);
      done(null, { entries: Object.fromEntries(timed.map(([path, { timestamp }]) => [path, { timestamp }])) });
    },
    storeLocalEntry(path, entry, done) {
      if (entry?.contents === undefined || !folders.has(path.slice(0, path.lastIndexOf("/")))) return done("bad entry");
      files[path] = { contents: entry.contents, timestamp: entry.timestamp };
      done(null);
    },
    storeRemoteEntry(_objects, path, entry, done) {
      stored[path] = entry;
      done(null);
    },
    removeRemoteEntry(_objects, path, done) {
      delete stored[path];
      done(null);
    },
  };
  repairEntries(store as FileStore, path => {
    if (files[path]) throw new Error("a file");
    folders.add(path);
  });
  const sync = (populate: boolean) =>
    store.getRemoteSet({ mountpoint: HOME }, (_error, set) => {
      const remote = (set?.entries ?? {}) as Record<string, { timestamp: Date }>,
        [from, to] = populate ? [remote, files] : [files, remote];
      const onlyTimes = (entry: Stored | undefined) => (entry?.timestamp as Date | undefined)?.getTime();
      for (const path of Object.keys(from).sort()) {
        if (onlyTimes(from[path]) === onlyTimes(to[path])) continue;
        if (populate) store.storeLocalEntry(path, stored[path], error => assert.equal(error, null));
        else store.storeRemoteEntry(null, path, files[path] as Stored, error => assert.equal(error, null));
      }
      for (const path of Object.keys(to).filter(path => !from[path]))
        if (populate) delete files[path];
        else store.removeRemoteEntry(null, path, error => assert.equal(error, null));
    });
  return { files, sync };
}

for (const [damage, path, entry, isRead] of [
  ["a bad time", "b.yaml", { timestamp: "x", contents: "b" }, true],
  ["an impossible time", "b.yaml", { timestamp: new Date(Number.NaN), contents: "b" }, true],
  ["a number as its time", "b.yaml", { timestamp: 5, contents: "b" }, true],
  ["no folder", "art/b.svg", { timestamp: TIME, contents: "b" }, true],
  ["no contents", "b.yaml", { timestamp: TIME }, false],
  ["the name of a file as its folder", "a.yaml/b.yaml", { timestamp: TIME, contents: "b" }, false],
  ["a place outside", "../../app/b.py", { timestamp: TIME, contents: "b" }, false],
] as const)
  test(`an entry with ${damage} hides no other entry and is not lost`, () => {
    const stored: Record<string, Stored> = {
      [`${HOME}/a.yaml`]: { timestamp: TIME, contents: "a" },
      [`${HOME}/${path}`]: entry,
      [`${HOME}/z.yaml`]: { timestamp: TIME, contents: "z" },
    };
    const { files, sync } = makeStore(stored),
      contents = () => Object.fromEntries(Object.entries(files).map(([path, one]) => [path, one.contents]));
    sync(true);
    const read = { [`${HOME}/a.yaml`]: "a", ...(isRead && { [`${HOME}/${path}`]: "b" }), [`${HOME}/z.yaml`]: "z" };
    assert.deepEqual(contents(), read);
    for (const { timestamp } of Object.values(files)) assert.ok((timestamp as Date).getTime() > 0);
    files[`${HOME}/new.yaml`] = { timestamp: TIME, contents: "new" };
    delete files[`${HOME}/z.yaml`];
    sync(false);
    sync(true);
    assert.deepEqual(Object.keys(stored).sort(), [`${HOME}/${path}`, `${HOME}/a.yaml`, `${HOME}/new.yaml`].sort());
    assert.deepEqual(
      Object.keys(files).sort(),
      [...new Set([...Object.keys(read).filter(one => !one.endsWith("z.yaml")), `${HOME}/new.yaml`])].sort(),
    );
  });

test("a file in the place of a damaged entry can be deleted", () => {
  const stored: Record<string, Stored> = { [`${HOME}/b.yaml`]: { timestamp: TIME } },
    { files, sync } = makeStore(stored);
  sync(true);
  files[`${HOME}/b.yaml`] = { timestamp: new Date(9_000), contents: "new" };
  sync(false);
  delete files[`${HOME}/b.yaml`];
  sync(false);
  assert.deepEqual(stored, {});
});
