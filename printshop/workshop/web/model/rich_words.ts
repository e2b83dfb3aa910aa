// Words of a cell as an input shows them: values of the unit as pills, bold and italic letters without asterisks.

export interface WordPiece {
  text: string; // of a value: its formula
  isValue: boolean;
  bold: boolean;
  italic: boolean;
}
const ESCAPED = "\ue000", // stands for an asterisk that is an ordinary character
  HOLE = /\{([^{}]*)\}/g,
  STYLED = /(?<!\*)(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1(?!\*)/g;

// Returns the pieces of words with holes and asterisks.
export function readWords(words: string): WordPiece[] {
  const formulas: string[] = [];
  const plain = words.replaceAll("\\*", ESCAPED).replace(HOLE, (_, formula: string) => {
    formulas.push(formula);
    return "\ue001";
  });
  const pieces: WordPiece[] = [];
  let next = 0;
  const add = (text: string, marks: number) => {
    const [bold, italic] = [marks > 1, marks % 2 > 0];
    for (const part of text.split(/(\ue001)/)) {
      if (part === "\ue001") pieces.push({ text: formulas[next++] ?? "", isValue: true, bold, italic });
      else if (part) pieces.push({ text: part.replaceAll(ESCAPED, "*"), isValue: false, bold, italic });
    }
  };
  let end = 0;
  for (const { 0: whole, 1: marks = "", 2: inner = "", index } of plain.matchAll(STYLED)) {
    add(plain.slice(end, index), 0);
    add(inner, marks.length);
    end = index + whole.length;
  }
  add(plain.slice(end), 0);
  return pieces;
}

// Returns the words of pieces. Spaces at the ends of bold or italic words stand outside of the asterisks, as printshop
// reads them.
export function writeWords(pieces: readonly WordPiece[]): string {
  let words = "";
  for (let from = 0; from < pieces.length; ) {
    const { bold, italic } = pieces[from] as WordPiece;
    let to = from;
    while (pieces[to]?.bold === bold && pieces[to]?.italic === italic) to++;
    const run = pieces
      .slice(from, to)
      .map(one => (one.isValue ? `{${one.text}}` : one.text.replaceAll("*", "\\*")))
      .join("");
    const marks = "*".repeat((bold ? 2 : 0) + (italic ? 1 : 0)),
      [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run) ?? [];
    words += inner ? `${before}${marks}${inner}${marks}${after}` : run;
    from = to;
  }
  return words;
}

// Whether an input can show the words as pieces, and write the same words.
export const isRich = (words: string) =>
  writeWords(readWords(words)) === words && readWords(words).every(one => one.isValue || !/[{}*]/.test(one.text));

// Returns words without asterisks, and icons by their names, for places that show plain text.
export const withoutMarkup = (words: string) =>
  /[*<]/.test(words)
    ? readWords(words)
        .map(({ text, isValue }) => (isValue ? `{${text}}` : text.replace(/<([a-z][\w -]*)>/gi, "$1")))
        .join("")
    : words;
