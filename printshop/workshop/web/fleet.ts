import { call, inTurn, printing } from "./calls.ts";
import { sharing } from "./link.ts";
import { type Child, h, later, type Props, pictures, problemsOf, trail } from "./page.ts";
import type { Fleet, Line } from "./types.ts";
import { WORDS } from "./words.ts";

// A fleet: its lines, points, roster.

type Told = "count" | "names" | "damage" | "notes"; // what is said of a line, and typed
const HEAD = ["title", "side", "limit"] as const;

export async function fleet(file: string): Promise<Child[]> {
  const first = await call("open_fleet", { file });
  let state = first;
  trail.replaceChildren(h("a", { href: location.hash }, file));
  const lines = h("div"),
    sum = h("p", { role: "status", class: "sum" }),
    wrongs = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.roster }),
    prints = h("div", { class: "row" });
  const draw = pictures(sheet, number => WORDS.drawn(WORDS.roster, state.head.title || file, number));
  const send = inTurn<Fleet, [rebuild?: boolean]>(first, show, sheet);
  const head = h(
    "div",
    { class: "row" },
    HEAD.map(key => {
      const put = (): void =>
        later(key, () => send("change_fleet", { file, key, value: input.value.trim() }, key === "side"));
      const input: HTMLInputElement | HTMLSelectElement =
        key === "side"
          ? h(
              "select",
              { onchange: put },
              [["", ""], ...Object.entries(state.sides)].map(([side, name]) =>
                h("option", { value: side, selected: side === state.head.side }, name),
              ),
            )
          : h("input", { type: "text", inputmode: key === "limit" ? "numeric" : undefined, oninput: put });
      if (key !== "side") input.value = state.head[key] || "";
      return h("label", { class: "field" }, WORDS[key], input);
    }),
  );
  const add = h("select", { "aria-label": WORDS.add }),
    adds = h(
      "button",
      {
        type: "button",
        onclick: () =>
          add.value &&
          send(
            "change_line",
            { file, number: String(state.lines.length), line: JSON.stringify({ unit: add.value }) },
            true,
          ),
      },
      WORDS.add,
    );

  function row(one: Line, number: number) {
    const write = (key: Told, value: string) => {
      one[key] = value;
      later(`${number}${key}`, () =>
        send("change_line", { file, number: String(number), line: JSON.stringify(one) }, false),
      );
    };
    const input = (key: Told, more: Props) => {
      const field = h("input", more);
      field.addEventListener("input", () => write(key, field.value));
      field.value = key === "count" ? one.count || "1" : one[key];
      return h("label", { class: "field" }, WORDS[key], field);
    };
    return h(
      "fieldset",
      { class: "line" },
      h("legend", {}, one.unit),
      h(
        "div",
        { class: "asked" },
        input("count", { type: "number", min: "1", max: "99" }),
        input("names", { type: "text" }),
        input("damage", { type: "text", placeholder: "hull=3" }),
      ),
      input("notes", { type: "text" }),
      h(
        "button",
        {
          type: "button",
          "aria-label": `${WORDS.out} ${one.unit}`,
          onclick: () => send("change_line", { file, number: String(number), line: "" }, true),
        },
        WORDS.out,
      ),
    );
  }

  function show(now: Fleet, rebuild?: boolean) {
    state = now;
    if (rebuild) {
      lines.replaceChildren(...state.lines.map(row));
      add.replaceChildren(
        ...state.units.map(unit =>
          h("option", { value: unit.name }, unit.points ? `${unit.name} (${unit.points})` : unit.name),
        ),
      );
    }
    sum.textContent = state.points === "" ? "" : WORDS.points(state.points, state.limit);
    sum.className = state.warnings.length ? "sum warn" : "sum";
    const warnings = state.warnings.map(words => h("p", { class: "warn" }, words));
    wrongs.replaceChildren(...problemsOf(state.problems), ...warnings);
    draw(state.pages);
    const table = h("a", { class: "button", href: `#/play/${encodeURIComponent(file)}` }, WORDS.play);
    prints.replaceChildren(...(state.problems.length ? [] : [table, ...printing({ what: file })]));
  }

  show(first, true);
  return [
    h("h1", {}, state.head.title || file),
    h("p", {}, state.game),
    h(
      "div",
      { class: "editor" },
      h(
        "div",
        {},
        head,
        sum,
        wrongs,
        lines,
        h(
          "div",
          { class: "row" },
          add,
          adds,
          sharing(file, () => state.text),
        ),
      ),
      h("div", {}, prints, sheet),
    ),
  ];
}
