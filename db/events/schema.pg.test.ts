import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { feedData } from "../../shared/format/feed/json.ts";
import { schemaDocument } from "../../shared/format/schema.ts";
import { EVENT_KINDS, writeCursor } from "../../shared/protocol/feed.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { WikiChange } from "../changes/read.ts";
import type { UrlChange } from "../changes/types.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { Change, ChangeKind, UrlId } from "../types.ts";
import { readEvents } from "./read.ts";
import { writeEvents, writeGap } from "./write.ts";

const DAY = asDay(3_611);
const shown = (verdict: Verdict) => ({
  verdict,
  rule: "r",
  status: 18,
  http: null,
  since: DAY,
  last: DAY,
  checks: 3,
});
const change = (kind: ChangeKind, id: number, payload: object, pageCount = 1): WikiChange => ({
  change: {
    position: { xid: "1", id },
    atMs: 0,
    day: DAY,
    kind,
    url: kind === "url" ? (id as UrlId) : null,
    page: kind === "url" ? null : { wiki: 1, pageid: id },
    payload,
  } as unknown as Change,
  pages: [id],
  pageCount,
});
const url = (id: number, before: Verdict, after: Verdict, more: Partial<UrlChange> = {}) =>
  change(
    "url",
    id,
    {
      url: `https://a.zz/${id}`,
      news: ["verdict"],
      before: shown(before),
      after: shown(after),
      ...more,
    },
    id,
  );
const archive = { type: "archive.org", url: "https://web.zz/1" };

test("events of every kind, as they are written and read, are what the published schema says", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, ["https://a.zz/1"], DAY);
  await db.sql`insert into archive (url_id, type, address, found) values (1, ${archive.type}, ${archive.url}, 1)`;
  await db.sql`insert into replacement values (1, 'https://b.zz/', 1, 1)`;
  const page = { wiki: "testwiki@wmflabs", title: "T\u202e", namespace: 4 };
  const spam = (came: readonly object[], gone: readonly object[]) => ({
    ...page,
    spam: { came, gone, uses: 1 },
  });
  const blocked = (n: number) => ({ url: `https://spam.zz/${n}`, list: "global" });
  const changes = [
    url(1, "doubtful", "unreachable"),
    url(2, "working", "doubtful"),
    url(3, "doubtful", "working"),
    url(4, "unreachable", "refused"),
    url(5, "doubtful", "unknown"),
    url(6, "working", "working", { notes: { came: [{ key: "moved", value: "https://c.zz/" }], gone: [] } }),
    url(7, "unreachable", "unreachable", { archive }),
    url(8, "unreachable", "unreachable", { archive: null }),
    url(9, "unreachable", "unreachable", { replacement: "https://b.zz/" }),
    url(10, "unreachable", "unreachable", { replacement: null }),
    url(11, "unreachable", "unreachable", { reports: "made" }),
    change("page-links", 12, spam([blocked(1)], [blocked(2)])),
    change("site-relaunched", 14, {
      wiki: "testwiki@wmflabs",
      relaunch: {
        site: "a.zz",
        kind: "relaunch",
        from: 3_500,
        to: 3_520,
        lost: 412,
        moved: 380,
        moves: [{ from: "https://a.zz/old/", to: "https://a.zz/new/", count: 380 }],
      },
      pages: [14],
      pageCount: 1,
    }),
    change("page-deleted", 13, { ...page, reason: "deleted", removed: 1, uses: 0 }),
  ];
  await writeEvents(db, new Map([[wiki, changes]]));
  await writeGap(db, wiki);
  const found = await readEvents(db, wiki, {
    since: null,
    limit: 500,
    kinds: null,
    namespaces: null,
    pageids: null,
  });
  if (found === null) throw new Error("gone");
  expect([...new Set(found.events.map(({ kind }) => kind))].sort()).toEqual([...EVENT_KINDS].sort());

  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { "date-time": true } });
  const feed = {
    wiki: page.wiki,
    events: found.events,
    cursor: writeCursor(found.place),
    more: found.more,
    watched: { pages: 1, unknown: ["X"], category: null },
  };
  const validate = ajv.compile(schemaDocument("feed", "https://edge.zz"));
  validate(JSON.parse(JSON.stringify(feedData(feed))));
  expect(validate.errors).toBe(null);
});
