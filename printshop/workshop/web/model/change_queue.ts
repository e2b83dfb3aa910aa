// The queue of the changes of a file: they are sent one after the other. A change that was refused, or got no answer, is
// sent again before the next one: the disk may have room by then.

import { ActionError, isUnanswered, NO_ANSWER } from "../browser/client.ts";
import { messageOf } from "../browser/notices.ts";

export interface QueueState {
  saving: boolean;
  looking: boolean; // nothing is written: only another drawing is made
  error: string; // why a change is not saved; it is sent again by `retry`
}
interface Change {
  key: string;
  run: () => Promise<void>;
}
export const VIEW = "view"; // the key of a change that only draws

// Returns an empty queue. `update` gets each new state.
export function createQueue(update: (state: QueueState) => void) {
  const waiting: Change[] = [],
    delayed = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>();
  let state: QueueState = { saving: false, looking: false, error: "" },
    running: Promise<void> | null = null,
    refused: Change[] = []; // the changes that the workshop refused, in their order

  function set(change: Partial<QueueState>) {
    state = { ...state, ...change };
    update(state);
  }
  function begin(looking = false) {
    if (!state.saving || (state.looking && !looking)) set({ saving: true, looking });
  }
  // The refused changes that no change with a key replaces.
  const refusedWithout = (key: string) => refused.filter(one => !key || one.key !== key);
  function start(): Promise<void> {
    if (waiting.length) running ??= work();
    return running ?? Promise.resolve();
  }
  // Makes all changes that wait, up to one without an answer. `running` is null before `update` is called for the last
  // time: a change that `update` adds is made, too.
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      refused = refusedWithout(next.key);
      try {
        await next.run();
        if (state.error && !refused.length) set({ error: "" });
      } catch (error) {
        if (isUnanswered(error)) {
          // The file may have this change: it is sent again as it is, and later ones with its key come after it.
          waiting.unshift({ key: "", run: next.run });
          running = null;
          return set({ saving: false, error: error instanceof ActionError ? error.message : NO_ANSWER });
        }
        refused.push(next);
        set({ error: messageOf(error) });
      }
    }
    running = null;
    if (state.saving !== delayed.size > 0) set({ saving: delayed.size > 0 });
  }
  // Adds all delayed changes at once.
  function sendDelayed() {
    for (const { timer, send } of [...delayed.values()]) {
      clearTimeout(timer);
      send();
    }
  }
  // Waits for all changes, also for those that are added meanwhile. Ends earlier only if there is no answer.
  async function settle() {
    void start();
    for (sendDelayed(); running; sendDelayed()) await running;
  }
  // Adds a change. It takes the place of another one with the same key that still waits, or that was refused.
  function add(key: string, run: () => Promise<void>) {
    const same = key && waiting.find(one => one.key === key);
    if (same) same.run = run;
    else waiting.push({ key, run });
    waiting.unshift(...refusedWithout(key));
    refused = [];
    begin(key === VIEW);
    return start();
  }
  return {
    add,
    // Adds a change as soon as no other one with its key was added for some milliseconds.
    addAfterPause(key: string, pause: number, run: () => Promise<void>) {
      const send = () => {
        delayed.delete(key);
        void add(key, run);
      };
      clearTimeout(delayed.get(key)?.timer);
      delayed.set(key, { timer: setTimeout(send, pause), send });
      begin();
    },
    sendDelayed,
    // Sends the changes again that were refused or not answered.
    retry() {
      waiting.unshift(...refused);
      refused = [];
      void start();
    },
    isUnanswered: () => !running && waiting.length > 0,
    hasWaiting: () => waiting.length > 0 || refused.length > 0,
    isIdle: () => !running && !delayed.size && !state.error,
    settle,
    // Returns the state after the running change. The view is rendered once for it and for the answer to the change.
    stateAfter() {
      if (!waiting.length && !delayed.size) state = { ...state, saving: false };
      return state;
    },
  };
}
