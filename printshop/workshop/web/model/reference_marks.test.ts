// The legend of the reference marks in a drawing.

import { deepEqual } from "node:assert/strict";
import test from "node:test";
import { explainMarks, findNotes, listMarks } from "./reference_marks.ts";

const words = (...labels: string[]) => `<svg>${labels.map(label => `<path aria-label="${label}"/>`).join("")}</svg>`;

test("only marks that occur in the words of a drawing are explained", () => {
  deepEqual(listMarks([words("Golem", "4/d8")]), []);
  deepEqual(listMarks([words("1–10‡", "sunk†"), words("§ 3")]), ["†", "‡", "§"]);
  deepEqual(listMarks(["<svg><title>‡</title></svg>"]), []);
});

test("a whole page that explains a mark needs no legend for it", () => {
  const page = words("1–10‡", "sunk†", "‡ In the rulebook: 1–9.");
  deepEqual(listMarks([page], true), ["†"]);
  deepEqual(listMarks([page]), ["†", "‡"]);
});

test("the legend has a sentence for the edition and one for all differences", () => {
  deepEqual(explainMarks([]), []);
  deepEqual(explainMarks(["†"], "† Values of ours."), ["† Values of ours."]);
  deepEqual(
    explainMarks(["†", "‡", "§"]).map(one => one.split(":")[0]),
    ["†", "‡, §"],
  );
});

test("the notes of a record are those of its own page, for the marks that it has", () => {
  const nike = words("Nike", "1–10‡"),
    pages = [
      words("Golem", "1–9‡", "‡ Another page."),
      words("Nike", "1–10‡", "Tai", "4§", "‡ Book: 1–12 &amp; more.", "§ Of Tai."),
    ];
  deepEqual(findNotes(nike, pages), ["‡ Book: 1–12 & more."]);
  deepEqual(findNotes(words("Nike", "1–10"), pages), []);
  deepEqual(findNotes(words("Beta", "1–10‡"), pages), []);
});
