import { beforeAll, expect, test } from "vitest";
import { writeEvents } from "../../db/events/write.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { dueUrl, newsOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dispatch } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = 3_600;
const GOOD = "https://a.zz/";
const OTHER = "https://b.zz/other";
const DAMAGED = [
  ["url", {}],
  ["url", null],
  ["url", { another: "program's" }],
  ["url", { ...newsOf(OTHER), news: "verdict" }],
  ["url", { ...newsOf(OTHER), notes: { came: null, gone: [] } }],
  ["page-links", { wiki: "x", title: "X", urls: { came: [], gone: [] }, spam: {} }],
  ["page-deleted", {}],
  ["first-results", {}],
  ["weather", newsOf(OTHER)],
] as const;
let db: Database;
let wiki: WikiId;
let ids = { good: 0, other: 0 };
const warnings: string[] = [];
let ctx: RoleContext;
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, [GOOD], DAY);
  await samplePage(db, wiki, 2, [OTHER], DAY);
  ids = { good: (await dueUrl(db, GOOD)).id, other: (await dueUrl(db, OTHER)).id };
  ctx = {
    db: await asComponent(db, "dispatch"),
    clock: systemClock,
    log: { ...silentLog, warn: (line) => warnings.push(line) },
    signal: new AbortController().signal,
    config: readConfig({}),
  };
});

test("changes that cannot be read are logged and passed over in feeds; edges, which need no payload, publish their pages", async () => {
  const { store, writes } = memoryStore();
  const publish = () => dispatch(ctx, { once: true, store, events: writeEvents });
  await publish();
  for (const [kind, payload] of DAMAGED) {
    const ofUrl = kind === "url" || kind === "weather";
    await db.sql`insert into change (day, kind, url_id, wiki_id, pageid, payload) values (${DAY}, ${kind},
      ${ofUrl ? ids.other : null}, ${ofUrl ? null : wiki}, ${ofUrl ? null : 2}, ${JSON.stringify(payload)}::text::jsonb)`;
  }
  const news = newsOf(GOOD, { verdict: "unreachable" });
  await db.sql`insert into change (day, kind, url_id, payload)
    values (${DAY}, 'url', ${ids.good}, ${JSON.stringify({ ...news, news: ["verdict"] })}::text::jsonb)`;
  writes.length = 0;
  await publish();
  expect(await db.sql`select kind, url from event`).toEqual([{ kind: "unreachable", url: GOOD }]);
  expect(writes.filter((key) => key.startsWith("s1:"))).toEqual([
    "s1:testwiki@wmflabs:1",
    "s1:testwiki@wmflabs:2",
  ]);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^9 changes are passed over in feeds, .*: \d+ \(url\): payload\.url: invalid_type; /,
    ),
  ]);
  expect(await publish()).toMatchObject({ changes: 0 });
});
