// Where a place in a YAML text is: below which keys, in which entries of lists. A text that is being typed is seldom
// whole, so its lines and brackets are read, not its grammar.

// A mapping or a list that is begun before the place: under a key of what is above it, or as an entry of a list.
export interface Holder {
  kind: "map" | "list";
  above: Holder | null;
  key: string;
  indent: number;
  keys: Map<string, string>; // what stands at each key, if it is plain
  current: string; // the key that is read last; of a spot, the one where it is
}

// The word that is typed there begins at `from`; in an entry of a list that has just begun it may be either.
export interface Spot {
  holder: Holder;
  at: "key" | "value" | "either";
  from: number;
  flow: boolean; // between brackets, on one line
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'{}[\],#&*!|>%@`][^{}[\]#]*?)\s*:(?=\s|$)/;
const plain = (words: string) => words.replace(/^(["'])(.*)\1$/, "$2").trim();

function holding(kind: Holder["kind"], above: Holder | null, indent: number): Holder {
  return { kind, above, key: above?.kind === "map" ? above.current : "", indent, keys: new Map(), current: "" };
}

// Gives the place of an offset, null in comments, in texts of several lines and in quotes. All of the text is read:
// what stands below the place in a mapping counts, too.
export function spotAt(text: string, offset: number): Spot | null {
  const stack: Holder[] = []; // by lines
  let spot: Spot | null = null,
    scalar = -1, // how far the key of a text of several lines is indented
    start = 0;

  while (start <= text.length) {
    const end = text.indexOf("\n", start) < 0 ? text.length : text.indexOf("\n", start),
      line = text.slice(start, end),
      indent = line.search(/[^ ]|$/),
      here = offset >= start && offset <= end;
    if (scalar >= 0 && (indent > scalar || indent === line.length)) {
      start = end + 1;
      continue;
    }
    scalar = -1;
    if (line[indent] === "#") {
      start = end + 1;
      continue;
    }
    start = readLine(start, line, indent, here);
  }
  return spot;

  // Reads a line, or as many as a bracket in it takes; gives where the next begins.
  function readLine(begin: number, line: string, indent: number, here: boolean): number {
    const place = here ? offset - begin : -1;
    let column = indent,
      dashed = false;
    while (/^-(?: |$)/.test(line.slice(column)) && !(here && place <= column)) {
      while (stack.length && (stack.at(-1) as Holder).indent > column) stack.pop();
      const top = stack.at(-1) ?? null;
      if (top?.kind !== "list" || top.indent < column) stack.push(holding("list", top, column));
      column += 1 + line.slice(column + 1).search(/[^ ]|$/);
      dashed = true;
    }
    if (here && place < column) column = Math.max(place, dashed ? line.lastIndexOf("-", place - 1) + 1 : 0);
    const rest = line.slice(column),
      found = rest.match(KEY);
    if (here && place >= column && (!found || place <= column + found[1].length)) {
      const typed = line.slice(column, place);
      if (/^[\w .-]*$/.test(typed)) spot = keySpot(begin + column, column, dashed);
    }
    if (!rest || (here && !found && spot)) return begin + line.length + 1;
    if (!found) return valued(begin, line, column, null);
    while (stack.length && !fits(stack.at(-1) as Holder, column)) stack.pop();
    let top = stack.at(-1) ?? null;
    if (top?.kind !== "map" || top.indent < column) {
      top = holding("map", top, column);
      stack.push(top);
    }
    top.current = plain(found[1]);
    top.keys.set(top.current, "");
    const after = column + found[0].length,
      from = after + line.slice(after).search(/\S|$/);
    if (here && place > after && (place <= from || /^[^"'#{[|>&*!]*$/.test(line.slice(from, place))))
      spot = { holder: { ...top }, at: "value", from: begin + Math.min(from, place), flow: false };
    return valued(begin, line, from, top);
  }

  function fits(holder: Holder, column: number) {
    return holder.indent < column || (holder.indent === column && holder.kind === "map");
  }

  // What is typed at a column is a key there, or begins an entry of a list.
  function keySpot(from: number, column: number, dashed: boolean): Spot | null {
    let depth = stack.length;
    if (!dashed) while (depth && !fits(stack[depth - 1], column)) depth--;
    const top = stack[depth - 1] ?? null;
    if (!dashed && top?.kind === "map" && top.indent === column) return { holder: top, at: "key", from, flow: false };
    if (!dashed && top?.kind === "map" && top.keys.get(top.current)) return null; // a text goes on there
    const begun = holding("map", top, column);
    stack.splice(depth, stack.length, begun); // keys below it are those of the same mapping
    return { holder: begun, at: dashed ? "either" : "key", from, flow: false };
  }

  // Reads what stands at a key, or as an entry; gives where the next line begins.
  function valued(begin: number, line: string, column: number, of: Holder | null): number {
    column += line.slice(column).match(/^(?:[&!]\S+ *)*/)?.[0].length ?? 0; // an anchor
    const words = line.slice(column);
    if (/^[[{]/.test(words)) return bracketed(begin + column, of ?? stack.at(-1) ?? null);
    if (/^[|>]/.test(words)) scalar = (of ?? stack.at(-1))?.indent ?? 0;
    else if (of) of.keys.set(of.current, plain(words.replace(/(^|\s)#.*/, "")));
    return begin + line.length + 1;
  }

  // Reads from a bracket to the one that closes it; gives where the next line begins.
  function bracketed(begin: number, outer: Holder | null): number {
    const inner: Holder[] = [];
    let token = begin,
      index = begin;
    const done = () => {
      const top = inner.at(-1),
        words = plain(text.slice(token, index));
      if (top?.kind === "map" && (top.current || words)) top.keys.set(top.current || words, top.current && words);
    };
    for (; index < text.length; index++) {
      const sign = text[index];
      if (index === offset) spot = within(inner.at(-1), token);
      if (sign === '"' || sign === "'") {
        const close = text.indexOf(sign, index + 1);
        if (close < 0) break;
        index = close;
      } else if (sign === "#" && /\s/.test(text[index - 1])) {
        const close = text.indexOf("\n", index);
        if (close < 0) break;
        index = close;
      } else if (sign === "{" || sign === "[") {
        inner.push(holding(sign === "{" ? "map" : "list", inner.at(-1) ?? outer, -1));
        token = index + 1;
      } else if (sign === "}" || sign === "]") {
        done();
        inner.pop();
        token = index + 1;
        if (!inner.length) break;
      } else if (sign === ",") {
        done();
        (inner.at(-1) as Holder).current = "";
        token = index + 1;
      } else if (sign === ":" && /[\s,}\]]/.test(text[index + 1] ?? " ") && inner.at(-1)?.kind === "map") {
        (inner.at(-1) as Holder).current = plain(text.slice(token, index));
        token = index + 1;
      }
    }
    if (index === text.length && index === offset) spot = within(inner.at(-1), token);
    const close = text.indexOf("\n", index);
    return close < 0 ? text.length + 1 : close + 1;
  }

  function within(top: Holder | undefined, token: number): Spot | null {
    if (!top) return null;
    const typed = text.slice(token, offset),
      from = offset - typed.trimStart().length;
    if (/["'#\n]/.test(typed.trimStart())) return null;
    const at = top.kind === "list" ? "either" : top.current ? "value" : "key";
    return { holder: top.kind === "map" ? { ...top } : holding("map", top, -1), at, from, flow: true };
  }
}
