// SVG drawings as part of the page: only the elements whose text has changed are read and drawn again. An image would be
// read and drawn whole, which takes as long as all the work before it.

const UNUSED = /<(title|desc|style)\b[^>]*>.*?<\/\1>/gs; // a title would be a tooltip; the style is a rule for printing
const texts = new WeakMap<ShadowRoot, string>(); // of the drawings that are shown

// Shows an SVG drawing in a shadow root, in the place of the drawing there.
export function patchSvg(root: ShadowRoot, svg: string) {
  const next = svg.slice(svg.indexOf("<svg")).replace(UNUSED, ""),
    before = texts.get(root),
    svgRoot = root.firstElementChild;
  texts.set(root, next);
  if (before !== undefined && svgRoot && patchRoot(svgRoot, before, next)) return;
  root.innerHTML = next;
  const made = root.firstElementChild;
  if (made instanceof SVGElement) made.style.cssText = "display: block; width: 100%; height: auto"; // a style in the text is refused
}

function read(text: string) {
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  box.innerHTML = text;
  return box.firstElementChild;
}

// Returns the texts of the elements in an element, without the whitespace round it; null if it has other text as well.
export function splitElement(text: string): { tag: string; parts: string[] } | null {
  const start = text.indexOf(">") + 1,
    end = text.lastIndexOf("</"),
    parts: string[] = [];
  if (text[start - 2] === "/") return { tag: text, parts };
  for (let from = start, at = start, depth = 0; from < end; ) {
    if (text[at] !== "<") return null;
    const close = text.indexOf(">", at) + 1;
    if (text[at + 1] === "/") depth--;
    else if (text[close - 2] !== "/") depth++;
    at = depth ? text.indexOf("<", close) : close;
    if (!depth) {
      parts.push(text.slice(from, close));
      from = close;
    }
  }
  return { tag: text.slice(0, start), parts };
}

// Gives an SVG the content and the attributes of another text: a drawing that is one line higher has another size.
function patchRoot(shown: Element, before: string, after: string): boolean {
  const tag = after.slice(0, after.indexOf(">") + 1),
    made = read(tag.replace(/\/?>$/, "/>"));
  if (!made || !patch(shown, tag + before.slice(before.indexOf(">") + 1), after)) return false;
  for (const { name, value } of made.attributes)
    if (name !== "style" && shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  return true;
}

// Gives an element the content of another text. Returns false if this is no change of its content alone.
function patch(shown: Element, before: string, after: string): boolean {
  const [old, now] = [splitElement(before), splitElement(after)];
  if (!old || !now || old.tag !== now.tag || old.parts.length !== shown.children.length) return false;
  let start = 0;
  while (start < old.parts.length && old.parts[start] === now.parts[start]) start++;
  let end = 0;
  while (
    end < Math.min(old.parts.length, now.parts.length) - start &&
    old.parts.at(-1 - end) === now.parts.at(-1 - end)
  )
    end++;
  const gone = [...shown.children].slice(start, old.parts.length - end),
    fresh = now.parts.slice(start, now.parts.length - end);
  for (const [number, text] of fresh.entries()) {
    const element = gone[number],
      from = old.parts[start + number] ?? "";
    if (element && gone.length === fresh.length && (text === from || patch(element, from, text))) continue;
    const made = read(text);
    if (!made) return false;
    if (element) element.replaceWith(made);
    else shown.insertBefore(made, shown.children[start + number] ?? null);
  }
  for (const element of gone.slice(fresh.length)) element.remove();
  return true;
}
