// Changes of dialogs: one step of undo each, made once although an answer is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Edit } from "../types.ts";

setPage();
// A server with one file, a list of units with commas. It loses its next answers to edits.
const server = { text: "", lost: 0, sent: 0 };
interface Given {
  stamp: string;
  before?: string;
  edits: { value: { text: string } }[];
}
function answer({ stamp, before, edits }: Given) {
  if (!edits) return 200;
  const make = (text: string) => [text, ...edits.map(edit => edit.value.text)].join();
  if (before === stamp && make(before) === server.text) return 200;
  if (stamp !== server.text) return 409;
  server.text = make(server.text);
  return 200;
}
Object.assign(globalThis, {
  fetch: async (_url: string, { body }: { body: string }) => {
    const given: Given = JSON.parse(body),
      status = answer(given),
      problems = [{ message: "changed", hint: "" }];
    if (given.edits) server.sent++;
    if (given.edits && server.lost-- > 0) throw new TypeError("no network");
    return { status, json: async () => ({ text: server.text, stamp: server.text, refusal: "", problems }) };
  },
});
const insert =
  (text: string) =>
  async (before: { text: string }): Promise<Edit[]> => [
    { do: "insert", path: ["units"], number: before.text.split(",").length, value: { text } },
  ];

test("a change whose answer was lost is made once when the button is pressed again", async () => {
  const { editAsStep } = await import("./file_steps.ts"),
    { openSteps } = await import("./undo_steps.ts");
  Object.assign(server, { text: "Nike", lost: 2, sent: 0 });
  const press = () => editAsStep("a.yaml", insert("Ash"), "add Ash");
  await assert.rejects(press(), /does not answer/);
  await assert.rejects(press(), /does not answer/);
  const { before, stamp } = await press();
  assert.deepEqual([server.text, server.sent, before.text, stamp], ["Nike,Ash", 3, "Nike", "Nike,Ash"]);
  assert.equal(openSteps("a.yaml", server.text, () => "").next("undo"), "Nike");
  await press(); // a second unit
  assert.equal(server.text, "Nike,Ash,Ash");
});

test("a change without an answer is not sent to a file that another program has changed, but the next press is", async () => {
  const { editAsStep } = await import("./file_steps.ts");
  const press = () => editAsStep("b.yaml", [{ do: "insert", path: ["units"], number: 1, value: { text: "Ash" } }]);
  Object.assign(server, { text: "Nike", lost: 1 });
  await assert.rejects(press(), /does not answer/);
  server.text = "Nike,Birch";
  await assert.rejects(press(), /changed/);
  await press();
  assert.equal(server.text, "Nike,Birch,Ash");
});
