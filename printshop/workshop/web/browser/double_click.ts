// The second click of a double click belongs to the element of the first. If the first click has closed a menu or a
// dialog, the second one would reach the element below it.

export function ignoreStrayClicks(page: EventTarget) {
  let clicked: { isConnected?: boolean } | null = null;
  page.addEventListener(
    "click",
    event => {
      if ((event as MouseEvent).detail > 1 && clicked?.isConnected === false) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else clicked = event.target as Node;
    },
    { capture: true },
  );
}
