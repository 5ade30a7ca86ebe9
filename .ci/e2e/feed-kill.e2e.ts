import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GeneratedWiki, startGeneratedWiki } from "../../crawler/feed/testing/generated-wiki.ts";
import { dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { openWeboid, type Weboid } from "./testing/weboid.ts";

/**
 * `weboid feed --once`, killed at random moments and started again, ends with the database that a run without any
 * interruption leaves (F2, F3), and asks hardly more of the wiki. `WEBOID_KILLS=100` for a longer trial.
 */

const KILLS = Number(process.env.WEBOID_KILLS ?? 6);
const SIZE = { pages: 600, links: 8, rows: 20 };
const NAME = "generated@local";
/** Begun again after a kill: 20 requests of a list, two batches of pages with their links, and who the wiki is. */
const REPEATED_MAX = 20 + 2 * (1 + Math.ceil((50 * 9) / SIZE.rows)) + 12;

interface Trial {
  readonly weboid: Weboid;
  readonly wiki: GeneratedWiki;
}
const trials: Trial[] = [];

beforeAll(async () => {
  for (let at = 0; at < 2; at += 1) {
    const [weboid, wiki] = await Promise.all([openWeboid(), startGeneratedWiki(SIZE)]);
    trials.push({ weboid, wiki });
    await weboid.command("wiki", "add", NAME, "--api", wiki.api);
  }
});
afterAll(async () => {
  for (const { weboid, wiki } of trials) {
    await wiki.close();
    await weboid.close();
  }
});

const next = dice(20_261_121).unit;

const asked = ({ requests }: GeneratedWiki): number => [...requests.values()].reduce((a, b) => a + b, 0);

/** Everything that a feed leaves, without what the order of arrival decides. */
async function content({ db, stored }: Weboid): Promise<unknown> {
  const rows = async (query: PromiseLike<Iterable<unknown>>) =>
    [...(await query)].map((row) => JSON.stringify(row));
  return {
    pages: [...(await stored(NAME)).values()],
    days: await rows(db.sql`select pageid, touched, asked, links_read, needs_update from page order by 1`),
    urls: await rows(db.sql`
      select h.name, u.scheme, u.port, u.path, u.touched, u.queried, u.flags, u.history from url u
      join host h on h.id = u.host_id order by h.name, u.scheme, u.port, u.path`),
    changes: await rows(
      db.sql`select kind, pageid, payload from change order by pageid, kind, payload::text`,
    ),
    left: await rows(db.sql`
      select (select count(*) from page_batch)::int as batches, leftover_after, feed->'listing' as listing from wiki`),
  };
}

/** Starts the command and kills it once it has made so many requests, and a moment more. False: it was through before. */
async function killed({ weboid, wiki }: Trial): Promise<boolean> {
  const process = weboid.start("feed", NAME, "--once");
  let left = Math.floor(next() * 60);
  const moment = next() * 40;
  const { promise: due, resolve } = Promise.withResolvers<void>();
  wiki.heard = () => {
    left -= 1;
    if (left < 0) resolve();
  };
  const through = await Promise.race([process.ended.then(() => true), due.then(() => false)]);
  wiki.heard = () => {};
  if (!through) await pause(moment);
  process.kill();
  return (await process.ended) === null;
}

async function feedThrough(
  { weboid, wiki }: Trial,
  kills: number,
): Promise<{ requests: number; kills: number }> {
  const before = asked(wiki);
  let done = 0;
  while (done < kills && (await killed({ weboid, wiki }))) done += 1;
  if (done === kills) await weboid.command("feed", NAME, "--once");
  return { requests: asked(wiki) - before, kills: done };
}

test("first and second run, and a pass with other links, a changed template and deleted pages", async () => {
  const [plain, cut] = trials;
  if (plain === undefined || cut === undefined) throw new Error("not set up");
  let kills = 0;
  for (let edition = 0; kills < KILLS || edition < 2; edition += 1) {
    for (const { wiki } of trials) wiki.edition = edition;
    const whole = await feedThrough(plain, 0);
    const pieces = await feedThrough(cut, Math.max(KILLS / 2, KILLS - kills));
    expect(await content(cut.weboid)).toEqual(await content(plain.weboid));
    expect(pieces.requests - whole.requests).toBeLessThanOrEqual(pieces.kills * REPEATED_MAX);
    kills += pieces.kills;
    const { pages, links } = plain.wiki.sizes();
    const stored = [...(await plain.weboid.stored(NAME)).values()];
    expect([stored.length, stored.flatMap(({ urls }) => urls).length]).toEqual([pages, links]);
  }
  console.log(`${kills} kills`);
});
