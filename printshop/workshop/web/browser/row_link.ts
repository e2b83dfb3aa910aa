// A row that has a link: a click anywhere in the row opens what the link opens. The link itself stays for the keyboard, for
// screen readers and for the menu of the browser. The text of the row can be selected: no link lies over it.

const APART = "a, button, input, label, select, textarea, summary, [role=menu], [data-apart]"; // they have clicks of their own
const MIDDLE = 1; // button of a mouse

type RowClick = Pick<MouseEvent, "button" | "ctrlKey" | "metaKey" | "shiftKey" | "defaultPrevented"> & {
  currentTarget: Element;
  composedPath(): EventTarget[];
  preventDefault(): void;
};
// Returns the link of the row, or null for a click that is not meant for it.
function findLink(event: RowClick) {
  const { currentTarget: row, defaultPrevented } = event,
    path = event.composedPath() as Element[], // an item of a menu has left the row by now, because the menu has closed
    isApart = path.slice(0, path.indexOf(row)).some(one => one.matches(APART));
  return defaultPrevented || isApart ? null : row.querySelector<HTMLAnchorElement>("a[href]");
}
const hasSelection = (row: Element) => {
  const selection = getSelection();
  return Boolean(selection && !selection.isCollapsed && selection.containsNode(row, true));
};
function open(event: RowClick) {
  const link = findLink(event);
  if (!link || hasSelection(event.currentTarget)) return;
  if (event.button === MIDDLE || event.ctrlKey || event.metaKey || event.shiftKey)
    window.open(link.href, "_blank", "noopener");
  else link.click(); // with what the view does on it
}

// The properties of the element of the row.
export const ROW_LINK = {
  "data-row-link": "",
  onClick: open,
  onAuxClick: (event: RowClick) => event.button === MIDDLE && open(event),
  // else a press of the middle button scrolls the page
  onMouseDown: (event: RowClick) => event.button === MIDDLE && findLink(event) && event.preventDefault(),
};
