// Words of a cell as an input shows them: values of the unit as pills, bold and italic letters without asterisks.

export interface WordPiece {
  text: string; // of a value: its formula
  isValue: boolean;
  bold: boolean;
  italic: boolean;
}
// Characters of a text that have a meaning in the file are escaped there. A mark stands for each while the text is read.
const ORDINARY: [inFile: string, mark: string, char: string][] = [
    ["\\*", "\ue000", "*"],
    ["{{", "\ue002", "{"],
    ["}}", "\ue003", "}"],
  ],
  HOLE = /\{([^{}]*)\}/g,
  ESCAPED_OR_HOLE = /\\\*|\{\{|\}\}|\{([^{}]*)\}/g,
  STYLED = /(?<!\*)(\*{1,3})(?=[^\s*])([^*]*[^\s*])\1(?!\*)/g;

// Returns the pieces of words with holes and asterisks.
export function readWords(words: string): WordPiece[] {
  const formulas: string[] = [];
  const plain = words.replace(ESCAPED_OR_HOLE, (found, formula?: string) => {
    if (formula === undefined) return ORDINARY.find(([inFile]) => inFile === found)?.[1] ?? found;
    formulas.push(formula);
    return "\ue001";
  });
  const unmark = (text: string) => ORDINARY.reduce((now, [, mark, char]) => now.replaceAll(mark, char), text);
  const pieces: WordPiece[] = [];
  let next = 0;
  const add = (text: string, marks: number) => {
    const [bold, italic] = [marks > 1, marks % 2 > 0];
    for (const part of text.split(/(\ue001)/)) {
      if (part === "\ue001") pieces.push({ text: formulas[next++] ?? "", isValue: true, bold, italic });
      else if (part) pieces.push({ text: unmark(part), isValue: false, bold, italic });
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

// Returns a text as the file has it: all of it is printed as it is.
export const escapeWords = (text: string) =>
  ORDINARY.reduce((now, [inFile, , char]) => now.replaceAll(char, inFile), text);

// Returns a typed piece in parts: braces around a known name are a value, all others are printed.
export function readTyped(piece: WordPiece, known: ReadonlySet<string>): WordPiece[] {
  const parts: WordPiece[] = [];
  let end = 0;
  const add = (text: string, isValue: boolean) => text && parts.push({ ...piece, text, isValue });
  for (const { 0: whole, 1: formula = "", index } of piece.text.matchAll(HOLE)) {
    if (!formula.match(/[A-Za-z_]\w*/g)?.some(name => known.has(name))) continue;
    add(piece.text.slice(end, index), false);
    add(formula, true);
    end = index + whole.length;
  }
  add(piece.text.slice(end), false);
  return parts;
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
      .map(one => (one.isValue ? `{${one.text}}` : escapeWords(one.text)))
      .join("");
    const marks = "*".repeat((bold ? 2 : 0) + (italic ? 1 : 0)),
      [, before = "", inner = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run) ?? [];
    words += inner ? `${before}${marks}${inner}${marks}${after}` : run;
    from = to;
  }
  return words;
}

// Whether an input can show the words as pieces, and write the same words.
export const isRich = (words: string) => writeWords(readWords(words)) === words;

// Returns words without asterisks, and icons by their names, for places that show plain text.
export const withoutMarkup = (words: string) =>
  /[*<]/.test(words)
    ? readWords(words)
        .map(({ text, isValue }) => (isValue ? `{${text}}` : text.replace(/<([a-z][\w -]*)>/gi, "$1")))
        .join("")
    : words;
