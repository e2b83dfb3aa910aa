// Requests without an answer: what is sent again, and what the page learns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Edit } from "../types.ts";

setPage();
interface Given {
  stamp: string;
  edits: Edit[];
  before?: string;
  view: { drawn?: boolean };
}
// The replies of the server, one after the other: a status with an answer, or null if the connection is lost.
let replies: ([number, object] | null)[] = [],
  sent: Given[] = [];
Object.assign(globalThis, {
  fetch: async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    const [status, data] = replies.shift() ?? [];
    if (!status) throw new TypeError("no network");
    return { status, json: async () => data };
  },
});
const stopped: [number, object] = [504, { problems: [{ message: "this took longer than 10 s", hint: "undo it" }] }],
  done: [number, object] = [200, { text: "b", stamp: "B", problems: [{ message: "no number" }] }],
  edits: Edit[] = [{ do: "remove", path: ["units", 0] }],
  first = { stamp: "A", text: "a" };
async function makeRequest(...given: typeof replies) {
  [replies, sent] = [given, []];
  return (await import("./requests.ts")).makeEditRequest("a.yaml", edits);
}

test("a change whose drawing was stopped is in the file, and the problem says so", async () => {
  const request = await makeRequest(stopped, done),
    answer = await request.send(first, { path: [] });
  assert.deepEqual([answer.text, answer.stamp], ["b", "B"]);
  assert.deepEqual(
    answer.problems.map(one => one.message),
    ["the file is saved, but its drawing is missing: this took longer than 10 s", "no number"],
  );
  assert.deepEqual(sent, [
    { file: "a.yaml", stamp: "A", edits, view: { path: [] } },
    { file: "a.yaml", stamp: "A", edits, view: { path: [], drawn: false }, before: "a" },
  ]);
});

test("edits without an answer are sent again with the text to which they were made", async () => {
  const request = await makeRequest(null, null, done);
  await assert.rejects(request.send(first, {}), /does not answer/);
  await assert.rejects(request.send({ stamp: "later", text: "later" }, {}), /does not answer/);
  assert.equal((await request.send(first, {})).text, "b");
  assert.deepEqual(
    sent.map(({ stamp, before }) => [stamp, before]),
    [
      ["A", undefined],
      ["A", "a"],
      ["A", "a"],
    ],
  );
  assert.equal(request.timesSent, 3);
});

test("a request that is stopped without a drawing, too, is refused with advice", async () => {
  const { isUnanswered } = await import("../browser/client.ts"),
    request = await makeRequest(stopped, stopped);
  const error = await request.send(first, {}).catch(error => error);
  assert.match(error.message, /this took longer than 10 s; open the file again to see whether/);
  assert.equal(isUnanswered(error), false); // later changes do not wait for it
});

test("a refusal is no reason to send edits again", async () => {
  const request = await makeRequest([409, { problems: [{ message: "changed" }] }], done),
    { isStale } = await import("./requests.ts");
  const error = await request.send(first, {}).catch(error => error);
  assert.deepEqual([isStale(error), request.timesSent, sent.length], [true, 1, 1]);
});
