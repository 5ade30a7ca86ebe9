import { describe, expect, test } from "vitest";
import type { HostUpdate } from "../../db/hosts/record.ts";
import type { HostId, HostRecord, HostTrait } from "../../db/types.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import type { Outcome } from "../classify/outcome.ts";
import { answered, exchange, failed } from "../classify/testing/outcomes.ts";
import { checkHints, hostNews, mergeNews } from "./host-news.ts";

const known = (trait: HostTrait) => ({ trait, last: asDay(50) });
const news = (extra: Partial<HostUpdate>): HostUpdate => ({ id: 1 as HostId, day: asDay(60), ...extra });

describe("what two checks of one host learnt of its traits (M9)", () => {
  test.each<[string, Partial<HostUpdate>, Partial<HostUpdate>, object]>([
    [
      "seen by one, missed by the other: it is there",
      { seen: ["https-needed"] },
      { gone: [known("https-needed")] },
      { seen: ["https-needed"], gone: [] },
    ],
    [
      "the other way round",
      { gone: [known("https-needed")] },
      { seen: ["https-needed"] },
      { seen: ["https-needed"], gone: [] },
    ],
    [
      "missed by both: over once",
      { gone: [known("http-needed")] },
      { gone: [known("http-needed")] },
      { seen: [], gone: [known("http-needed")] },
    ],
    [
      "over, and seen by the same check: a new time begins",
      { seen: ["get-needed"], gone: [known("get-needed")] },
      { seen: ["get-needed"], gone: [known("get-needed")] },
      { seen: ["get-needed"], gone: [known("get-needed")] },
    ],
  ])("%s", (_, earlier, later, expected) => {
    expect(mergeNews(news(earlier), news(later))).toMatchObject(expected);
  });
});

test("a link that worked with a referrer is asked for with one again, another is not for its sake (M10)", () => {
  const host = { traits: [], inherited: [] } as unknown as HostRecord;
  const hints = (keys: readonly ("referrer-needed" | "soft-404")[]) =>
    checkHints(host, { notes: keys.map((key) => ({ key })) }, asDay(60));
  expect(hints(["soft-404", "referrer-needed"])).toEqual({ getNeeded: false, referrerNeeded: true });
  expect(hints(["soft-404"])).toEqual({ getNeeded: false });
});

describe("a host that is back loses its traits of failure (M9)", () => {
  const URL_ = "http://a.zz/x" as NormalisedUrl;
  const NOW = instantOfDay(asDay(60));
  const host = {
    id: 1,
    name: "a.zz",
    traits: [known("dns-error"), known("server-error")],
    inherited: [],
  } as unknown as HostRecord;
  const to = (location: string) => exchange(302, { url: URL_, location });
  const away = { chain: [to("http://dead.zz/")] };

  test.each<[string, Outcome, HostTrait[]]>([
    ["an answer", answered([exchange(404, { url: URL_ })]), ["dns-error", "server-error"]],
    ["nobody is where it redirects to", failed("connect-refused", away), ["dns-error", "server-error"]],
    ["that name is unknown", failed("dns-unknown", away), ["dns-error", "server-error"]],
    [
      "it redirects within itself, and fails there",
      failed("timeout", { chain: [to("http://a.zz/y")] }),
      ["dns-error"],
    ],
    ["its name is found, and nobody there", failed("connect-refused"), ["dns-error"]],
    ["its name is found, and its handshake breaks", failed("tls"), ["dns-error"]],
    ["its name is unknown", failed("dns-unknown"), []],
    ["its name servers are silent", failed("dns-timeout"), []],
    ["nothing was tried", { kind: "not-tried", reason: "robots" }, []],
  ])("%s", (_, outcome, gone) => {
    const news = hostNews(host, URL_, outcome, interpret(outcome, URL_, NOW), NOW);
    expect((news?.gone ?? []).map(({ trait }) => trait)).toEqual(gone);
  });
});
