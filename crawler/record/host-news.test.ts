import { describe, expect, test } from "vitest";
import type { HostUpdate } from "../../db/hosts/record.ts";
import type { HostId, HostRecord, HostTrait } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { checkHints, mergeNews } from "./host-news.ts";

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
