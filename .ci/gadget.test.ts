import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "acorn";
import { expect, test } from "vitest";
import { gadgetScript } from "../edge/gadget/script.ts";
import { embeddedGadget } from "./embed-gadget.ts";

const gadget = resolve(import.meta.dirname, "../edge/gadget");

test("the Worker carries the gadget as it is (bun .ci/embed-gadget.ts)", () => {
  expect(readFileSync(resolve(gadget, "source.ts"), "utf8")).toBe(embeddedGadget());
});

test("the gadget is ES5, as served too", () => {
  const served = gadgetScript({ base: "https://weboid.example", wiki: "dewiki@WMF" });
  for (const source of [readFileSync(resolve(gadget, "gadget.js"), "utf8"), served])
    expect(() => parse(source, { ecmaVersion: 5, sourceType: "script" })).not.toThrow();
});
