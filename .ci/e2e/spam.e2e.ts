import { afterAll, beforeAll, expect, test } from "vitest";
import { readLocalLists } from "../../crawler/feed/spam-source.ts";
import { openWiki } from "../../crawler/feed/wiki.ts";
import { createHttpClient } from "../../crawler/runtime/http.ts";
import { createBlockedDomains } from "../../shared/spam/domains.ts";
import { type SpamLists, spamMatch } from "../../shared/spam/judge-url.ts";
import { linesOf } from "../../shared/spam/lines.ts";
import { createLineMatcher } from "../../shared/spam/matcher.ts";
import { createWhitelist } from "../../shared/spam/whitelist.ts";
import { type MediaWiki, openMediaWiki } from "./testing/mediawiki.ts";

/** Our verdict beside that of MediaWiki's own SpamBlacklist (`action=spamblacklist`), over the lists that the wiki has. */

const http = createHttpClient({ userAgent: "Weboid-e2e" });
let wiki: MediaWiki;
beforeAll(async () => {
  wiki = await openMediaWiki();
});
afterAll(async () => {
  await http.close();
  await wiki?.close();
});

async function ourLists(): Promise<SpamLists> {
  const client = openWiki(wiki.api, { http, signal: new AbortController().signal });
  const read = await readLocalLists(client, new Map());
  if (!read.ok) throw new Error(read.error.message);
  const lines = (kind: "blacklist" | "whitelist") => {
    const list = read.value.get(kind);
    if (list?.ok !== true || list.value.kind !== "read") throw new Error(`no ${kind}`);
    return linesOf(list.value.content);
  };
  return {
    global: createLineMatcher([]),
    local: createLineMatcher(lines("blacklist")),
    whitelist: createWhitelist(lines("whitelist")),
    domains: createBlockedDomains([]),
  };
}

/** One URL a question: it joins several, and lines could match across them. */
async function theirs(url: string): Promise<boolean> {
  const query = new URLSearchParams({ action: "spamblacklist", format: "json", formatversion: "2", url });
  const answer = (await (await fetch(`${wiki.api}?${query}`)).json()) as {
    spamblacklist: { result: string };
  };
  return answer.spamblacklist.result === "blacklisted";
}

async function differences(urls: readonly string[]): Promise<{ blocked: number; differ: string[] }> {
  const lists = await ourLists();
  let blocked = 0;
  const differ: string[] = [];
  for (const url of urls) {
    const their = await theirs(url);
    if (their) blocked += 1;
    if (their !== (spamMatch(lists, url) !== null)) differ.push(`${url} ${their ? "theirs" : "ours"}`);
  }
  return { blocked, differ };
}

const HOSTS = [
  "spam.zz",
  "good.spam.zz",
  "x-spam.zz",
  "cheap-pills.zz",
  "xcheap-pills.zz",
  "casino77.zz",
  "Evil.ZZ",
  "müller-spam.zz",
  "spam．zz",
  "backtrack.zz",
  "ok.zz",
  "(unbalanced.zz",
];
const PATHS = [
  "",
  "/",
  "/path/only",
  "/aaaa",
  "/?u=http://good.spam.zz/",
  "/http://spam.zz/x",
  "//spam.zz",
  "/%C3%BC#spam.zz",
];

test("the seed's list, broken lines and all", async () => {
  const urls = HOSTS.flatMap((host) => PATHS.map((path) => `http://${host}${path}`));
  const { blocked, differ } = await differences(urls);
  expect(blocked).toBeGreaterThan(20);
  expect(differ).toEqual([]);
});

const SHAPES: readonly ((n: number) => readonly [line: string, urls: readonly string[]])[] = [
  (n) => [
    `\\bs${n}\\.zz\\b`,
    [`http://s${n}.zz/`, `http://a.s${n}.zz`, `http://as${n}.zz`, `http://s${n}.zzz`],
  ],
  (n) => [`p${n}\\.zz/a`, [`https://p${n}.zz/ab`, `https://p${n}.zz/b`]],
  (n) => [`c${n}[0-9]+\\.(?:zz|yy)\\b  # why`, [`//c${n}7.zz`, `//c${n}.zz`, `http://c${n}1.yy/`]],
  (n) => [`e${n}\\.zz$`, [`http://e${n}.zz`, `http://e${n}.zz/`]],
  (n) => [`ü${n}\\.zz`, [`http://ü${n}.zz/`, `http://Ü${n}.zz/`]],
  (n) => [`w${n}.zz\\/\\/?x{1,2}`, [`http://w${n}-zz/x`, `http://w${n}.zz//xx`, `http://w${n}.zz/y`]],
  (n) => [`[^a-c.]q${n}\\.[[:alpha:]]{2}`, [`http://q${n}.zz`, `http://dq${n}.zz`, `http://aq${n}.zz`]],
];

test("more than two hundred lines of many shapes, with a whitelist", async () => {
  const made = Array.from({ length: 30 }, (_, n) => SHAPES.map((shape) => shape(1_000 + n))).flat();
  await wiki.edit("MediaWiki:Spam-blacklist", `# made here\n${made.map(([line]) => line).join("\n")}\n`);
  await wiki.edit("MediaWiki:Spam-whitelist", "\\bs1001\\.zz\np1002\\.zz/ab\nc1003\n");
  const { blocked, differ } = await differences([
    ...made.flatMap(([, urls]) => urls),
    "http://s1001.zz/?http://s1002.zz/",
    "http://p1002.zz/abc//p1002.zz/ac",
  ]);
  expect(blocked).toBeGreaterThan(200);
  expect(differ).toEqual([]);
});
