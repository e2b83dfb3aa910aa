// Python in a worker of the page: it is fetched, printshop unpacked into it, and what the page asks is answered.
// Files are kept in the browser's own storage.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const tell = telling => postMessage({ telling });
const home = "/home/files";

async function start() {
  tell("python");
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", location.href).href }),
    fetch(new URL("printshop.zip", location.href)).then(answer => {
      if (!answer.ok) throw new Error(`printshop.zip: ${answer.status}`);
      return answer.arrayBuffer();
    }),
  ]);
  tell("starting");
  python.unpackArchive(archive, "zip", { extractDir: "/app" });
  python.FS.mkdirTree(home);
  let kept = true;
  try {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, home);
    await synced(python, true);
  } catch {
    kept = false;
  } // a private window
  python.runPython("import sys; sys.path.insert(0, '/app')");
  const first = python.pyimport("printshop.workshop.pillowless");
  first.begin(home);
  const answers = python.pyimport("printshop.workshop.answers");
  tell("ready");
  return { python, answers, kept };
}

const synced = (python, populate) =>
  new Promise((resolve, reject) => python.FS.syncfs(populate, error => (error ? reject(error) : resolve())));

function said(error) {
  // the last line of what Python says, without its name
  const lines = String(error?.message || error)
    .trim()
    .split("\n");
  return (lines.find(line => /PrintshopError: /.test(line)) || lines.at(-1)).replace(
    /^[\w.]*(?:Error|Exception): (?:error: )?/,
    "",
  );
}

const cancelled = new Set();
let begun = null,
  line = Promise.resolve();

async function answered({ id, kind, action, given, game, name, bytes }) {
  begun ??= start();
  const { python, answers, kept } = await begun;
  const save = () => (kept ? synced(python, false) : null);
  if (kind === "call") {
    const value = answers.call(action, given);
    if (answers.changes(action)) await save();
    return value;
  }
  if (kind === "stream") {
    const parts = answers.bits(action, given);
    for (const part of parts) {
      if (cancelled.has(id)) break;
      postMessage({ id, part });
      await new Promise(resolve => setTimeout(resolve)); // what is cancelled meanwhile is heard of
    }
    parts.close();
    parts.destroy();
    cancelled.delete(id);
    return null;
  }
  if (kind === "file") {
    const found = answers.file(given),
      [called, media, data] = found.toJs();
    found.destroy();
    return { name: called, media, bytes: data };
  }
  if (kind === "cover") return answers.cover(game);
  if (kind === "archive") {
    const found = answers.archive(),
      data = found.toJs();
    found.destroy();
    return data;
  }
  if (kind === "put") {
    const value = answers.put(name, python.toPy(new Uint8Array(bytes)));
    await save();
    return value;
  }
  throw new Error(`no such question: ${kind}`);
}

self.onmessage = ({ data }) => {
  if (data.kind === "cancel") return cancelled.add(data.id);
  // one after the other: fonts and themes are those of one game at a time
  line = line
    .then(() => answered(data))
    .then(
      value => postMessage({ id: data.id, value }),
      error => postMessage({ id: data.id, error: said(error) }),
    );
};
