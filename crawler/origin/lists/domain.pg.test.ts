import { expect, test } from "vitest";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { findWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { domainPage } from "./domain.ts";

const TODAY = asDay(3_612);

test("the links of a domain by verdict in each wiki of the farm, and what is known of its hosts", async () => {
  const db = await freshDatabase();
  const origin = await asComponent(db, "origin");
  const named = async (name: string): Promise<Wiki> => {
    await sampleWiki(db, name);
    const found = await findWiki(db, `${name}@wmflabs`);
    if (found === null) throw new Error("no wiki");
    return found;
  };
  const [one, two, far] = [await named("onewiki"), await named("twowiki"), await named("farwiki")];
  await db.sql`insert into farm (code, name) values (77, 'far') on conflict do nothing`;
  await db.sql`update wiki set farm = 77 where id = ${far.id}`;
  const urls = ["https://a.zz/1", "https://www.a.zz/2", "https://notaa.zz/3"];
  await samplePage(db, one.id, 1, urls, 3_600);
  await samplePage(db, two.id, 1, ["https://a.zz/1", "https://b.zz/"], 3_600);
  await samplePage(db, far.id, 1, urls, 3_600);
  const seen = (...checks: readonly (readonly [day: number, http: number])[]): Uint8Array<ArrayBuffer> =>
    encodeHistory(
      checks.reduce<History>(
        (history, [day, http]) =>
          fold(history, { status: statusOfHttp(http), http, deadEnd: false }, asDay(day)),
        [],
      ),
    );
  const died = seen([3_500, 200], [3_540, 404], [3_550, 404], [3_560, 404], [3_575, 404], [3_600, 404]);
  await db.sql`update url set history = ${seen([3_600, 200])} where path = '/1'`;
  await db.sql`update url set history = ${died} where path = '/2'`;
  await db.sql`insert into host_trait (host_id, trait, first, last)
    select id, t, 3400, 3610 from host, unnest(array['https-needed', 'get-needed']) t where name = 'www.a.zz'`;
  await db.sql`insert into domain_note (host, kind, first, last) values
    ('a.zz', 'certificate-expired', 3600, 3611), ('b.zz', 'rate-limited', 3600, 3611)`;
  const rule = { from: "https://a.zz/x/", to: "https://c.zz/", support: 3, counter: 0 };
  await db.sql`insert into move_host (host_id, due, rules)
    select id, 3700, (${JSON.stringify([rule])}::text)::json from host where name = 'a.zz'`;
  const none = { unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 };
  expect(await domainPage(origin, one, "a.zz", TODAY)).toEqual({
    version: 1,
    generated: TODAY,
    wiki: "onewiki@wmflabs",
    list: "domain",
    domain: "a.zz",
    wikis: [
      { ...none, wiki: "onewiki@wmflabs", unreachable: 1, working: 1 },
      { ...none, wiki: "twowiki@wmflabs", working: 1 },
    ],
    days: [
      ...[3_500, 3_514, 3_528].map((day) => ({ ...none, day, unknown: 1, working: 1 })),
      ...[3_542, 3_556].map((day) => ({ ...none, day, unknown: 1, doubtful: 1 })),
      ...[3_570, 3_584, 3_598].map((day) => ({ ...none, day, unknown: 1, unreachable: 1 })),
      { ...none, day: 3_612, working: 1, unreachable: 1 },
    ],
    complete: true,
    moved: 0,
    known: [
      { host: "a.zz", kind: "certificate-expired", path: "", value: "", first: 3_600, last: 3_611 },
      { host: "www.a.zz", kind: "https-needed", path: "", value: "", first: 3_400, last: 3_610 },
    ],
    rules: [rule],
  });
  expect(await domainPage(origin, two, "nowhere.zz", TODAY)).toMatchObject({
    wikis: [{ wiki: "twowiki@wmflabs" }],
    known: [],
    rules: [],
  });
});
