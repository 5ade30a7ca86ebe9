import { describe, expect, test } from "vitest";
import { readDomains } from "./domains.ts";
import { linesOf, spamMatch } from "./lists.ts";
import { createLineMatcher } from "./matcher.ts";
import { createWhitelist } from "./whitelist.ts";

function judge(page: { global?: string; local?: string; whitelist?: string; domains?: string }) {
  const read = readDomains(page.domains ?? "");
  if (read.kind !== "domains") throw new Error(read.reason);
  const lists = {
    global: createLineMatcher(linesOf(page.global ?? "")),
    local: createLineMatcher(linesOf(page.local ?? "")),
    whitelist: createWhitelist(linesOf(page.whitelist ?? "")),
    domains: read.domains,
  };
  return (url: string) => {
    const match = spamMatch(lists, url);
    return match === null ? null : `${match.scope} ${match.list} ${match.entry.line}`;
  };
}

describe("entries beyond the hundred thousandth", () => {
  const MANY = 400_000;
  const read = (page: string) => {
    const found = readDomains(page);
    if (found.kind !== "domains") throw new Error(found.reason);
    return found.domains;
  };
  const lines = "x\n".repeat(MANY);
  test.each([
    ["lines", linesOf(lines).length, createLineMatcher(linesOf(lines)).unusable],
    ["lines of a whitelist", linesOf(lines).length, createWhitelist(linesOf(lines)).unusable],
    [
      "domains",
      read(`[${"7,".repeat(MANY)}7]`).entries.length,
      read(`[${'{"domain":"a.zz"},'.repeat(MANY - 1)}7]`).unusable,
    ],
  ])("are not kept, and one of them says how many they are: %s", (_, kept, unusable) => {
    expect(kept).toBe(100_001);
    const beyond = unusable.filter(({ reason }) => reason.includes("after 100000 others"));
    expect(beyond).toMatchObject([
      { line: 100_001, kind: "beyond", reason: "comes after 100000 others, as do 299999 more" },
    ]);
    expect(unusable.at(-1)).toBe(beyond[0]);
  });
});

describe("lists of a wiki", () => {
  test("the farm's before its own", () => {
    const of = judge({
      global: "a\\.zz",
      local: "a\\.zz\nb\\.zz",
      domains: '[{"domain":"b.zz"},{"domain":"c.zz"}]',
    });
    expect(["http://a.zz", "http://b.zz", "http://c.zz", "http://d.zz"].map(of)).toEqual([
      "global blacklist 1",
      "local blacklist 2",
      "local domains 2",
      null,
    ]);
  });

  test("the whitelist frees what it matches, also of the global list, and no more", () => {
    const of = judge({
      global: "spam\\.zz",
      local: "evil\\.zz/bad",
      whitelist: "good\\.spam\\.zz\nevil\\.zz/bad/but",
    });
    expect(of("http://good.spam.zz/x")).toBe(null);
    expect(of("http://bad.spam.zz/x")).toBe("global blacklist 1");
    expect(of("http://good.spam.zz/?u=http://bad.spam.zz/")).toBe("global blacklist 1");
    expect(of("http://evil.zz/bad/butter")).toBe(null);
    expect(of("http://evil.zz/bad/")).toBe("local blacklist 1");
  });

  test("nothing of the blocked domains is freed", () => {
    const of = judge({ domains: '[{"domain":"a.zz"}]', whitelist: "a\\.zz" });
    expect(of("http://a.zz/")).toBe("local domains 1");
  });

  test("whitelist lines are joined as MediaWiki joins them, by which the first that matches takes its part", () => {
    const blocked = { local: "b//c" };
    expect(judge({ ...blocked, whitelist: "a\na.zz//b//c" })("http://a.zz//b//c")).toBe("local blacklist 1");
    // One broken line, and each is tried alone.
    expect(judge({ ...blocked, whitelist: "(\na.zz//b//c\na" })("http://a.zz//b//c")).toBe(null);
  });
});

describe("blocked domains", () => {
  const of = judge({
    domains:
      '[{"domain":"a.zz","notes":"x"},{"domain":" https://b.zz/path "},{"domain":"münchen.zz"},{"domain":"Big.zz"},{"domain":"zz"},7,{}]',
  });
  test.each([
    ["http://a.zz/", true],
    ["//www.A.zz:80/x", true],
    ["http://u:p@a.zz/", true],
    ["http://xa.zz/", false],
    ["http://c.zz/?http://a.zz", false],
    ["http://a.zz:99999/", false],
    ["https://sub.b.zz", true],
    ["http://münchen.zz/", true],
    ["http://big.zz/", false],
    ["http://c.zz/", false],
    ["mailto:a@a.zz", false],
  ])("%s: %s", (url, blocked) => expect(of(url) !== null).toBe(blocked));

  test("what is no domain is listed", () => {
    const read = readDomains('[{"domain":"a.zz"},{"domain":"Big.zz"},{"domain":"zz"},7]');
    expect(
      read.kind === "domains" && read.domains.unusable.map(({ line, reason }) => [line, reason]),
    ).toEqual([
      [2, "has capitals, with which MediaWiki never finds it"],
      [3, "is no domain with a dot"],
      [4, "is no domain with a dot"],
    ]);
  });

  test("pages of another shape are refused", () => {
    expect(readDomains("{")).toEqual({ kind: "not-json", reason: "it is no JSON" });
    expect(readDomains('{"a":1}')).toEqual({ kind: "not-json", reason: "its JSON is no array" });
  });
});
