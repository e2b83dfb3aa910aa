// What the worker uses of Pyodide, which `printshop site` puts beside it.

declare module "*/pyodide.mjs" {
  interface Held {
    destroy(): void;
  }
  export interface Value<T> extends Held {
    toJs(): T;
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
      list_drawings(given: string): Value<[svg: string, width: number, height: number][]>;
      file(given: string, pictures: Held): Value<[name: string, media: string, bytes: Uint8Array<ArrayBuffer>]>;
      list_unprepared(action: string, given: string): Value<[record: string, file: Uint8Array<ArrayBuffer>][]>;
      keep_prepared(record: string, pictures: Held): void;
      cover(game: string): string;
      archive(): Value<Uint8Array<ArrayBuffer>>;
      files(): Value<[path: string, bytes: Uint8Array<ArrayBuffer>][]>;
      put(files: Held): string;
    };
    "printshop.drawing.prepared_pictures": { FOLDER: { as_posix(): string } };
    "printshop.workshop.pillowless": { begin(folder: string): void };
    shutil: { copytree: { callKwargs(from: string, to: string, options: { dirs_exist_ok: boolean }): void } };
  }
  export interface Python {
    makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
    runPython(code: string): unknown;
    pyimport<M extends keyof Modules>(module: M): Modules[M];
    toPy(data: unknown[]): Held;
    FS: {
      chdir(path: string): void;
      create(path: string): object;
      mkdirTree(path: string): void;
      mount(type: unknown, options: object, path: string): void;
      unmount(path: string): void;
      readdir(path: string): string[];
      syncfs(populate: boolean, done: (error: unknown) => void): void;
      filesystems: { IDBFS: unknown };
    };
  }
  export function loadPyodide(options: {
    indexURL: string;
    _makeSnapshot?: boolean;
    _loadSnapshot?: Promise<Uint8Array>;
    createPyodideModule?: (settings: object) => Promise<object>;
  }): Promise<Python>;
}

declare module "*/pyodide.asm.mjs" {
  export default function create(settings: object): Promise<{ growMemory(bytes: number): void }>;
}
