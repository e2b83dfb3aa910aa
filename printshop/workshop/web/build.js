// Builds the page: what is here as TypeScript becomes what a browser loads, in built/. Always the same from the same.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build } from "esbuild";

const here = new URL(".", import.meta.url).pathname,
  built = `${here}built`;

await rm(built, { recursive: true, force: true });
const { metafile, outputFiles } = await build({
  absWorkingDir: here,
  entryPoints: ["app.tsx", "worker.ts", "sw.ts", "app.css", "later.css"],
  outdir: built,
  bundle: true,
  splitting: true, // what is loaded later stands in a file of its own
  chunkNames: "[name]-[hash]",
  assetNames: "[name]",
  loader: { ".woff2": "file" },
  write: false,
  jsx: "automatic",
  jsxImportSource: "preact",
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none", // they stand in LICENCES.txt
  external: ["./pyodide/*"], // `printshop site` puts it there
  metafile: true,
  logLevel: "warning",
});

// A file has the name of its module, without a hash: the file of an earlier build is replaced. What several modules
// share is in `chunk.js`, `chunk2.js` and so on.
const renamed = new Map();
for (const { path } of [...outputFiles].sort((one, other) => other.contents.length - one.contents.length)) {
  const [, name] = /^(.*)-[A-Z0-9]{8}\.js$/.exec(basename(path)) ?? [];
  if (!name) continue;
  let number = 1;
  while ([...renamed.values()].includes(`${name}${number > 1 ? number : ""}.js`)) number++;
  renamed.set(basename(path), `${name}${number > 1 ? number : ""}.js`);
}
await mkdir(built);
for (const { path, text, contents } of outputFiles) {
  const name = basename(path);
  await writeFile(
    `${built}/${renamed.get(name) ?? name}`,
    name.endsWith(".woff2") ? contents : [...renamed].reduce((now, [from, to]) => now.replaceAll(from, to), text),
  );
}

// What others have made of it, and under which terms.
const packages = Object.keys(metafile.inputs).flatMap(
  path => path.match(/(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? [],
);
const terms = new Map(); // packages by their licence: many have the same
for (const name of [...new Set(packages)].sort()) {
  const home = `${here}node_modules/${name}`,
    { version } = JSON.parse(await readFile(`${home}/package.json`, "utf8")),
    file = (await readdir(home)).find(one => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no licence`);
  const text = (await readFile(`${home}/${file}`, "utf8")).trim();
  terms.set(text, [...(terms.get(text) ?? []), `${name} ${version}`]);
}
const written = [...terms].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`);
if (terms.size) await writeFile(`${built}/LICENCES.txt`, written.join(`\n${"-".repeat(72)}\n\n`));
