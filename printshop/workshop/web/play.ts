// A fleet's records at the table: circles are touched, and what is marked is kept in the fleet's file.

import { call, located, printing, Wrong } from "./calls.ts";
import { again, arrows, type Child, drawing, h, tell } from "./page.ts";
import { under } from "./touching.ts";
import type { Mark, Sheet, Ship } from "./types.ts";
import { WORDS } from "./words.ts";

const FINGER = 24; // pixels that a circle has at least
const MOST = 2400; // pixels of a sheet
const LARGER = 1.9; // pixels for a point

export async function play(file: string): Promise<Child[]> {
  const { stamp: first, title, game, sheets, ships } = await call("play", { file });
  const damage = new Map(ships.map(ship => [ship.key, { ...ship.damage }]));
  const past: [ship: string, track: string, amount: number][] = [],
    boxes = new Map<string, { box: HTMLInputElement; number: number }[]>();
  let stamp = first,
    line = Promise.resolve();
  located(
    file,
    game,
    h("a", { href: `#/fleet/${encodeURIComponent(file)}` }, title),
    h("a", { href: location.hash }, WORDS.play),
  );
  const undo = h("button", { type: "button", disabled: true, onclick: back }, WORDS.undo);

  const gone = (ship: string, track: string) => damage.get(ship)?.[track] || 0;

  function show(ship: string, track: string) {
    for (const { box, number } of boxes.get(`${ship}/${track}`) || []) box.checked = number <= gone(ship, track);
    undo.disabled = !past.length;
  }

  // What is touched is shown at once, and written in its turn; what could not be written is taken back.
  function write(ship: string, track: string, amount: number) {
    const before = gone(ship, track),
      ofShip = damage.get(ship) || {};
    ofShip[track] = amount;
    show(ship, track);
    line = line.then(async () => {
      try {
        ({ stamp } = await call("mark", { file, stamp, ship, track, amount: String(amount) }));
        tell("");
      } catch (error) {
        ofShip[track] = before;
        show(ship, track);
        failed(error);
      }
    });
  }

  function failed(error: unknown) {
    const told = error instanceof Wrong;
    tell(told ? error.message : WORDS.lost, h("button", { type: "button", onclick: again }, WORDS.again));
  }

  function touch(ship: string, track: string, number: number) {
    const before = gone(ship, track);
    past.push([ship, track, before]);
    write(ship, track, number === before ? number - 1 : number);
  }

  function back() {
    const last = past.pop();
    if (last) write(...last);
  }

  function marked({ ship, track, number, of, kind, at: [left, top, width, height] }: Mark) {
    const label = WORDS.circle(ship, track.replaceAll("_", " "), number, of);
    const box = h("input", { type: "checkbox", class: kind, "aria-label": label });
    box.addEventListener("change", () => touch(ship, track, number));
    Object.assign(box.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    const key = `${ship}/${track}`;
    boxes.set(key, [...(boxes.get(key) || []), { box, number }]);
    return box;
  }

  function drawn(sheet: Sheet) {
    const src = drawing(sheet.svg);
    const image = h("img", { src, alt: WORDS.sheetOf(sheet.ships.join(", ") || title) });
    image.onload = () => URL.revokeObjectURL(src);
    const played = h("div", { class: "played" }, image, sheet.marks.map(marked));
    played.addEventListener("click", event => nearest(event, played));
    played.onkeydown = arrows([...played.querySelectorAll("input")]);
    // on a touched screen every circle is as large as a finger needs, and the sheet is moved below it
    const least = Math.min(...sheet.marks.map(mark => mark.at[2]));
    if (sheet.marks.length && matchMedia("(pointer: coarse), (max-width: 600px)").matches)
      played.style.width = `max(100%, ${Math.min((100 * FINGER) / least, MOST)}px)`;
    else played.style.maxWidth = `${LARGER * sheet.width}px`; // cards are no posters
    return played;
  }

  function nearest({ target, clientX, clientY }: MouseEvent, played: HTMLElement) {
    if (target instanceof HTMLInputElement) return;
    const all = [...played.querySelectorAll("input")];
    all[under(all.map(box => box.getBoundingClientRect()), clientX, clientY)]?.click();
  }

  function noted(ship: Ship) {
    const input = h("input", { type: "text", maxlength: "300", onchange: send });
    input.value = ship.notes;
    function send() {
      line = line.then(async () => {
        try {
          ({ stamp } = await call("note", { file, stamp, ship: ship.key, words: input.value.trim() }));
        } catch (error) {
          failed(error);
        }
      });
    }
    return h("label", { class: "field" }, `${ship.key}: ${WORDS.notes.toLowerCase()}`, input);
  }

  const seen = new Set<string>(),
    parts: HTMLElement[] = [];
  for (const sheet of sheets) {
    const fresh = ships.filter(ship => sheet.ships.includes(ship.key) && !seen.has(ship.key));
    for (const ship of fresh) seen.add(ship.key);
    parts.push(
      h(
        "section",
        { "aria-label": sheet.ships.join(", ") || title },
        h("div", { class: "moved" }, drawn(sheet)),
        fresh.map(noted),
      ),
    );
  }
  for (const { ship, track } of sheets.flatMap(sheet => sheet.marks)) show(ship, track);
  return [
    h("h1", {}, title),
    h("p", {}, h("small", {}, parts.length ? WORDS.touch : WORDS.nothingToMark)),
    h("div", { class: "row" }, undo, printing({ what: file })),
    h("div", { class: "table" }, parts),
  ];
}
