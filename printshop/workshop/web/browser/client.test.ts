// The worker of the site: the requests that it has not begun are not lost when it is stopped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "./fake_browser.ts";

setPage();
document.documentElement.dataset.site = "";
interface Question {
  id: number;
  action: string;
}
// A worker that answers when the test says so.
class FakeWorker {
  static all: FakeWorker[] = [];
  questions: Question[] = [];
  isStopped = false;
  onmessage = (_event: { data: object }) => {};
  onerror = () => {};
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage = (question: Question) => void this.questions.push(question);
  terminate() {
    this.isStopped = true;
  }
  say = (data: object) => this.onmessage({ data });
  answer = (question: Question | undefined) => this.say({ id: question?.id, value: JSON.stringify([200, question]) });
}
// A clock that the test moves.
const timers = new Map<number, { at: number; run: () => void }>();
let clock = 0,
  lastTimer = 0;
function wait(milliseconds: number) {
  clock += milliseconds;
  for (const [number, { at, run }] of [...timers]) if (at <= clock && timers.delete(number)) run();
}
Object.assign(globalThis, {
  setTimeout: (run: (...given: unknown[]) => void, milliseconds: number, ...given: unknown[]) => {
    timers.set(++lastTimer, { at: clock + milliseconds, run: () => run(...given) });
    return lastTimer;
  },
  clearTimeout: (number: number) => timers.delete(number),
});
Object.assign(globalThis, { Worker: FakeWorker, fetch: async () => ({ json: async () => ({}) }) });
const newest = () => FakeWorker.all.at(-1) as FakeWorker,
  actions = () => newest().questions.map(one => one.action);

async function askFor(...names: string[]) {
  const { call } = await import("./client.ts");
  return names.map(name => {
    const reply = call(name as "find_document_stamp", { file: name }) as Promise<unknown>;
    reply.catch(() => {}); // it is looked at later
    return reply;
  });
}
const nameOf = async (reply: Promise<unknown> | undefined) => ((await reply) as Question).action;

test("a stop ends the request that takes too long, and another worker gets the others", async () => {
  const [slow, second, third] = await askFor("slow", "second", "third"),
    old = newest();
  wait(120_000);
  await assert.rejects(slow as Promise<unknown>, { status: 504, message: "this took too long and was stopped" });
  assert.deepEqual([old.isStopped, actions()], [true, ["second", "third"]]);
  old.answer(old.questions[1]); // too late
  wait(119_000); // the time of a request counts from its turn
  newest().answer(newest().questions[0]);
  wait(119_000);
  newest().answer(newest().questions[1]);
  assert.deepEqual(await Promise.all([second, third].map(nameOf)), ["second", "third"]);
  wait(500_000);
  assert.equal(newest().isStopped, false);
});

test("a worker whose Python has ended answers no later request", async () => {
  const [fatal, next] = await askFor("fatal", "next"),
    old = newest(),
    [id] = old.questions.slice(-2).map(one => one.id);
  old.say({ id, error: "fatally failed" });
  old.say({ signal: "dead" });
  await assert.rejects(fatal as Promise<unknown>, { status: 422, message: "fatally failed" });
  assert.deepEqual([old.isStopped, actions()], [true, ["next"]]);
  newest().answer(newest().questions[0]);
  assert.equal(await nameOf(next), "next");
});

test("a worker that cannot start ends one request after the other", async () => {
  const [one, other] = await askFor("one", "other");
  newest().onerror();
  await assert.rejects(one as Promise<unknown>, /could not start/);
  newest().onerror();
  await assert.rejects(other as Promise<unknown>, /could not start/);
  assert.deepEqual(newest().questions, [
    { id: newest().questions[0]?.id, kind: "call", action: "other", given: '{"file":"other"}' },
  ]);
});

test("a table begins with the mark by which Excel knows its encoding", async () => {
  const { makeTableFile } = await import("./client.ts"),
    { name, bytes } = makeTableFile("fleet.csv", "unit\nGrün\n", "en");
  assert.deepEqual([name, ...bytes.slice(0, 4)], ["fleet.csv", 0xef, 0xbb, 0xbf, 0x75]);
  assert.equal(new TextDecoder().decode(bytes), "unit\nGrün\n"); // the decoder takes the mark off
});

test("the cells of a table have the separator by which Excel divides them in the language of the user", async () => {
  const { makeTableFile } = await import("./client.ts"),
    text = 'unit,count,name,damage,notes\r\nGolem,1,,hull=3; thrust=1,"flag, ""ship"""\r\nAlpha,2,,,a;b\r\n',
    write = (language: string) => new TextDecoder().decode(makeTableFile("fleet.csv", text, language).bytes);
  for (const language of ["en", "ja"]) assert.equal(write(language), text);
  for (const language of ["de", "fr", "pl"])
    assert.equal(
      write(language),
      'unit;count;name;damage;notes\r\nGolem;1;;"hull=3; thrust=1";"flag, ""ship"""\r\nAlpha;2;;;"a;b"\r\n',
    );
});
