// A battle: its texts, who fights, and the booklet as it is printed.

import { call, inTurn, located, prints } from "./calls.ts";
import { bench } from "./link.ts";
import {
  at,
  begin,
  button,
  type Child,
  type Choice,
  choice,
  choices,
  done,
  faulted,
  field,
  h,
  inWords,
  link,
  pictures,
  problemsOf,
  row,
  tell,
} from "./page.ts";
import type { Battle, BattleKey, Force, Names, Row } from "./types.ts";
import { WORDS } from "./words.ts";

const UNEVEN = 0.1; // of the lesser points: what more they differ by is told
const LONG: string[] = ["summary", "background", "setup", "special_rules", "objectives", "victory", "notes"];

export function newBattle(game: { name: string; title: string; sides: Names }) {
  const sides = Object.entries(game.sides),
    from = (place: number) => [...sides.slice(place), ...sides.slice(0, place)],
    chosen = WORDS.sidesOf.map((words, place) => choice(words, from(place), { name: "side" })[0]);
  const make = async (title: string, _like: string, given: FormData) => {
    const { file, key } = await call("new_battle", { game: game.name, title, sides: given.getAll("side").join(",") });
    return battleAt(file, key);
  };
  begin(WORDS.newBattle(game.title), make, [], "", sides.length > 1 ? chosen : []);
}

export const battleAt = (file: string, key: string) => at("battle", key, file);

export async function battle(key: string, file: string): Promise<Child[]> {
  const [first, { units: mine }, { fleets, game }] = await Promise.all([
    call("open_battle", { file, key }),
    call("mine", { file }),
    call("around", { of: file }),
  ]);
  const forces = h("div", { class: "forces" }),
    sums = new Map<string, HTMLElement>(), // what each force costs
    uneven = h("p", { role: "status", class: "warn" }),
    heading = h("h1"),
    problems = h("div", { role: "status", "aria-live": "polite" }),
    sheet = h("section", { class: "sheet", "aria-label": WORDS.booklet }),
    printed = row();
  const keys = Object.keys(first.inputs) as BattleKey[],
    inputs = new Map<string, ReturnType<typeof input>>(keys.map(name => [name, input(name, first.inputs[name] || "")]));
  const draw = pictures(sheet, number => WORDS.drawn(WORDS.booklet, first.inputs.title || key, number));
  const reopened = () => send("open_battle", { file, key }, "open", true);
  const turns = inTurn<Battle, [rebuild?: boolean]>(first, reopened, show, sheet),
    { send, typed } = turns;
  let state = first;

  function input(name: BattleKey, value: string) {
    const maps = Object.entries({ "": "", ...(value && { [value]: value }), ...first.maps });
    const control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =
      name === "map" ? choices(maps) : h(LONG.includes(name) ? "textarea" : "input", { rows: "3" });
    control.id = `in-${name}`;
    control.value = value;
    control.addEventListener("input", () =>
      typed(name, () => send("change_battle", { file, key, name, value: control.value.trim() }, name)),
    );
    const wrong = h("span", { class: "wrong" });
    const label = field(WORDS.battleKeys[name], control);
    control.disabled = first.richer.includes(name);
    const said = h("small", {}, control.disabled ? WORDS.richer : WORDS.battleHints[name] || ""),
      wide = [...LONG, "title", "subtitle"].includes(name) ? "wide" : "";
    const box = h("div", { class: wide, hidden: name === "map" && !maps[1] }, label, said, " ", wrong);
    return { control, wrong, box };
  }

  function change(side: string, number: number, unit: string, count: number | string, of = "") {
    send("change_force", { file, key, side, number: String(number), unit, count: String(count), of }, "", true);
  }

  function rowOf(force: Force, { unit, count, said }: Row, number: number) {
    const gone = { "aria-label": `${WORDS.out} ${unit || said}` },
      out = button("\u00d7", () => change(force.side, number, "", 1), gone);
    if (said) return h("div", { class: "line" }, h("code", {}, said), out);
    const named = { "aria-label": `${WORDS.count} ${unit}` },
      many = h("input", { type: "number", min: "1", max: "999", required: true, ...named }),
      wrong = h("span", { class: "wrong" }),
      line = `${force.side}/${number}`;
    many.value = String(count);
    many.addEventListener("input", () => {
      faulted(many, wrong, many.validity.valid ? "" : WORDS.needed(WORDS.manyUnits));
      const given = { side: force.side, number: String(number), unit, count: many.value, of: "" };
      if (many.validity.valid) typed(line, () => send("change_force", { file, key, ...given }, line));
    });
    return h("div", { class: "line counted" }, many, h("span", {}, unit), out, wrong);
  }

  function forceOf(force: Force) {
    const known = new Set(state.units.map(unit => unit.name)),
      others = mine.filter(unit => !known.has(unit.name)),
      there = [...others, ...state.units].filter(unit => !unit.side || unit.side === force.side);
    const units = there.map(({ name, points }): Choice => [name, points ? `${name} (${points})` : name]),
      add = choices(units, { "aria-label": WORDS.add });
    const mustered = fleets.filter(one => one.game === game && (!one.side || one.side === force.side));
    const take = () => send("take_fleet", { file, key, side: force.side, fleet: fleet.value }, "", true),
      offered = mustered.map((one): Choice => [one.file, one.title]),
      more = { "aria-label": WORDS.takeFleet, onchange: take },
      fleet = choices([["", WORDS.takeFleet], ...offered], more);
    const adds = button(WORDS.add, () => {
      const own = others.find(unit => unit.name === add.value);
      if (add.value) change(force.side, force.rows.length, add.value, 1, own?.file);
    });
    const name = state.sides[force.side] || force.side,
      fighting = state.forces.map(one => one.side),
      free = Object.entries(state.sides).filter(([side]) => side === force.side || !fighting.includes(side)),
      to = () => send("change_side", { file, key, side: force.side, to: side.value }, "", true),
      side = choices(free, { "aria-label": WORDS.side, onchange: to });
    side.value = force.side;
    const sum = h("p", { class: "sum" });
    sums.set(force.side, sum);
    const none = h("small", {}, WORDS.noFleet(name), h("a", { href: at("game", game) }, WORDS.makeOne));
    return h(
      "fieldset",
      { "aria-label": name },
      h("legend", {}, free.length > 1 ? side : name),
      sum,
      force.rows.map((one, number) => rowOf(force, one, number)),
      row(add, adds, mustered.length ? fleet : none),
    );
  }

  function show(now: Battle, rebuild?: boolean) {
    state = now;
    heading.textContent = state.inputs.title || key;
    located(file, state.game, h("a", { href: location.hash }, state.inputs.title || key));
    if (now.missing) tell(`${now.done} ${now.missing}`); // it stays until something is changed
    else if (now.done) done(now.done);
    if (rebuild) forces.replaceChildren(...state.forces.map(forceOf));
    for (const { side, points } of state.forces) {
      const sum = sums.get(side);
      if (sum) sum.textContent = points ? WORDS.points(points, "") : "";
    }
    const called = ({ side }: Force) => state.sides[side] || side,
      priced = state.forces.filter(one => one.points).sort((one, other) => Number(one.points) - Number(other.points)),
      [less, more] = [priced[0], priced.at(-1)],
      apart = less && more ? Number(more.points) - Number(less.points) : 0;
    const told = less && more && apart > UNEVEN * Number(less.points);
    uneven.textContent = told ? WORDS.uneven(called(more), called(less), apart) : "";
    for (const [name, { control, wrong }] of inputs) {
      const found = state.problems.filter(problem => problem.key === name);
      if (rebuild && control !== document.activeElement) control.value = state.inputs[name as BattleKey] || "";
      faulted(control, wrong, inWords(found));
    }
    const others = state.problems.filter(problem => !inputs.has(problem.key));
    problems.replaceChildren(...problemsOf(others));
    draw(state.pages);
    const text = link(WORDS.text, at("edit", file)),
      look = state.problems.length ? "" : link(WORDS.look, at("pack", state.what));
    printed.replaceChildren(...prints({ what: state.what }, state.problems, text, look));
  }

  show(first, true);
  const boxes = [...inputs.values()].map(one => one.box),
    form = h("form", { class: "inputs", onsubmit: event => event.preventDefault() }, boxes);
  return bench(turns, { heading, left: [problems, forces, uneven, form], right: [printed, sheet] });
}
