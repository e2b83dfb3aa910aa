import { call, handed, inTurn, located, prints } from "./calls.ts";
import { bench, sharing } from "./link.ts";
import { type Child, done, h, inWords, type Props, pictures, problemsOf } from "./page.ts";
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
    printed = h("div", { class: "row" });
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
        ? h(
            "select",
            { onchange: put },
            [["", ""], ...Object.entries(state.sides)].map(([side, name]) => h("option", { value: side }, name)),
          )
        : h("input", { type: "text", inputmode: key === "limit" ? "numeric" : undefined, oninput: put });
    const wrong = h("span", { class: "wrong" });
    inputs.set(`/${key}`, [input, wrong]);
    return { key, input, box: h("div", {}, h("label", { class: "field" }, WORDS[key], input), wrong) };
  });
  const add = h("select", { "aria-label": WORDS.add }),
    adds = h("button", { type: "button", onclick: added }, WORDS.add);

  function added() {
    const own = mine.find(unit => unit.name === add.value && unit.file === add.selectedOptions[0]?.dataset.file);
    if (!add.value) return;
    const line = JSON.stringify({ unit: add.value });
    send("change_line", { file, number: String(state.lines.length), line, of: own?.file || "" }, "", true);
  }

  const price = (name: string) => [...state.units, ...mine].find(unit => unit.name === name)?.points;
  const option = ({ name, points, file: of }: Offered) =>
    h("option", { value: name, "data-file": of }, points ? `${name} (${points})` : name);

  function row(one: Line, number: number) {
    const write = (key: Told, value: string) => {
      one[key] = value;
      typed(`line ${number}`, () =>
        send("change_line", { file, number: String(number), line: JSON.stringify(one) }, `line ${number}`),
      );
    };
    const input = (key: Told, more: Props) => {
      const field = h("input", more),
        wrong = h("span", { class: "wrong" });
      inputs.set(`${number}/${key}`, [field, wrong]);
      field.addEventListener("input", () => {
        const unfit = key === "count" && !(field.validity.valid && field.value);
        wrong.textContent = unfit ? WORDS.needed(WORDS.many) : "";
        field.setAttribute("aria-invalid", String(unfit));
        if (!unfit) write(key, field.value);
      });
      field.value = key === "count" ? one.count || "1" : one[key];
      return h("div", {}, h("label", { class: "field" }, WORDS[key], field), wrong);
    };
    const points = price(one.unit);
    return h(
      "fieldset",
      { class: "line" },
      h("legend", {}, one.unit, points ? h("small", {}, ` ${WORDS.points(points, "")}`) : ""),
      input("count", { type: "number", min: "1", max: "99" }),
      input("names", { type: "text", placeholder: WORDS.apart }),
      input("damage", { type: "text", placeholder: "hull=3" }),
      input("notes", { type: "text" }),
      h(
        "button",
        {
          type: "button",
          "aria-label": `${WORDS.out} ${one.unit}`,
          title: WORDS.out,
          onclick: () => send("change_line", { file, number: String(number), line: "" }, "", true),
        },
        "\u00d7",
      ),
    );
  }

  function show(now: Fleet, rebuild?: boolean) {
    state = now;
    if (now.done) done(now.done);
    heading.textContent = state.head.title || file;
    located(file, state.game, h("a", { href: location.hash }, state.head.title || file));
    if (rebuild) {
      for (const key of [...inputs.keys()]) if (!key.startsWith("/")) inputs.delete(key);
      lines.replaceChildren(...state.lines.map(row));
      const known = new Set(state.units.map(unit => unit.name)),
        others = mine.filter(
          ({ name, side }) => !known.has(name) && (!side || !state.head.side || side === state.head.side),
        );
      add.replaceChildren(
        ...(others.length ? [h("optgroup", { label: WORDS.yours }, others.map(option))] : []),
        ...state.units.map(option),
      );
      for (const { key, input } of heads) if (input !== document.activeElement) input.value = state.head[key] || "";
    }
    const over = state.warnings.length > 0;
    sum.textContent = state.points === "" ? "" : WORDS.points(state.points, state.limit);
    sum.className = over ? "sum warn" : "sum";
    const others = state.problems.filter(problem => !inputs.has(`${problem.unit}/${problem.key}`));
    for (const [key, [control, wrong]] of inputs) {
      const found = state.problems.filter(problem => `${problem.unit}/${problem.key}` === key);
      wrong.textContent = inWords(found);
      control.setAttribute("aria-invalid", String(found.length > 0));
    }
    wrongs.replaceChildren(...problemsOf(others), ...state.warnings.map(words => h("p", { class: "warn" }, words)));
    draw(state.pages);
    const sound = !state.problems.length,
      table = h("a", { class: "button", href: sound ? `#/play/${encodeURIComponent(file)}` : undefined }, WORDS.play);
    if (!sound) table.setAttribute("aria-disabled", "true");
    table.setAttribute("role", "link");
    printed.replaceChildren(...prints(file, state.problems, table));
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
  const button = (words: string, onclick: () => void) => h("button", { type: "button", onclick }, words),
    tables = h("div", { class: "row" }, button(WORDS.table, handOut), button(WORDS.tableIn, () => taken.click()), taken),
    boxes = heads.map(one => one.box);
  const left = [h("div", { class: "row heads" }, boxes), sum, wrongs, lines, h("div", { class: "row" }, add, adds), tables],
    share = sharing(file, () => state.text);
  return bench(heading, turns, share, left, [printed, sheet]);
}
