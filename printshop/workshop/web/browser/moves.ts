// From one view to the next: the picture of the last one stays until the next one is there.

const HOLD = 350, // milliseconds: then a skeleton is better than an old picture
  PATIENCE = 2_000;

// Waits until the view is more than a skeleton, and high enough to be scrolled as it was.
function waitForView(main: HTMLElement, scroll: number) {
  return new Promise<void>(resolve => {
    const check = () => {
      if (main.querySelector(".skeleton") || (scroll && document.documentElement.scrollHeight < scroll + innerHeight))
        return;
      watch.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const watch = new MutationObserver(check),
      timer = setTimeout(() => {
        watch.disconnect();
        resolve();
      }, PATIENCE);
    watch.observe(main, { childList: true, subtree: true });
    setTimeout(check); // the view is rendered by then
  });
}

// Shows another view with `show`. `settle` runs when the view is there, with the height of its former `scroll`.
export function moveTo(show: () => void, scroll: number, settle: () => void) {
  const main = document.getElementById("main");
  const move = () => {
    show();
    const there = main ? waitForView(main, scroll).then(settle) : Promise.resolve();
    return Promise.race([there, new Promise<void>(resolve => setTimeout(resolve, HOLD))]);
  };
  if (!document.startViewTransition) return void move();
  const moved = document.startViewTransition(move);
  for (const one of [moved.ready, moved.finished]) one.catch(() => {}); // the next move ends this one
}
