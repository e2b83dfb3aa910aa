// Python in a worker of the page: it is fetched, printshop unpacked into it, and what the page asks is answered.
// Files are kept in the browser's own storage.
import { loadPyodide, type Python } from "./pyodide/pyodide.mjs";
import type { Asking, Made, Telling, Told } from "./types.ts";

type Asked = Exclude<Asking, { kind: "cancel" }>;

const say = (told: Told) => postMessage(told);
const tell = (telling: Telling) => say({ telling });
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

const synced = (python: Python, populate: boolean) =>
  new Promise<void>((resolve, reject) => python.FS.syncfs(populate, error => (error ? reject(error) : resolve())));

function said(error: unknown) {
  // the last line of what Python says, without its name
  const lines = String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n");
  return (lines.find(line => /PrintshopError: /.test(line)) || lines.at(-1) || "").replace(
    /^[\w.]*(?:Error|Exception): (?:error: )?/,
    "",
  );
}

const cancelled = new Set<number>();
let begun: ReturnType<typeof start> | null = null,
  line = Promise.resolve(),
  full = false; // nothing more can be kept by the browser: it stands in the files of this worker alone

async function answered(asked: Asked): Promise<unknown> {
  begun ??= start();
  const { python, answers, kept } = await begun;
  const save = async () => {
    if (!kept) return;
    const done = synced(python, false).then(
      () => false,
      () => true,
    );
    done.then(now => {
      full = now;
    });
    // a browser without room may never say so; once that is known, nobody waits for it
    if (!full) full = await Promise.race([done, new Promise<boolean>(resolve => setTimeout(resolve, 4_000, true))]);
  };
  switch (asked.kind) {
    case "call": {
      const value = answers.call(asked.action, asked.given);
      if (answers.changes(asked.action)) await save();
      return value;
    }
    case "stream": {
      const parts = answers.bits(asked.action, asked.given);
      for (const part of parts) {
        if (cancelled.has(asked.id)) break;
        say({ id: asked.id, part });
        await new Promise(resolve => setTimeout(resolve)); // what is cancelled meanwhile is heard of
      }
      parts.close();
      parts.destroy();
      cancelled.delete(asked.id);
      return null;
    }
    case "file": {
      const found = answers.file(asked.given),
        [name, media, bytes] = found.toJs();
      found.destroy();
      return { name, media, bytes } satisfies Made;
    }
    case "cover":
      return answers.cover(asked.game);
    case "archive": {
      const found = answers.archive(),
        data = found.toJs();
      found.destroy();
      return data;
    }
    case "files": {
      const found = answers.files(),
        data = found.toJs();
      found.destroy();
      return data;
    }
    case "put": {
      const files = Object.entries(asked.files).map(([name, bytes]) => [name, new Uint8Array(bytes)]);
      const value = answers.put(python.toPy(files));
      await save();
      return value;
    }
  }
}

self.onmessage = ({ data }: MessageEvent<Asking>) => {
  if (data.kind === "cancel") {
    cancelled.add(data.id);
    return;
  }
  // one after the other: fonts and themes are those of one game at a time
  line = line
    .then(() => answered(data))
    .then(
      value => say({ id: data.id, value }),
      error => say({ id: data.id, error: said(error) }),
    )
    .then(() => {
      if (full) tell("full"); // behind the answer, which takes away what was told before
    });
};
