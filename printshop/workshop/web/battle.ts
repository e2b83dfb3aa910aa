// A battle: its texts, who fights, and the booklet as it is printed.

import { call, inTurn, located, prints } from "./calls.ts";
import { bench, sharing } from "./link.ts";
import { begin, type Child, choice, h, inWords, pictures, problemsOf } from "./page.ts";
import type { Battle, BattleKey, Force, Row } from "./types.ts";
import { WORDS } from "./words.ts";

const LONG: string[] = ["summary", "background", "setup", "special_rules", "objectives", "victory", "notes"];

export const newBattle = (game: { name: string; title: string }) =>
  begin(WORDS.newBattle(game.title), async title => {
    const { file, key } = await call("new_battle", { game: game.name, title });
    return battleAt(file, key);
  });

export const battleAt = (file: string, key: string) =>
  `#/battle/${encodeURIComponent(key)}/${encodeURIComponent(file)}`;

export async function battle(key: string, file: string): Promise<Child[]> {
  const [first, { units: mine }, { fleets, game }] = await Promise.all([
    call("open_battle", { file, key }),
    call("mine", { file }),
    call("around", { of: file }),
  ]);
  const forces = h("div", { class: "forces" }),
    heading = h("h1"),
    problems = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.booklet }),
    printed = h("div", { class: "row" });
  const keys = Object.keys(first.inputs) as BattleKey[],
    inputs = new Map<string, ReturnType<typeof input>>(keys.map(name => [name, input(name, first.inputs[name] || "")]));
  const draw = pictures(sheet, number => WORDS.drawn(WORDS.booklet, first.inputs.title || key, number));
  const reopened = () => send("open_battle", { file, key }, "open", true);
  const turns = inTurn<Battle, [rebuild?: boolean]>(first, reopened, show, sheet),
    { send, typed } = turns;
  let state = first;

  function input(name: BattleKey, value: string) {
    const control = h(LONG.includes(name) ? "textarea" : "input", { id: `in-${name}`, rows: "3" });
    control.value = value;
    control.addEventListener("input", () =>
      typed(name, () => send("change_battle", { file, key, name, value: control.value.trim() }, name)),
    );
    const wrong = h("span", { class: "wrong" });
    const label = h("label", { class: "field" }, WORDS.battleKeys[name], control);
    const hint = WORDS.battleHints[name],
      said = h("small", {}, first.richer.includes(name) ? WORDS.richer : hint || "");
    control.disabled = first.richer.includes(name);
    return {
      control,
      wrong,
      box: h("div", { class: [...LONG, "title", "subtitle"].includes(name) ? "wide" : "" }, label, said, " ", wrong),
    };
  }

  function change(side: string, number: number, unit: string, count: number | string, of = "") {
    send("change_force", { file, key, side, number: String(number), unit, count: String(count), of }, "", true);
  }

  function row(force: Force, { unit, count, said }: Row, number: number) {
    const out = h("button", { type: "button", "aria-label": `${WORDS.out} ${unit || said}` }, "\u00d7");
    out.addEventListener("click", () => change(force.side, number, "", 1));
    if (said) return h("div", { class: "line" }, h("code", {}, said), out);
    const many = h("input", { type: "number", min: "1", max: "999", "aria-label": `${WORDS.count} ${unit}` });
    many.value = String(count);
    many.addEventListener("change", () => change(force.side, number, unit, many.value || 1));
    return h("div", { class: "line counted" }, many, h("span", {}, unit), out);
  }

  function forceOf(force: Force) {
    const known = new Set(state.units.map(unit => unit.name)),
      others = mine.filter(unit => !known.has(unit.name)),
      there = [...others, ...state.units].filter(unit => !unit.side || unit.side === force.side);
    const [, add] = choice(
      "",
      there.map(({ name, points }): [string, string] => [name, points ? `${name} (${points})` : name]),
    );
    const mustered = fleets.filter(one => one.game === game && (!one.side || one.side === force.side));
    const take = () => send("take_fleet", { file, key, side: force.side, fleet: fleet.value }, "", true);
    const [, fleet] = choice(
      "",
      [["", WORDS.takeFleet], ...mustered.map((one): [string, string] => [one.file, one.title])],
      { "aria-label": WORDS.takeFleet, onchange: take },
    );
    const adds = h("button", { type: "button" }, WORDS.add);
    add.setAttribute("aria-label", WORDS.add);
    adds.addEventListener("click", () => {
      const own = others.find(unit => unit.name === add.value);
      if (add.value) change(force.side, force.rows.length, add.value, 1, own?.file);
    });
    return h(
      "fieldset",
      {},
      h("legend", {}, state.sides[force.side] || force.side),
      force.points ? h("p", { class: "sum" }, WORDS.points(force.points, "")) : "",
      force.rows.map((one, number) => row(force, one, number)),
      h("div", { class: "row" }, add, adds, mustered.length ? fleet : ""),
    );
  }

  function show(now: Battle, rebuild?: boolean) {
    state = now;
    heading.textContent = state.inputs.title || key;
    located(file, state.game, h("a", { href: location.hash }, state.inputs.title || key));
    if (rebuild) forces.replaceChildren(...state.forces.map(forceOf));
    for (const [name, { control, wrong }] of inputs) {
      const found = state.problems.filter(problem => problem.key === name);
      if (rebuild && control !== document.activeElement) control.value = state.inputs[name as BattleKey] || "";
      wrong.textContent = inWords(found);
      control.setAttribute("aria-invalid", String(found.length > 0));
    }
    const others = state.problems.filter(problem => !inputs.has(problem.key));
    problems.replaceChildren(...problemsOf(others));
    draw(state.pages);
    const text = h("a", { class: "button", href: `#/edit/${encodeURIComponent(file)}` }, WORDS.text);
    const href = `#/pack/${encodeURIComponent(state.what)}`,
      look = state.problems.length ? "" : h("a", { class: "button", href }, WORDS.look);
    printed.replaceChildren(...prints(state.what, state.problems, text, look));
  }

  show(first, true);
  const boxes = [...inputs.values()].map(one => one.box);
  const left = [problems, forces, h("form", { class: "inputs", onsubmit: event => event.preventDefault() }, boxes)],
    share = sharing(file, () => state.text);
  return bench(heading, turns, share, left, [printed, sheet]);
}
