import { expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import { statusOfHttp } from "../status/table.ts";
import { buildGadgetAnswer, buildPageAnswer } from "./build.ts";
import { isFinding } from "./finding.ts";
import { NOTHING_KNOWN, type UrlFacts } from "./types.ts";

const TODAY = asDay(3_612);
const DEAD = [3_000, 3_500, 3_507, 3_514, 3_530, 3_590].reduce<History>((history, day) => {
  const http = day < 3_400 ? 200 : 404;
  return fold(history, { status: statusOfHttp(http), http, deadEnd: false }, asDay(day));
}, []);
const facts = (url: string, history: History = []): UrlFacts => ({ ...NOTHING_KNOWN, url, history });

/** What of a page with these links is a finding, and where copies are; the first link is dead. */
function answered(urls: readonly UrlFacts[]) {
  const snapshot = { title: "T", asOf: TODAY, urls, unwatched: 0 };
  const page = { wiki: "a@b", pageid: 1, title: null };
  const { urls: answers } = buildPageAnswer({
    ...page,
    live: urls.map(({ url }) => url),
    snapshot,
    origin: null,
    profile: null,
    today: TODAY,
    selection: { show: "all", status: null },
  });
  const dead = answers.find(({ url }) => url === urls[0]?.url);
  const gadget = buildGadgetAnswer(page, snapshot, TODAY).urls.map(({ url }) => url);
  return { dead, gadget };
}

test.each([
  ["https://a.zz/x?y=1", "https://web.archive.org/web/20200101000000/http://www.a.zz:80/x?y=1"],
  ["https://a.zz/x", "https://web.archive.org/web/2020/a.zz/x/"],
  ["http://a.zz/x", "https://archive.ph/20200101000000/http://a.zz/x"],
  ["http://a.zz/x", "https://archive.ph/https://a.zz/x"],
  ["http://a.zz/x", "https://megalodon.jp/2019-0312-1011-12/a.zz/x"],
  ["http://a.zz/x", "https://archive.wikiwix.com/cache/?url=http%3A%2F%2Fa.zz%2Fx"],
  ["http://a.zz/x", "https://arquivo.pt/wayback/20200101000000/https://a.zz/x"],
  ["http://a.zz/x", "https://archive.ph/2020.01.01-000000/http://a.zz/x"],
  ["http://a.zz/x", "https://www.webcitation.org/5kmpvkBFS?url=http://a.zz/x"],
  ["http://a.zz/x", "https://www.webcitation.org/5kmpvkBFS?url=http%3A%2F%2Fa.zz%2Fx"],
])("%s is no finding beside %s", (url, copy) => {
  const { dead, gadget } = answered([facts(url, DEAD), facts(copy)]);
  expect(dead).toMatchObject({ verdict: "unreachable", archivedHere: copy });
  expect(dead && isFinding(dead)).toBe(false);
  expect(gadget).toEqual([]);
});

test.each([
  ["https://a.zz/x", "https://web.archive.org/web/20200101000000/http://a.zz/y"],
  ["https://a.zz/x", "https://not-an-archive.zz/web/20200101000000/https://a.zz/x"],
  ["https://a.zz/x", "https://web.archive.org/web/20200101000000*/https://b.zz/x"],
  ["https://a.zz/x", "https://archive.ph/AbCd1"],
  ["https://a.zz/x", "https://web.archive.org/web/*/https://a.zz/x"],
  ["https://a.zz/x", "https://web.archive.org/web/2020*/https://a.zz/x"],
  ["https://a.zz/x", "https://archive.today/newest/https://a.zz/x"],
])("%s is one beside %s", (url, other) => {
  const { dead, gadget } = answered([facts(url, DEAD), facts(other)]);
  expect(dead).toMatchObject({ verdict: "unreachable" });
  expect(dead?.archivedHere).toBeUndefined();
  expect(gadget).toEqual([url]);
});

test("a copy that is dead itself does not help", () => {
  const copy = "https://web.archive.org/web/20200101000000/https://a.zz/x";
  const { dead, gadget } = answered([facts("https://a.zz/x", DEAD), facts(copy, DEAD)]);
  expect(dead?.archivedHere).toBeUndefined();
  expect(gadget).toEqual(["https://a.zz/x", copy]);
});
