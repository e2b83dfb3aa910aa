// What the worker uses of Pyodide, which `printshop site` puts beside it.

declare module "*/pyodide.mjs" {
  interface Held {
    destroy(): void;
  }
  interface Bytes extends Held {
    toJs(): Uint8Array<ArrayBuffer>;
  }
  interface Made extends Held {
    toJs(): [name: string, media: string, bytes: Uint8Array<ArrayBuffer>];
  }
  interface Files extends Held {
    toJs(): [path: string, bytes: Uint8Array<ArrayBuffer>][];
  }
  interface Bits extends Held, Iterable<string> {
    close(): void;
  }
  // The functions of printshop.workshop.answers for a page, and those of pillowless.
  export interface Modules {
    "printshop.workshop.answers": {
      call(action: string, given: string): string;
      changes(action: string): boolean;
      bits(action: string, given: string): Bits;
      file(given: string): Made;
      cover(game: string): string;
      archive(): Bytes;
      files(): Files;
      put(files: Held): string;
    };
    "printshop.workshop.pillowless": { begin(folder: string): void };
  }
  export interface Python {
    unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
    runPython(code: string): unknown;
    pyimport<M extends keyof Modules>(module: M): Modules[M];
    toPy(data: unknown[]): Held;
    FS: {
      mkdirTree(path: string): void;
      mount(type: unknown, options: object, path: string): void;
      syncfs(populate: boolean, done: (error: unknown) => void): void;
      filesystems: { IDBFS: unknown };
    };
  }
  export function loadPyodide(options: { indexURL: string }): Promise<Python>;
}
