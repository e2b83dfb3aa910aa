// The title in a text of YAML that is not read as a whole: it may have mistakes, or come from another user.

const ESCAPE = /\\(?:(u[\da-f]{4}|x[\da-f]{2})|(.))/gi,
  QUOTED = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')/;

// Returns a value that stands behind its key, without its quotes.
function readValue(words: string) {
  const [whole, double, single] = QUOTED.exec(words) ?? [];
  if (whole === undefined)
    return words
      .replace(/(?:^| )#.*/, "")
      .replace(/^["']/, "")
      .trim();
  if (double === undefined) return (single ?? "").replaceAll("''", "'");
  return double.replace(ESCAPE, (_, code: string | undefined, sign: string) =>
    code ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : /[ntr_]/.test(sign) ? " " : sign,
  );
}

// Returns the value of the first of some keys that has one, "" if there is none.
export function findTitle(text: string, keys: readonly string[] = ["title", "name"]) {
  const lines = text.matchAll(new RegExp(`^[ -]*(?:${keys.join("|")}): +(\\S.*)`, "gm"));
  for (const [, words = ""] of lines) {
    const title = readValue(words);
    if (title) return title;
  }
  return "";
}
