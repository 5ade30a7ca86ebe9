import { afterEach, beforeAll } from "vitest";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { normalised, sampleWiki } from "../../../db/testing/sample.ts";
import type { WikiId } from "../../../db/types.ts";
import { asDay, instantOfDay } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Outcome } from "../../classify/outcome.ts";
import { steppedClock } from "../../runtime/clock.ts";
import { readConfig } from "../../runtime/config.ts";
import type { Database, RoleContext } from "../../runtime/context.ts";
import { silentLog } from "../../runtime/log.ts";
import { answered } from "./outcomes.ts";

/** The day on which the tests of sweeps begin. */
export const START = 3_600;
export { NO_PACE } from "../../politeness/rate-limiter.ts";
export const FINE = normalised("https://fine.zz/");
export const GONE = normalised("https://gone.zz/page");

/** The database, wiki and clock of a test file; emptied after each test. Read the members inside tests only. */
export function openWorld() {
  const world = {} as { db: Database; crawler: Database; wiki: WikiId };
  beforeAll(async () => {
    world.db = await freshDatabase();
    world.crawler = await asComponent(world.db, "crawl");
    world.wiki = await sampleWiki(world.db);
  });
  afterEach(async () => {
    await world.db
      .sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, worker, host_lease, optout`;
  });
  return {
    get db() {
      return world.db;
    },
    /** The same under the crawler's own role. */
    get crawler() {
      return world.crawler;
    },
    get wiki() {
      return world.wiki;
    },
    context(day: number, signal = new AbortController().signal) {
      const clock = steppedClock(instantOfDay(asDay(day)) + 3_600_000);
      const ctx: RoleContext = { db: world.crawler, clock, log: silentLog, signal, config: readConfig({}) };
      return { ctx, goTo: (later: number) => clock.set(instantOfDay(asDay(later)) + 3_600_000) };
    },
  };
}

/** A web that answers by URL, 200 where nothing is said, and remembers what it was asked. */
export function web(answers: Readonly<Record<string, Outcome>>) {
  const asked: NormalisedUrl[] = [];
  return {
    asked,
    async check({ url }: { readonly url: NormalisedUrl }) {
      asked.push(url);
      return answers[url] ?? answered(url, 200);
    },
  };
}
