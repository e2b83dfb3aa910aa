// Units at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
const track = (name: string, marked: number, of: number) => ({ name, marked, of });

test("a unit may be destroyed if its hull, or its only track, has no mark left", async () => {
  const { isHullLost } = await import("./playing.ts");
  assert.equal(isHullLost([track("armour", 0, 2), track("hull", 3, 3)]), true);
  assert.equal(isHullLost([track("hull", 2, 3), track("armour", 2, 2)]), false);
  assert.equal(isHullLost([track("hull_boxes", 3, 3), track("crew", 0, 2)]), true);
  assert.equal(isHullLost([track("wounds", 4, 4)]), true);
  assert.equal(isHullLost([track("armour", 2, 2), track("thrust", 3, 3)]), false); // nobody knows
  assert.equal(isHullLost([]), false);
});

test("marks that wait are sent when the server is back", async () => {
  const watches = new Set<() => void>(),
    server = { isAway: false, sent: [] as string[] };
  const answers = {
    describe_play: {
      file: "a.yaml",
      stamp: "A",
      ships: [{ key: "Nike", side: "", line: 0, damage: {}, notes: "" }],
      lines: [{ text: "Nike", plain: true }],
    },
    open_document: { text: "a", stamp: "A" },
    find_document_stamp: { stamp: "A" },
    edit_document: { stamp: "B", tree: null, refusal: "" },
  };
  Object.assign(globalThis, {
    setInterval: (look: () => void) => watches.add(look),
    clearInterval: () => {},
    fetch: async (url: string) => {
      const action = url.replace("api/", "") as keyof typeof answers;
      server.sent.push(action);
      if (server.isAway) throw new TypeError("no network");
      return { status: 200, json: async () => answers[action] };
    },
  });
  const rest = async () => {
      for (let turn = 0; turn < 15; turn++) await new Promise(done => setTimeout(done, 2));
    },
    look = async () => {
      for (const one of watches) one();
      await rest();
    };
  const { openTable } = await import("./playing.ts"),
    table = await openTable("a.yaml", () => {});
  server.isAway = true;
  table.mark("Nike", "hull", 1);
  await rest();
  assert.match(table.state().error, /does not answer/);
  server.sent = [];
  await look();
  assert.deepEqual(server.sent, ["find_document_stamp"]);
  server.isAway = false;
  await look();
  assert.deepEqual([table.state().error, table.state().saving, server.sent.at(-1)], ["", false, "edit_document"]);
});
