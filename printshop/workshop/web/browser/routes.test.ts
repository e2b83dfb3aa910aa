// Addresses of views, and of a printshop on the web.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseTab, readWebAddress } from "./routes.ts";

test("the address of a printshop on the web keeps its path", () => {
  const read: [string, string][] = [
    ["https://club.example.org/games/printshop/", "https://club.example.org/games/printshop/"],
    [" https://club.example.org/games/printshop ", "https://club.example.org/games/printshop/"],
    [
      "https://club.example.org/games/printshop/index.html#/pack/iron_stars?x=1",
      "https://club.example.org/games/printshop/",
    ],
    ["https://club.example.org/printshop.html?a=1", "https://club.example.org/printshop.html"],
    ["club.example.org/games", "https://club.example.org/games/"],
    ["club.example.org:8080/games", "https://club.example.org:8080/games/"],
    ["http://10.0.0.7:8080/a%20b", "http://10.0.0.7:8080/a%20b/"],
    ["https://club.example.org", "https://club.example.org/"],
    ["HTTPS://Club.Example.org/Games", "https://club.example.org/Games/"],
    ["https://münchen.example/spiele/", "https://xn--mnchen-3ya.example/spiele/"],
    ["http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080/"],
  ];
  for (const [text, expected] of read) assert.deepEqual(readWebAddress(text), { address: expected, problem: "" }, text);
});
test("a text that is no address of the web is refused, with the reason", () => {
  const refused: [string, RegExp][] = [
    ["club", /“club” is not the whole name of a site/],
    ["https://club.", /“club.” is not the whole name/],
    ["https://club..org/", /“club..org” is not the whole name/],
    ["https://.org", /“.org” is not the whole name/],
    ["http://1", /“1” is not the whole address of a computer/],
    ["192.168.0", /“192.168.0” is not the whole address/],
    ["http://010.0.0.7/", /“010.0.0.7” is not the whole address/],
    ["our club.org", /no spaces/],
    ["javascript:alert(1)", /begins with https/],
    ["mailto:a@b.org", /begins with https/],
    ["file:///tmp/x", /begins with https/],
    ["https://", /no web address/],
    ["https://a.b:99999/", /no web address/],
  ];
  for (const [text, problem] of refused) {
    assert.equal(readWebAddress(text).address, "", text);
    assert.match(readWebAddress(text).problem, problem, text);
  }
  assert.deepEqual(readWebAddress(" "), { address: "", problem: "" });
});
test("each beginning of an address that is being typed is refused or is a whole address", () => {
  const whole = "https://club.example.org/games/printshop/";
  const read = [...whole].map((_, at) => readWebAddress(whole.slice(0, at + 1)).address);
  for (const one of read) assert.ok(!one || readWebAddress(one).address === one, one);
  assert.equal(read.at(-1), whole);
});

test("an address with an unknown tab leads to the last one, or to the first", () => {
  assert.deepEqual(
    [chooseTab("fleets", "sheets"), chooseTab("game", "sheets"), chooseTab("__proto__", ""), chooseTab("")],
    ["fleets", "sheets", "units", "units"],
  );
});
