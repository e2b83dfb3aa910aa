// The reference marks of a drawing (†, ‡, § and ¶), and their meanings.

const MARKS = ["†", "‡", "§", "¶"] as const;
type Mark = (typeof MARKS)[number];

const readEntities = (words: string) =>
  words.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: string) => ({ lt: "<", gt: ">", quot: '"', apos: "'" })[name] ?? "&",
  );
const listLabels = (svg: string) =>
  [...svg.matchAll(/ aria-label="([^"]*)"/g)].map(([, label = ""]) => readEntities(label));

// Returns the notes at the foot of printed pages on the marks of one record: of the page with all words of the record.
export function findNotes(record: string, pages: readonly string[]) {
  const wanted = listLabels(record),
    page = pages.map(listLabels).find(labels => wanted.every(label => labels.includes(label))) ?? [],
    marks = listMarks([record]);
  return page.filter(label => marks.some(mark => mark !== "†" && label.startsWith(mark)) && /^\S+ \S/.test(label));
}

// Returns the marks in the words of drawings. `isWhole` means that the foot of each page is in view: a mark that the
// foot explains is left out. Words of a drawing are the labels of its paths.
export function listMarks(drawings: readonly string[], isWhole = false): Mark[] {
  const labels = drawings.flatMap(listLabels);
  return MARKS.filter(
    mark =>
      labels.some(label => label.includes(mark)) &&
      !(isWhole && labels.some(label => label.startsWith(`${mark} `) || label === `${mark} `)),
  );
}

// Returns the meaning of marks in sentences. `ours` is the meaning of † in a game, if it is known.
export function explainMarks(marks: readonly Mark[], ours = "") {
  const differing = marks.filter(mark => mark !== "†");
  return [
    ...(marks.includes("†") ? [ours || "†: a value or a rule of this edition, not of the rulebook."] : []),
    ...(differing.length
      ? [`${differing.join(", ")}: a difference from the rulebook. The foot of the printed page explains it.`]
      : []),
  ];
}
