// A fleet's records at the table: circles are touched, and what is marked is kept in the fleet's file.

import { call, leaves, located, printing, sent, unanswered, unsavedOf, Wrong } from "./calls.ts";
import {
  again,
  arrows,
  at,
  button,
  type Child,
  field,
  h,
  nodes,
  remember,
  remembered,
  row,
  said,
  stand,
  tell,
  under,
} from "./page.ts";
import { touched } from "./touching.ts";
import type { Mark, Sheet, Ship } from "./types.ts";
import { WORDS } from "./words.ts";

const FINGER = 24, // pixels that a circle has at least
  POINTER = 18; // where it is touched with a mouse, if there is room
const MOST = 2400; // pixels of a sheet
const LARGER = 1.9; // pixels for a point

export async function play(file: string, number: string): Promise<Child[]> {
  const unsaved = unsavedOf(file);
  let now = await call("play", { file });
  const earlier = unsaved.earlier({ ...now, file });
  if (earlier.length) {
    await unsaved.resend(earlier, now.stamp, () => {});
    now = await call("play", { file });
  }
  const { title, game, sheets, ships } = now;
  const damage = new Map(ships.map(ship => [ship.key, { ...ship.damage }]));
  const past: [ship: string, track: string, amount: number][] = [],
    boxes = new Map<string, { box: HTMLInputElement; number: number }[]>(),
    sayings = new Map(ships.map(({ key }) => [key, h("p")])),
    blanks = `blanks ${file}`,
    written: Record<string, string> = JSON.parse(remembered(localStorage, blanks) || "{}"),
    kept = h("small", { role: "status" }, WORDS.saved);
  let { stamp } = now,
    line = Promise.resolve();
  located(file, game, h("a", { href: at("fleet", file) }, title), h("a", { href: location.hash }, WORDS.play));
  const undo = button(WORDS.undo, back, { disabled: true });

  const gone = (ship: string, track: string) => damage.get(ship)?.[track] || 0;

  function show(ship: string, track: string) {
    for (const { box, number } of boxes.get(`${ship}/${track}`) || []) box.checked = number <= gone(ship, track);
    const hurt = Object.entries(damage.get(ship) || {}).filter(([, amount]) => amount),
      words = hurt.map(([track, amount]) => `${track.replaceAll("_", " ")} ${amount}`).join(", ");
    sayings.get(ship)?.replaceChildren(WORDS.damaged(words));
    undo.disabled = !past.length;
  }

  // What is touched is shown at once, and written in its turn; what could not be written is taken back.
  function write(ship: string, track: string, amount: number) {
    const before = gone(ship, track),
      ofShip = damage.get(ship) || {};
    ofShip[track] = amount;
    show(ship, track);
    save("mark", { file, ship, track, amount: String(amount) }, `${ship}/${track}`, () => {
      ofShip[track] = before;
      show(ship, track);
    });
  }

  // One after the other; what is written again before it was sent takes the place of what it was.
  function save(action: "mark" | "note", given: object, key: string, undone = () => {}) {
    const change = { action, given };
    kept.textContent = WORDS.saving;
    unsaved.put(key, change, stamp);
    line = line.then(async () => {
      if (!unsaved.holds(key, change)) return;
      try {
        ({ stamp } = await sent(change, stamp));
        unsaved.drop(key, change, stamp);
        tell("");
        if (unsaved.empty()) kept.textContent = WORDS.saved;
      } catch (error) {
        kept.textContent = "";
        if (unanswered(error)) return tell(error instanceof Wrong ? error.message : WORDS.lost, button(WORDS.retry, again));
        unsaved.drop(key, change, stamp);
        undone();
        tell(said(error), button(WORDS.again, again));
      }
    });
  }
  leaves(() => line);

  function touch(ship: string, track: string, number: number) {
    const before = gone(ship, track);
    past.push([ship, track, before]);
    write(ship, track, number === before ? number - 1 : number);
  }

  function back() {
    const last = past.pop();
    if (last) write(...last);
  }

  function marked({ ship, track, number, of, kind, at }: Mark) {
    const label = WORDS.circle(ship, track.replaceAll("_", " "), number, of);
    const box = h("input", { type: "checkbox", class: kind, "aria-label": label });
    box.addEventListener("change", () => touch(ship, track, number));
    stand(box, at);
    const key = `${ship}/${track}`;
    boxes.set(key, [...(boxes.get(key) || []), { box, number }]);
    return box;
  }

  // What is written on a sheet is no damage: the browser keeps it.
  function blank({ key, at }: Sheet["blanks"][number], sheet: Sheet) {
    const [ship = "", , number] = key.split("/"),
      input = h("input", { type: "text", maxlength: "60", "aria-label": WORDS.blank(ship, Number(number)) });
    input.value = written[key] || "";
    input.oninput = () => {
      written[key] = input.value.trim();
      remember(localStorage, blanks, JSON.stringify(written));
    };
    stand(input, at);
    input.style.fontSize = `${Math.min((0.85 * at[3] * sheet.height) / sheet.width, at[2] / 1.3)}cqw`;
    return input;
  }

  function drawn(sheet: Sheet) {
    const image = under(sheet.svg, WORDS.sheetOf(sheet.ships.join(", ") || title));
    const marks = sheet.marks.map(marked),
      blanks = sheet.blanks.map(one => blank(one, sheet)),
      played = h("div", { class: "played" }, image, marks, blanks);
    played.addEventListener("click", event => nearest(event, marks));
    played.onkeydown = arrows(marks);
    const moved = h("div", { class: "moved" }, played),
      part = h("section", { "aria-label": sheet.ships.join(", ") || title }, moved);
    // on a touched screen every circle is as large as a finger needs, and the sheet is moved below it
    const least = Math.min(100, ...sheet.marks.map(mark => mark.at[2]));
    if (matchMedia("(pointer: coarse), (max-width: 600px)").matches)
      played.style.width = `max(100%, ${Math.min((100 * FINGER) / least, MOST)}px)`;
    else part.style.width = `${Math.max((100 * POINTER) / least, LARGER * sheet.width)}px`;
    return part;
  }

  function nearest({ target, clientX, clientY }: MouseEvent, all: HTMLElement[]) {
    const rects = all.map(box => box.getBoundingClientRect());
    if (!(target instanceof HTMLInputElement)) all[touched(rects, clientX, clientY)]?.click();
  }

  function noted(ship: Ship) {
    const input = h("input", { type: "text", maxlength: "300" });
    input.value = ship.notes;
    input.oninput = () => save("note", { file, ship: ship.key, words: input.value.trim() }, `${ship.key} notes`);
    return [sayings.get(ship.key), field(`${ship.key}: ${WORDS.notes.toLowerCase()}`, input)];
  }

  const seen = new Set<string>(),
    parts: HTMLElement[] = [];
  let wanted: HTMLElement | undefined; // the first ship of the line that the address names
  for (const sheet of sheets) {
    const fresh = ships.filter(ship => sheet.ships.includes(ship.key) && !seen.has(ship.key));
    for (const ship of fresh) seen.add(ship.key);
    const part = drawn(sheet);
    part.append(...nodes(fresh.map(noted)));
    parts.push(part);
    if (number && fresh.some(ship => ship.line === Number(number))) wanted ??= part;
  }
  for (const { ship, track } of sheets.flatMap(sheet => sheet.marks)) show(ship, track);
  setTimeout(() => wanted?.scrollIntoView());
  return [
    h("h1", {}, title),
    h("p", {}, h("small", {}, parts.length ? WORDS.touch : WORDS.nothingToMark)),
    row(undo, kept, printing({ what: file })),
    h("div", { class: "table" }, parts),
  ];
}
