// The parts of a browser that tests of modules need: storage, and the address of the page.

export function makeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  };
}

// Sets the global names of a page. Modules are imported after this.
export function setPage() {
  const local = makeStorage();
  Object.assign(globalThis, {
    localStorage: local,
    sessionStorage: makeStorage(),
    addEventListener: () => {},
    removeEventListener: () => {},
    location: { href: "http://127.0.0.1/", origin: "http://127.0.0.1", hash: "" },
    document: { documentElement: { dataset: { folder: "here" } }, hidden: false },
  });
  return local;
}
