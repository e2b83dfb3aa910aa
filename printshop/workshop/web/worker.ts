// Python in a worker of the page: fetches Pyodide, puts printshop into it, and answers the requests of the page.
// The browser's storage has the files of the user, and the memory of Python after its start, from which the next visit
// begins.
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide, type Modules, type Python, type Value } from "./pyodide/pyodide.mjs";
import { preparePicture } from "./browser/pictures.ts";
import { repairEntries } from "./browser/stored_files.ts";
import type { WorkerRequest, OutputFile, WorkerSignal, WorkerMessage } from "./browser/messages.ts";

type Api = Modules["printshop.workshop.api"];
type Workspace = ReturnType<Modules["printshop.workshop.pyodide_shim"]["begin"]>;
const sendMessage = (message: WorkerMessage) => postMessage(message);
const sendSignal = (signal: WorkerSignal) => sendMessage({ signal });
// The folder of this copy of the site: other copies on the same origin have files of their own.
const place = new URL(".", location.href),
  SHARED = "/home/files", // the folder that earlier versions of all copies shared
  home = `/of${place.pathname}files`,
  MEMORY = `printshop memory ${place.href}`, // a cache
  HELD = "printshop memory", // the name of the memory in this cache
  indexURL = new URL("pyodide/", location.href).href;

// Returns the contents of the pack that `printshop site` writes: a digest, and the files of printshop.
async function fetchPack(cache: RequestCache = "default"): Promise<[string, [path: string, bytes: Uint8Array][]]> {
  const answer = await fetch(new URL("printshop.pack", location.href), { cache });
  if (!answer.ok || !answer.body) throw new Error(`printshop.pack: ${answer.status}`);
  const bytes = await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const names = new Uint8Array(bytes, 4, new DataView(bytes).getUint32(0));
  const [digest, ...lengths]: [string, ...[string, number][]] = JSON.parse(new TextDecoder().decode(names));
  let end = 4 + names.length;
  const files = lengths.map(([path, length]): [string, Uint8Array] => {
    end += length;
    return [path, new Uint8Array(bytes, end - length, length)];
  });
  return [digest, files];
}

// Returns the name of a memory: a part of a memory, or that of other files, would crash the page.
const nameMemory = (digest: string, bytes: Uint8Array) => `${digest} ${bytes.length}`;
// Returns Python with its stored memory, if the memory is whole and was stored with the same files; else null.
async function restorePython(pack: ReturnType<typeof fetchPack>) {
  const memoryCopy = await (await caches.open(MEMORY)).match(HELD);
  if (!memoryCopy) return null;
  const memory = memoryCopy.arrayBuffer().then(bytes => new Uint8Array(bytes));
  async function createPyodideModule(settings: object) {
    const [module, { length }] = await Promise.all([createModule(settings), memory]);
    module.growMemory(length); // Pyodide believes that there is room already
    return module;
  }
  const _loadSnapshot = Promise.all([pack, memory]).then(([[digest], bytes]) =>
    nameMemory(digest, bytes) === memoryCopy.headers.get("digest") ? bytes : new Uint8Array(),
  );
  return loadPyodide({ indexURL, _loadSnapshot, createPyodideModule });
}

// Stores the present memory of Python, before it contains files of the user.
async function keep(python: Python, digest: string) {
  const bytes = python.makeMemorySnapshot(),
    memory = new Response(bytes, { headers: { digest: nameMemory(digest, bytes) } });
  await new Promise(resolve => setTimeout(resolve, 3_000)); // the first requests of the page come before this
  await (await caches.open(MEMORY)).put(HELD, memory);
}

async function start() {
  sendSignal("python");
  const pack = fetchPack().catch(() => fetchPack("reload")); // the copy in the browser may be damaged
  const old = await restorePython(pack).catch(() => null);
  const [python, [digest, files]] = await Promise.all([old ?? loadPyodide({ indexURL, _makeSnapshot: true }), pack]);
  sendSignal("starting");
  for (const [path, contents] of files) {
    const file = `/app/${path}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf("/")));
    // the oldest possible time: Python would compile a file that seems new again and again
    Object.assign(python.FS.create(file), { contents, usedBytes: contents.length, mtime: 0, ctime: 0 });
  }
  if (!old) python.runPython("import sys; sys.path.insert(0, '/app')");
  const workspace = python.pyimport("printshop.workshop.pyodide_shim").begin(home);
  const api = python.pyimport("printshop.workshop.api");
  if (!old) keep(python, digest).catch(() => {}); // without room it is not kept
  const stores = (await indexedDB.databases?.().catch(() => undefined))?.map(one => one.name); // not in every browser
  repairEntries(python.FS.filesystems.IDBFS, python.FS.mkdirTree);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, home);
  const pictures = python.pyimport("printshop.drawing.prepared_pictures").FOLDER.as_posix(); // by digest: for all copies
  python.FS.mkdirTree(pictures);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, pictures);
  const kept = await syncFiles(python, true); // not in a private window
  const first = stores ? !stores.includes(home) && stores.includes(SHARED) : python.FS.readdir(home).length === 2;
  if (kept && first) await copySharedFiles(python); // . and .. are in every folder
  await preparePictures(python, api, workspace);
  sendSignal("ready");
  return { python, api, workspace, kept };
}

// Copies the files that all copies of the site once shared. The originals stay: another copy may need them, too.
async function copySharedFiles(python: Python) {
  python.FS.mkdirTree(SHARED);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, SHARED);
  await syncFiles(python, true);
  python.pyimport("shutil").copytree.callKwargs(SHARED, home, { dirs_exist_ok: true });
  python.FS.unmount(SHARED);
  await syncFiles(python, false);
}

// Decodes the pictures that Python cannot read: those of the folder, or those in the arguments of an action.
async function preparePictures(python: Python, api: Api, workspace: Workspace, action = "", given = "") {
  for (const [record, file] of takeValue(api.list_unprepared(workspace, action, given))) {
    const pictures = await preparePicture(file).catch(() => []); // Python says that the file is damaged
    api.keep_prepared(record, python.toPy(pictures));
  }
}

// Copies files from the browser's storage (`populate`) or into it. Returns whether this was possible.
const syncFiles = (python: Python, populate: boolean) =>
  new Promise<boolean>(done => python.FS.syncfs(populate, error => done(!error))).catch(() => false);

function takeValue<T>(value: Value<T>) {
  const pages = value.toJs();
  value.destroy();
  return pages;
}

// Returns the last line of an error of Python, without the name of the error.
function describeError(error: unknown) {
  const lines = `${error instanceof Error ? error.message : error}`.trim().split("\n"),
    line = lines.find(line => line.includes("PrintshopError: ")) ?? `${lines.at(-1)}`;
  return line.replace(/^[\w.]*(?:Error|Exception): (?:error: )?/, "").replaceAll(`${home}/`, "");
}

// Other windows with this copy of the site have the same files, each in a memory of its own. One action at a time
// changes files, and the others read them again before their next action.
const otherWindows = new BroadcastChannel(MEMORY);
let isStale = false; // another window has changed files
otherWindows.onmessage = () => {
  isStale = true;
};
const runAlone = <T>(run: () => Promise<T>): Promise<T> =>
  navigator.locks ? (navigator.locks.request(MEMORY, run) as Promise<T>) : run();

const cancelled = new Set<number>();
let begun: ReturnType<typeof start> | null = null,
  line = Promise.resolve(),
  isDead = false, // Python has ended: the next worker gets the requests that wait
  full = false; // the storage of the browser is full: changes stay in the memory of this worker only

async function answerQuestion(request: Exclude<WorkerRequest, { kind: "cancel" }>): Promise<unknown> {
  begun ??= start();
  const { python, api, workspace, kept } = await begun;
  const save = async () => {
    if (!kept) return;
    const failed = syncFiles(python, false).then(saved => {
      full = !saved;
      return full;
    });
    // a browser with a full storage may never answer: wait once, not again
    if (!full) full = await Promise.race([failed, new Promise<boolean>(late => setTimeout(late, 4_000, true))]);
    otherWindows.postMessage(null);
  };
  const readOthers = async () => {
    if (!isStale || !kept || full) return;
    isStale = false;
    await syncFiles(python, true);
  };
  await readOthers();
  switch (request.kind) {
    case "call": {
      await preparePictures(python, api, workspace, request.action, request.given);
      if (!api.may_change(request.action)) return api.call_action(workspace, request.action, request.given);
      return runAlone(async () => {
        await readOthers();
        const value = api.call_action(workspace, request.action, request.given);
        await preparePictures(python, api, workspace);
        await save();
        return value;
      });
    }
    case "stream": {
      const parts = api.stream_json(workspace, request.action, request.given);
      for (const part of parts) {
        if (cancelled.has(request.id)) break;
        sendMessage({ id: request.id, part });
        await new Promise(resolve => setTimeout(resolve)); // messages that cancel the stream can come in
      }
      parts.close();
      parts.destroy();
      cancelled.delete(request.id);
      return null;
    }
    case "file": {
      const pictures = request.pictures.map(picture => new Uint8Array(picture));
      const [name, media, bytes] = takeValue(api.export_file(workspace, request.given, python.toPy(pictures)));
      return { name, media, bytes } satisfies OutputFile;
    }
    case "drawings":
      return takeValue(api.list_drawings(workspace, request.given));
    case "cover":
      return api.export_api.draw_game_cover(workspace, request.game);
    case "archive":
      return takeValue<unknown>(api.zip_folder(workspace));
    case "files":
      return takeValue<unknown>(api.read_folder(workspace));
  }
}

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === "cancel") return void cancelled.add(data.id);
  // one after the other: fonts and themes are those of one game at a time
  line = line
    .then(() => (isDead ? new Promise<never>(() => {}) : answerQuestion(data)))
    .then(
      value => sendMessage({ id: data.id, value }),
      error => {
        globalThis.caches?.delete(MEMORY); // it may be to blame
        sendMessage({ id: data.id, error: describeError(error) });
        isDead = error instanceof RangeError || /fatally failed/.test(String(error));
        if (isDead) sendSignal("dead");
      },
    )
    .then(() => {
      if (full) sendSignal("full"); // after the answer, because an answer closes the earlier notice
    });
};
