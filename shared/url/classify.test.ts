import { describe, expect, test } from "vitest";
import fixture from "./cases/forbidden-addresses.json" with { type: "json" };
import { classify } from "./classify.ts";
import { answerOf } from "./testing/answer.ts";
import { EXAMPLES } from "./testing/examples.ts";

const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

describe("classify, rule by rule", () => {
  test.each(EXAMPLES.map((example) => ({ ...example, name: shown(example.input) })))(
    "$rule: $name",
    ({ input, answer }) => {
      expect(answerOf(input)).toBe(answer);
    },
  );
});

/** What the decisions of the fixture are called by classification, before any name is resolved. */
const DECISIONS: Record<string, RegExp> = {
  allow: /^resource -$/,
  "strip-allow": /^resource -$/,
  "deny-address": /^invalid private-address$/,
  "deny-name": /^invalid local-name$/,
  "deny-scheme": /^ignored scheme$/,
  "deny-port": /^ignored port$/,
  invalid:
    /^invalid (syntax|no-host|invisible-character|address-out-of-range|no-dot|label|top-level|punycode|port|too-long)$/,
  ignore: /^ignored reserved-name$/,
};

describe("forbidden addresses", () => {
  const literal = fixture.cases.filter(({ kind }) => kind === "url");

  test("the fixture is whole", () => {
    expect(fixture.cases).toHaveLength(fixture.count);
    expect(literal.length).toBeGreaterThan(70);
  });

  test.each(literal.map((each) => ({ ...each, name: `${shown(each.url)} (${each.why})` })))(
    "$id $name",
    ({ url, expect: { decision, code, dialled } }) => {
      const found = classify(url);
      expect(`${found.kind} ${found.kind === "resource" ? "-" : found.reason}`).toMatch(
        DECISIONS[decision] ?? /unknown decision/,
      );
      if (code === 128) expect(found.kind).toBe("invalid");
      else expect(found.kind).not.toBe("invalid");
      if (found.kind === "resource") expect(dialled).toEqual([found.parts.host]);
    },
  );

  test.each(fixture.cases.filter(({ kind }) => kind !== "url"))(
    "$id $url is decided later: $why",
    ({ url }) => {
      expect(classify(url).kind).toBe("resource");
    },
  );
});

describe("flags (U6)", () => {
  test.each([
    ["http://a.zz/x", []],
    ["http://a.zz/%E2%80%AEx", ["bidi-control"]],
    ["http://a.zz/\u202Ex", ["bidi-control"]],
    ["http://a.zz/?q=%E2%81%A6x", ["bidi-control"]],
    ["http://a.zz/%E2%80%8Bx", ["invisible-character"]],
    ["http://a.zz/x%C2%AD", ["invisible-character"]],
    ["http://a.zz/%EF%BB%BF", ["invisible-character"]],
    ["http://a.zz/%C2%A0", ["invisible-character"]],
    ["http://a.zz/a%E2%80%8Db", ["invisible-character"]],
    ["http://a.zz/%0D%0ASet-Cookie:x", ["control-character"]],
    ["http://a.zz/%00", ["control-character"]],
    ["http://a.zz/%C2%85", ["control-character"]],
    ["http://a.zz/%E2%80%AE%E2%80%8B%07", ["bidi-control", "invisible-character", "control-character"]],
    ["http://u:p@a.zz/", ["credentials-dropped"]],
    ["http://u@a.zz/%00", ["control-character", "credentials-dropped"]],
    ["http://@a.zz/", []],
    // Spelling that these scripts and emoji need.
    ["http://a.zz/%D9%86%D8%A7%D9%85%D9%87%E2%80%8C%D8%A7%DB%8C", []],
    ["http://a.zz/%E2%9D%A4%EF%B8%8F%E2%80%8D%F0%9F%94%A5", []],
    // Legacy encodings are no UTF-8, and not suspicious for that.
    ["http://a.zz/caf%E9%85%93", []],
    ["http://a.zz/%", []],
  ])("%s has %j", (input, flags) => {
    const found = classify(input);
    expect(found.kind === "resource" && found.flags).toEqual(flags);
  });
});

describe("allowPrivate, for test webs", () => {
  test.each([
    ["http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"],
    ["http://[::1]:8080/x", "http://[::1]:8080/x"],
    ["http://localhost:8080/x", "http://localhost:8080/x"],
    ["http://printer.local/", "http://printer.local/"],
  ])("%s is a resource", (input, url) => {
    expect(classify(input, { allowPrivate: true })).toMatchObject({ kind: "resource", url });
  });

  test.each(["http://docs/", "http://256.1.1.1/", "http://example.org/", "http://127.0.0.1:22/"])(
    "%s stays what it is",
    (input) => {
      expect(classify(input, { allowPrivate: true }).kind).not.toBe("resource");
    },
  );
});

test("the parts are those of the URL", () => {
  expect(classify("HTTPS://u@B\u00FCcher.zz:8443/a?b=c#d")).toEqual({
    kind: "resource",
    url: "https://xn--bcher-kva.zz:8443/a?b=c",
    parts: { scheme: "https", host: "xn--bcher-kva.zz", port: 8443, path: "/a?b=c" },
    flags: ["credentials-dropped"],
  });
});

test("what is remembered of an authority depends on nothing but itself and the permission", () => {
  const read = (input: string, allowPrivate: boolean) => {
    const found = classify(input, { allowPrivate });
    return found.kind === "resource" ? `${found.url} ${found.flags.join()}` : `${found.kind} ${found.reason}`;
  };
  const cases = [
    ["http://a.zz:80/x", false, "http://a.zz/x "],
    ["https://a.zz:80/y", false, "https://a.zz:80/y "],
    ["ftp://a.zz:21/", false, "ftp://a.zz/ "],
    ["http://a.zz:21/", false, "ignored port"],
    ["http://u@a.zz:80/", false, "http://a.zz/ credentials-dropped"],
    ["http://@a.zz:80/", false, "http://a.zz/ "],
    ["http://10.0.0.1:8080/", true, "http://10.0.0.1:8080/ "],
    ["http://10.0.0.1:8080/", false, "invalid private-address"],
    ["http://u@:80/", false, "invalid no-host"],
    ["http://a.zz:65536/", false, "invalid port"],
  ] as const;
  for (const [input, allowPrivate, answer] of [...cases, ...cases.toReversed()])
    expect(read(input, allowPrivate), input).toBe(answer);
});
