import type { Database } from "../../db/connect.ts";
import { PARSERS_VERSION } from "../../db/organisations/registries.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";

/** What stands beside URLs and pages in a database of some age: news of a month, and what archives, people and registries said. */
export async function generateBeside({ sql }: Database, today: Day, rows: number): Promise<void> {
  const numbers = sql`generate_series(1, ${rows}::int) as no`;
  const before = (days: number) => addDays(today, -days);
  await sql`insert into change (at, day, kind, url_id, payload)
    select now() - no * interval '1 minute', ${before(1)}, 'url', no, '{}' from ${numbers}`;
  await sql`insert into event (wiki_id, at, url_id, day, page_count, kind, url, pages, detail)
    select 1 + no % 3, now() - (${rows} - no) * interval '1 second', no, ${before(1)}, 1 + no % 30,
      (array['unreachable', 'working', 'archive', 'moved'])[1 + no % 4], 'https://a.zz/' || no, '[]', '{}' from ${numbers}`;
  await sql`insert into event_page (wiki_id, pageid, event_id) select wiki_id, id, id from event`;
  await sql`insert into host_trait (host_id, trait, first, last)
    select id, 'https-needed', ${before(90)}, ${before(2)} from host order by id limit ${rows}`;
  await sql`insert into archive_service (type, enlisted) select 'archive.org', max(id) from url`;
  await sql`insert into archive_visit (url_id, type, due) select no, 'archive.org', ${addDays(today, 30)} from ${numbers}`;
  await sql`insert into archive_link (url_id, type, resource) select no, 'archive.org', md5(no::text)::uuid from ${numbers}`;
  await sql`insert into archive_link_cursor (url_id) select max(id) from url`;
  await sql`insert into archive_save (url_id, asked, result) select no, ${before(9)}, 'saved' from ${numbers}`;
  await sql`insert into replacement (url_id, url, proposed, checked, due, judge)
    select no, 'https://b.zz/' || no, ${before(9)}, ${before(2)}, now() + interval '9 days', false from ${numbers}`;
  await sql`insert into report (url_id, day, reporter) select no, ${before(9)}, md5(no::text)::uuid from ${numbers}`;
  await sql`insert into spam_use (wiki_id, pageid, key, url, list, first, last)
    select 1 + no % 3, no, md5(no::text)::uuid, 'https://spam.zz/' || no, 'local', ${before(9)}, ${before(2)} from ${numbers}`;
  await sql`insert into non_wikitext_page (wiki_id, pageid, day) select 1 + no % 3, no, ${before(2)} from ${numbers}`;
  await sql`insert into published_value (target, key, hash, at)
    select 'cloudflare', 's1:wiki1@x:' || no, no, now() from ${numbers}`;
  await registries({ sql }, today, rows);
}

async function registries({ sql }: Pick<Database, "sql">, today: Day, rows: number): Promise<void> {
  const numbers = sql`generate_series(1, ${rows}::int) as no`;
  await sql`insert into organisation (domain, name, profile, found)
    select 'o' || no || '.zz', 'Organisation ' || no,
      json_build_object('root', 'o' || no || '.zz', 'domain', 'o' || no || '.zz', 'addresses', '[]'::json, 'netRanges', '[]'::json,
        'nameServers', '[]'::json, 'registrant', '{"organisation":null,"address":null,"emailDomains":[],"redacted":false}'::json, 'unknown', '[]'::json, 'parsers', ${PARSERS_VERSION}::int), ${addDays(today, -9)} from ${numbers}`;
  await sql`insert into organisation_domain (domain, uses, organisation_id, decided, looked, due)
    select 'd' || no || '.zz', no % 90, no, ${addDays(today, -9)}, ${addDays(today, -9)}, ${addDays(today, 90)} from ${numbers}`;
  await sql`insert into organisation_sign (sign, domain) select 'at 192.0.2.' || no % 250, 'd' || no || '.zz' from ${numbers}`;
  await sql`insert into organisation_sharer (shared, registrant, seen) select 'a' || no, 'x', ${addDays(today, -9)} from ${numbers}`;
  await sql`insert into organisation_work (host_id) select max(id) from host`;
  await sql`insert into registry_answer (key, answer, expires_at)
    select '4 domain d' || no || '.zz', '{}', now() + interval '9 days' from ${numbers}`;
  await sql`insert into relaunch (site, domain, kind, from_day, to_day, found, lost, kept, moved, moves, examples)
    select 'd' || no || '.zz', 'd' || no || '.zz', 'relaunch', ${addDays(today, -90)}, ${addDays(today, -60)}, ${addDays(today, -30)}, 20, 3, 0, '[]', '{}' from ${numbers}`;
  await sql`insert into relaunch_wiki (wiki_id, relaunch_id, lost, moved, pages) select 1 + id % 3, id, 20, 0, 9 from relaunch`;
  await sql`insert into relaunch_scan (domain, day, broken) select 'd' || no || '.zz', ${addDays(today, -9)}, 20 from ${numbers}`;
}
