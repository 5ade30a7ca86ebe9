import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapedXml, jsonText } from "./json.ts";

describe("JSON for a terminal", () => {
  test.each<[unknown, string]>([
    [{ url: "https://a.zz/ä漢", n: null }, '{"url":"https://a.zz/ä漢","n":null}'],
    ["\u009b31m\u007f\u001b[2J", '"\\u009b31m\\u007f\\u001b[2J"'],
    ["a\u202eb\u2066c\u200fd\u2028e\u00adf", '"a\\u202eb\\u2066c\\u200fd\\u2028e\\u00adf"'],
    ["tag \u{e0041}, half \ud800", '"tag \\udb40\\udc41, half \\ud800"'],
  ])("%j", (value, text) => expect(jsonText(value)).toBe(text));

  test("steers nothing, and is the same value", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."\u001b\u009b\u202e\u2067\n\r\"\\'漢a\u{e0041}\u{1f389}") }),
        (text) => {
          expect(jsonText({ text })).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          expect(JSON.parse(jsonText({ text }))).toEqual({ text });
        },
      ),
    ));
});

test("XML has references for them", () =>
  expect(escapedXml("<t>ä\u202eb\u009b\n</t>\n")).toBe("<t>ä&#x202e;b&#x9b;\n</t>\n"));
