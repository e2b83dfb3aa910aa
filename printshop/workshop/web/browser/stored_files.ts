// The files in the browser's storage. Pyodide (IDBFS) reads all of them or none, and ends at an entry with a bad time.
// Here, an entry that cannot be read hides no other entry, and stays in the storage.

interface Entry {
  timestamp: unknown;
}
type Done = (error: unknown) => void;
// The functions of Pyodide with which it copies files from the storage ("remote") to Python ("local") and back.
export interface FileStore<Stored extends object = object> {
  getRemoteSet(
    mount: { mountpoint: string },
    done: (error: unknown, set?: { entries: Record<string, Entry> }) => void,
  ): void;
  storeLocalEntry(path: string, entry: Stored | undefined, done: Done): void;
  storeRemoteEntry(objects: unknown, path: string, entry: Stored, done: Done): void;
  removeRemoteEntry(objects: unknown, path: string, done: Done): void;
}

const isTime = (time: unknown) => time instanceof Date && !Number.isNaN(time.getTime());

// Changes the functions of a store so that it repairs damaged entries. An entry with a bad time gets the present time, and one without a folder a folder.
export function repairEntries(store: FileStore, makeFolder: (path: string) => void) {
  const { getRemoteSet, storeLocalEntry, storeRemoteEntry, removeRemoteEntry } = store,
    unread = new Set<string>();
  store.getRemoteSet = (mount, done) =>
    getRemoteSet(mount, (error, set) => {
      for (const [path, entry] of Object.entries(set?.entries ?? {}))
        if (!path.startsWith(`${mount.mountpoint}/`) || path.includes("/../")) delete set?.entries[path];
        else if (!isTime(entry.timestamp)) entry.timestamp = new Date(0); // unlike that of any file
      done(error, set);
    });
  store.storeLocalEntry = (path, entry, done) => {
    const isWhole = isTime((entry as Partial<Entry> | undefined)?.timestamp);
    try {
      makeFolder(path.slice(0, path.lastIndexOf("/")));
    } catch {} // a file has the name of the folder
    storeLocalEntry(path, isWhole ? entry : { ...entry, timestamp: new Date() }, error => {
      if (error) unread.add(path);
      done(null);
    });
  };
  store.storeRemoteEntry = (objects, path, entry, done) => {
    unread.delete(path);
    storeRemoteEntry(objects, path, entry, done);
  };
  store.removeRemoteEntry = (objects, path, done) =>
    unread.has(path) ? done(null) : removeRemoteEntry(objects, path, done);
}
