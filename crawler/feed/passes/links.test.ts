import { expect, test } from "vitest";
import type { SpamMatch } from "../../../shared/spam/types.ts";
import { recorded } from "../testing/recording.ts";
import { sortLinks } from "./links.ts";

const farm = /(?:^|\.)wikipedia\.org$/;
const options = {
  isInternal: ({ host }: { host: string }) => farm.test(host),
  allowPrivate: false,
  blocked: new Map<string, SpamMatch>(),
  sisters: [] as readonly string[],
};

test("spellings of one URL become one, and what is not watched is counted", () => {
  const links = [
    "HTTP://Dup.zz:80/same#a",
    "http://dup.zz/same",
    "//relative.zz/a",
    "https://user:secret@relative.zz/a",
    "https://de.wikipedia.org/w/index.php?title=X",
    "mailto:x@y.zz",
    "https://example.org/",
    "http://docs/about.htm",
    "http://10.0.0.1/private",
    "http://db.zz:6379/",
  ];
  const { watched, ...counts } = sortLinks(links, options);
  expect(watched.map(({ url, flags }) => [url, flags])).toEqual([
    ["http://dup.zz/same", []],
    ["https://relative.zz/a", ["credentials-dropped"]],
  ]);
  expect(counts).toEqual({
    internal: 1,
    ignored: 2,
    invalid: [
      { url: "http://docs/about.htm", reason: "no-dot" },
      { url: "http://10.0.0.1/private", reason: "private-address" },
      { url: "http://db.zz:6379/", reason: "blocked-port" },
    ],
    spam: [],
    unwatched: 4,
  });
});

test("links that are not watched are counted as answers list them: each once, whatever its spellings", () => {
  const links = [
    "https://de.wikipedia.org/wiki/A",
    "HTTPS://de.wikipedia.org/wiki/A#b",
    "http://docs/about.htm",
    "http://docs/about.htm",
    "mailto:x@y.zz",
    "https://fr.sister.zz/",
  ];
  const sisters = [
    "https://de.wikipedia.org/wiki/A",
    "https://en.wikipedia.org/wiki/B",
    "https://fr.sister.zz/",
  ];
  expect(sortLinks(links, { ...options, sisters })).toMatchObject({
    internal: 5,
    invalid: [{ url: "http://docs/about.htm" }],
    unwatched: 3,
  });
});

test("a URL is spam in whichever spelling of the page a list finds it, and then it is not watched (P1)", () => {
  const match: SpamMatch = { scope: "local", list: "blacklist", entry: { line: 3, text: "Dup" } };
  const links = ["http://dup.zz/same", "HTTP://Dup.zz:80/same#a", "http://other.zz/"];
  const { watched, spam } = sortLinks(links, {
    ...options,
    blocked: new Map([["HTTP://Dup.zz:80/same#a", match]]),
  });
  expect(watched.map(({ url }) => url)).toEqual(["http://other.zz/"]);
  expect(spam).toEqual([{ url: "http://dup.zz/same", match }]);
});

test("addresses of the own network are watched where a test web is", () => {
  expect(sortLinks(["http://127.0.0.1:8080/x"], options).watched).toEqual([]);
  expect(sortLinks(["http://127.0.0.1:8080/x"], { ...options, allowPrivate: true }).watched).toMatchObject([
    { url: "http://127.0.0.1:8080/x" },
  ]);
});

test("recorded links: nothing is lost, nothing counted twice", () => {
  const links = recorded("extlinks-continue-7").flatMap(({ answer }) =>
    [...JSON.stringify(answer).matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url ?? ""),
  );
  const { watched, internal, ignored, invalid } = sortLinks(links, options);
  expect(watched.map(({ url }) => url)).toContain("http://xn--mller-kva.zz/punycode");
  expect(watched.length + internal + ignored + invalid.length).toBeLessThanOrEqual(links.length);
  expect(new Set(watched.map(({ url }) => url)).size).toBe(watched.length);
});
