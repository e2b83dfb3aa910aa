import { call, handed, inTurn, located, prints } from "./calls.ts";
import { bench } from "./link.ts";
import {
  at,
  button,
  type Child,
  choices,
  done,
  faulted,
  field,
  h,
  inWords,
  type Props,
  pictures,
  problemsOf,
  row,
} from "./page.ts";
import type { Fleet, Line, Offered } from "./types.ts";
import { WORDS } from "./words.ts";

// A fleet: its lines, points, roster.

const TOLD = ["count", "names", "damage", "notes"] as const, // what is said of a line, and typed
  HEAD = ["title", "side", "limit"] as const;
type Told = (typeof TOLD)[number];

export async function fleet(file: string): Promise<Child[]> {
  const [first, { units: mine }] = await Promise.all([call("open_fleet", { file }), call("mine", { file })]);
  let state = first;
  const lines = h("div"),
    heading = h("h1"),
    sum = h("p", { role: "status", class: "sum" }),
    wrongs = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.roster }),
    printed = row(),
    ticks = h("div", { class: "row ticks" }),
    unprinted = new Set<string>(); // products that are not printed
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inputs = new Map<string, [control: HTMLElement, wrong: HTMLElement]>(); // by line and key
  const draw = pictures(sheet, number => WORDS.drawn(WORDS.roster, state.head.title || file, number));
  const reopened = () => send("open_fleet", { file }, "open", true);
  const turns = inTurn<Fleet, [rebuild?: boolean]>(first, reopened, show, sheet),
    { send, typed } = turns;
  const heads = HEAD.map(key => {
    const put = (): void =>
      typed(key, () => send("change_fleet", { file, key, value: input.value.trim() }, key, key === "side"));
    const input: HTMLInputElement | HTMLSelectElement =
      key === "side"
        ? choices([["", ""], ...Object.entries(state.sides)], { onchange: put })
        : h("input", { type: "text", inputmode: key === "limit" ? "numeric" : undefined, oninput: put });
    const wrong = h("span", { class: "wrong" });
    inputs.set(`/${key}`, [input, wrong]);
    return { key, input, box: h("div", {}, field(WORDS[key], input), wrong) };
  });
  const add = h("select", { "aria-label": WORDS.add }),
    adds = button(WORDS.add, added);

  function added() {
    const own = mine.find(unit => unit.name === add.value && unit.file === add.selectedOptions[0]?.dataset.file);
    if (!add.value) return;
    const line = JSON.stringify({ unit: add.value });
    send("change_line", { file, number: String(state.lines.length), line, of: own?.file || "" }, "", true);
  }

  const price = (name: string) => [...state.units, ...mine].find(unit => unit.name === name)?.points;
  const option = ({ name, points, file: of }: Offered) =>
    h("option", { value: name, "data-file": of }, points ? `${name} (${points})` : name);

  const change = (number: number, ...now: Line[]) =>
    send("change_line", { file, number: String(number), line: now.length ? JSON.stringify(now) : "" }, "", true);

  function rowOf(one: Line, number: number) {
    const many = () => Number(one.count) || one.names.length || 1;
    // The last of several, which each have the damage, becomes a line of its own.
    const apart = button(WORDS.partOff, () => {
      const rest = many() - 1,
        cut = (count: number, names: string[]) => ({ ...one, count: String(count), names });
      change(number, cut(rest, one.names.slice(0, rest)), cut(1, one.names.slice(rest)));
    });
    const each = h("small"),
      severally = () => {
        each.textContent = WORDS.each(many());
        each.hidden = apart.hidden = many() < 2;
      };
    const sent = () =>
      send("change_line", { file, number: String(number), line: JSON.stringify(one) }, `line ${number}`);
    const write = (key: Told, value: string) => {
      if (key === "names") one.names = value.split("\n").filter(name => name.trim());
      else one[key] = value;
      severally();
      typed(`line ${number}`, sent);
    };
    const input = (key: Told, more: Props) => {
      const typed = h(key === "names" ? "textarea" : "input", more),
        wrong = h("span", { class: "wrong" });
      inputs.set(`${number}/${key}`, [typed, wrong]);
      typed.addEventListener("input", () => {
        const unfit = key === "count" && !(typed.validity.valid && typed.value);
        faulted(typed, wrong, unfit ? WORDS.needed(WORDS.many) : "");
        if (!unfit) write(key, typed.value);
      });
      typed.value = key === "count" ? String(many()) : key === "names" ? one.names.join("\n") : one[key];
      return h("div", {}, field(WORDS[key], typed), wrong);
    };
    const points = price(one.unit);
    severally();
    return h(
      "fieldset",
      { class: "line" },
      h("legend", {}, one.unit, points ? h("small", {}, ` ${WORDS.points(points, "")}`) : ""),
      input("count", { type: "number", min: "1", max: "99" }),
      input("names", { rows: String(Math.max(1, one.names.length)), placeholder: WORDS.apart }),
      input("damage", { type: "text", placeholder: WORDS.damageLike }),
      input("notes", { type: "text" }),
      button("\u00d7", () => change(number), { "aria-label": `${WORDS.out} ${one.unit}`, title: WORDS.out }),
      row(h("a", { href: at("play", file, String(number)) }, WORDS.markIt), each, apart),
    );
  }

  function show(now: Fleet, rebuild?: boolean) {
    state = now;
    if (now.done) done(now.done);
    heading.textContent = state.head.title || file;
    located(file, state.game, h("a", { href: location.hash }, state.head.title || file));
    if (rebuild) {
      for (const key of [...inputs.keys()]) if (!key.startsWith("/")) inputs.delete(key);
      lines.replaceChildren(...state.lines.map(rowOf));
      const known = new Set(state.units.map(unit => unit.name)),
        ours = (side: string) => !side || !state.head.side || side === state.head.side,
        others = mine.filter(({ name, side }) => !known.has(name) && ours(side));
      const yours = others.length ? [h("optgroup", { label: WORDS.yours }, others.map(option))] : [];
      add.replaceChildren(...yours, ...state.units.map(option));
      for (const { key, input } of heads) if (input !== document.activeElement) input.value = state.head[key] || "";
    }
    const over = state.warnings.length > 0;
    if (state.points) sum.textContent = WORDS.points(state.points, state.limit); // the last, if there is none
    sum.className = over ? "sum warn" : state.points ? "sum" : "sum old";
    const others = state.problems.filter(problem => !inputs.has(`${problem.unit}/${problem.key}`));
    for (const [key, [control, wrong]] of inputs)
      faulted(control, wrong, inWords(state.problems.filter(problem => `${problem.unit}/${problem.key}` === key)));
    const words =
      state.lines.length || !state.game ? problemsOf(others) : [h("p", { class: "warn" }, WORDS.emptyFleet)];
    wrongs.replaceChildren(...words, ...state.warnings.map(words => h("p", { class: "warn" }, words)));
    draw(state.pages);
    prepared();
    clearTimeout(timer);
    timer = setTimeout(counted, 1000);
  }

  // What is printed is known a moment after the last key: its pages have to be made for it.
  async function counted() {
    if (state.problems.length || !sheet.isConnected) return;
    const { parts } = await call("parts", { file }),
      pages = h("small"),
      told = () => {
        const some = parts.filter(({ product }) => !unprinted.has(product));
        pages.textContent = WORDS.printed(some.reduce((sum, part) => sum + part.pages, 0));
      };
    const tick = ({ product, pages }: (typeof parts)[number]) => {
      const box = h("input", { type: "checkbox", checked: !unprinted.has(product) });
      box.onchange = () => {
        unprinted[box.checked || unprinted.size === parts.length - 1 ? "delete" : "add"](product); // something is left to print
        box.checked = !unprinted.has(product);
        told();
        prepared();
      };
      return h("label", {}, box, ` ${product === "rosters" ? WORDS.roster : product} (${pages})`);
    };
    told();
    ticks.replaceChildren(pages, ...parts.map(tick));
  }

  function prepared() {
    const sound = !state.problems.length,
      table = h("a", { class: "button", href: sound ? at("play", file) : undefined }, WORDS.play);
    if (!sound) table.setAttribute("aria-disabled", "true");
    table.setAttribute("role", "link");
    printed.replaceChildren(...prints({ what: file, without: [...unprinted].join(",") }, state.problems, table));
  }

  async function handOut() {
    const { name, text } = await call("fleet_table", { file });
    handed({ name, media: "text/csv", bytes: new TextEncoder().encode(text) });
  }
  const taken = h("input", { type: "file", hidden: true, accept: ".csv,.json" });
  taken.addEventListener("change", async () => {
    const [from] = taken.files || [];
    if (!from) return;
    const words = await from.text();
    taken.value = "";
    if (from.name.endsWith(".json")) send("take_marks", { file, marks: words }, "", true);
    else send("take_table", { file, table: words }, "", true);
  });

  show(first, true);
  const opens = button(WORDS.tableIn, () => taken.click()),
    tables = row(button(WORDS.table, handOut), opens, taken),
    boxes = heads.map(one => one.box),
    left = [h("div", { class: "row heads" }, boxes), sum, wrongs, lines, row(add, adds), tables];
  return bench(turns, { heading, left, right: [printed, ticks, sheet] });
}
