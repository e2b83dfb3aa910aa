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
  ];
  for (const [text, expected] of read) assert.equal(readWebAddress(text), expected, text);
});
test("a text that is no address of the web is read as no address", () => {
  for (const text of ["", "club", "our club.org", "javascript:alert(1)", "mailto:a@b.org", "file:///tmp/x", "https://"])
    assert.equal(readWebAddress(text), "", text);
});

test("an address with an unknown tab leads to the last one, or to the first", () => {
  assert.deepEqual(
    [chooseTab("fleets", "sheets"), chooseTab("game", "sheets"), chooseTab("__proto__", ""), chooseTab("")],
    ["fleets", "sheets", "units", "units"],
  );
});
