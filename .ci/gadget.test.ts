import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Node, parse } from "acorn";
import { expect, test } from "vitest";
import { gadgetScript } from "../edge/gadget/script.ts";
import { embeddedGadget } from "./embed-gadget.ts";

const gadget = resolve(import.meta.dirname, "../edge/gadget");
const sources = readdirSync(gadget)
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(resolve(gadget, name), "utf8"));

test("the Worker carries the gadget as it is (bun .ci/embed-gadget.ts)", () => {
  expect(readFileSync(resolve(gadget, "source.ts"), "utf8")).toBe(embeddedGadget());
});

test("the gadget is ES5, as served too", () => {
  expect(sources).toHaveLength(6);
  const served = gadgetScript({ base: "https://weboid.example", wiki: "dewiki@WMF", lang: "ar" });
  for (const source of [...sources, served])
    expect(() => parse(source, { ecmaVersion: 5, sourceType: "script" })).not.toThrow();
});

/** Of ES2015 and later, which a parser of ES5 lets pass: globals, and methods that the gadget has no own of. */
const NEWER_GLOBALS =
  /^(Promise|Symbol|Proxy|Reflect|Map|Set|WeakMap|WeakSet|WeakRef|BigInt|globalThis|fetch|structuredClone|queueMicrotask|AbortController|TextEncoder|TextDecoder|URLSearchParams)$/;
const NEWER_METHODS =
  /^(hasOwn|assign|entries|values|fromEntries|getOwnPropertyDescriptors|includes|startsWith|endsWith|padStart|padEnd|repeat|trimStart|trimEnd|replaceAll|matchAll|codePointAt|fromCodePoint|normalize|isWellFormed|toWellFormed|from|of|find|findIndex|findLast|findLastIndex|fill|copyWithin|at|flat|flatMap|toSorted|toReversed|toSpliced|isInteger|isSafeInteger|isNaN|isFinite|trunc|sign|canParse|append|prepend|before|after|replaceWith|replaceChildren|closest|toggleAttribute|finally)$/;

/** Names that a script uses of its surroundings: plain ones, and those behind a dot. */
function namesIn(source: string): { readonly globals: string[]; readonly members: string[] } {
  const globals: string[] = [];
  const members: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Partial<Node> & Readonly<Record<string, unknown>>;
    const { property } = node as { property?: { name?: string } };
    const isMember = node.type === "MemberExpression" && node.computed !== true;
    if (node.type === "Identifier") globals.push(String(node.name));
    if (isMember && property?.name) members.push(property.name);
    // What stands behind a dot, or before a colon, is no name of the surroundings.
    const passedOver = isMember ? "property" : node.type === "Property" ? "key" : "";
    for (const [part, child] of Object.entries(node)) if (part !== passedOver) visit(child);
  };
  visit(parse(source, { ecmaVersion: 5, sourceType: "script" }));
  return { globals, members };
}

test("the gadget makes no markup out of text", () => {
  expect(sources.join("")).not.toMatch(/innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b/);
});

test("the gadget calls nothing that browsers of ES5 do not have", () => {
  const { globals, members } = namesIn(sources.join(""));
  expect(globals.filter((name) => NEWER_GLOBALS.test(name))).toEqual([]);
  expect(members.filter((name) => NEWER_METHODS.test(name))).toEqual([]);
  const newer = namesIn("new Promise( Object.hasOwn( a, 'b' ) ); x = { fetch: list.includes( c.Map ) };");
  expect(newer.globals.filter((name) => NEWER_GLOBALS.test(name))).toEqual(["Promise"]);
  expect(newer.members.filter((name) => NEWER_METHODS.test(name))).toEqual(["hasOwn", "includes"]);
});
