// The part of Pyodide that the worker uses. `printshop site` puts Pyodide beside the worker.

declare module "*/pyodide.mjs" {
  interface PythonObject {
    destroy(): void;
  }
  export interface Value<T> extends PythonObject {
    toJs(): T;
  }
  interface Bits extends PythonObject, Iterable<string> {
    close(): void;
  }
  // The functions of printshop.workshop for Pyodide. All of them get the workspace that `begin` returns.
  export interface Modules {
    "printshop.workshop.api": {
      call_action(workspace: PythonObject, action: string, given: string): string;
      may_change(action: string): boolean;
      stream_json(workspace: PythonObject, action: string, given: string): Bits;
      list_drawings(workspace: PythonObject, given: string): Value<[svg: string, width: number, height: number][]>;
      export_file(
        workspace: PythonObject,
        given: string,
        pictures: PythonObject,
      ): Value<[name: string, media: string, bytes: Uint8Array<ArrayBuffer>]>;
      list_unprepared(
        workspace: PythonObject,
        action: string,
        given: string,
      ): Value<[record: string, file: Uint8Array<ArrayBuffer>][]>;
      keep_prepared(record: string, pictures: PythonObject): void;
      export_api: { draw_game_cover(workspace: PythonObject, game: string): string };
      zip_folder(workspace: PythonObject): Value<Uint8Array<ArrayBuffer>>;
      read_folder(workspace: PythonObject): Value<[path: string, bytes: Uint8Array<ArrayBuffer>][]>;
    };
    "printshop.drawing.prepared_pictures": { FOLDER: { as_posix(): string } };
    "printshop.workshop.pyodide_shim": { begin(folder: string): PythonObject };
    shutil: { copytree: { callKwargs(from: string, to: string, options: { dirs_exist_ok: boolean }): void } };
  }
  export interface Python {
    makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
    runPython(code: string): unknown;
    pyimport<M extends keyof Modules>(module: M): Modules[M];
    toPy(data: unknown[]): PythonObject;
    FS: {
      create(path: string): object;
      mkdirTree(path: string): void;
      mount(type: unknown, options: object, path: string): void;
      unmount(path: string): void;
      readdir(path: string): string[];
      syncfs(populate: boolean, done: (error: unknown) => void): void;
      filesystems: { IDBFS: import("./stored_files.ts").FileStore };
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
