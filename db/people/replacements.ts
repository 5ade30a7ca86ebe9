import type { Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import { ormOver } from "../orm.ts";
import { storable } from "../text.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";

export type Proposed = "proposed" | "has-replacement" | "has-archive";

/**
 * H4: puts a replacement in line for the crawler, which looks whether it works; until then nobody is shown it. `archive`: the type of
 * the archive in which it is (A1), whose list it will go to. The caller has locked the URL.
 */
export async function proposeReplacement(
  sql: Sql,
  url: UrlId,
  proposal: {
    readonly url: NormalisedUrl;
    readonly archive: string | null;
    /** As of reports. */
    readonly proposer: string;
    readonly day: Day;
  },
): Promise<Proposed> {
  const [taken] = await sql`
    select 1 from archive where url_id = ${url} and type = ${proposal.archive ?? ""}`;
  if (taken !== undefined) return "has-archive";
  const { count } = await sql`
    insert into replacement (url_id, url, proposed, proposer)
    values (${url}, ${proposal.url}, ${proposal.day}, ${proposal.proposer})
    on conflict (url_id) do nothing`;
  return count > 0 ? "proposed" : "has-replacement";
}

/** A replacement that is to be looked at. */
export interface Proposal {
  readonly of: UrlId;
  readonly url: NormalisedUrl;
}

/** Replacements whose turn it is, kept from other workers for so many seconds: of a worker that dies they come back. */
export async function takeProposals(
  { sql }: Database,
  { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
): Promise<Proposal[]> {
  const rows = await sql<Proposal[]>`
    update replacement set due = now() + make_interval(secs => ${leaseSeconds})
    where url_id in (
      select url_id from replacement where due <= now() order by due limit ${limit} for update skip locked)
    returning url_id as of, url`;
  return [...rows];
}

/** Seconds until a replacement is due, if that is within so many; null: none is. */
export async function nextProposal({ sql }: Database, withinSeconds: number): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(due) - now())::float8 as seconds from replacement
    where due <= now() + make_interval(secs => ${withinSeconds})`;
  return row?.seconds ?? null;
}

/** Keeps from other workers what was taken and is not settled yet: of a proposal that was replaced or settled nothing changes. */
export async function renewProposals(
  { sql }: Database,
  proposals: readonly Proposal[],
  leaseSeconds: number,
): Promise<void> {
  await sql`
    update replacement r set due = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${proposals.map(({ of }) => of)}::bigint[], ${proposals.map(({ url }) => url)}::text[]) as given (id, url)
    where r.url_id = given.id and r.url = given.url and r.due <= now() + make_interval(secs => ${leaseSeconds})`;
}

/**
 * What the crawler saw: `untried`: nothing, by our own trouble or a busy host; `refused`: it leads where no replacement may, such as
 * to what a spam list blocks.
 */
export type Look = "works" | "fails" | "untried" | "refused";

/** What a look is settled by. */
export interface Settling {
  /** Type of the archive in which it is; null: in none. */
  readonly archive: string | null;
  /** Where it led in the end. */
  readonly target: string;
  readonly day: Day;
}

/** One that works is looked at again after so many days. */
const AGAIN_DAYS = 28;
/** One that does not, after so many minutes; and after so many looks in vain it is dropped. */
const RETRY_MINUTES = 30;
const TRIES_MAX = 3;

/**
 * H4: a replacement that works is kept and shown; in an archive, it goes to the archive list; one that does not is dropped, also later.
 * One that was removed or replaced meanwhile is passed over.
 */
export function settleProposal(
  db: Database,
  proposal: Proposal,
  look: Look,
  { archive, target, day }: Settling,
): Promise<void> {
  return db.transaction(async ({ sql }) => {
    const { of, url } = proposal;
    // The URL first, as all do who write what belongs to it.
    await sql`select 1 from url where id = ${of} for update`;
    const [row] = await sql<Row[]>`
      select checked >= 0 as shown, tries, proposer from replacement where url_id = ${of} and url = ${url} for update`;
    if (row === undefined) return;
    const hopeless = look === "refused" || (look === "fails" && row.tries + 1 >= TRIES_MAX);
    if (look === "works" && archive !== null) await archived(sql, proposal, row, { archive, day });
    else if (look === "works") await kept(sql, proposal, row, { target, day });
    else if (hopeless) await dropped(sql, proposal, row, day);
    else
      await sql`
        update replacement set tries = tries + ${look === "fails" ? 1 : 0}::int,
          due = now() + make_interval(mins => ${RETRY_MINUTES})
        where url_id = ${of}`;
  });
}

interface Row {
  readonly shown: boolean;
  readonly tries: number;
  readonly proposer: string | null;
}

async function kept(
  sql: Sql,
  { of, url }: Proposal,
  { shown }: Row,
  { target, day }: Pick<Settling, "target" | "day">,
): Promise<void> {
  await sql`
    update replacement set checked = ${day}, tries = 0, target = ${storable(target)}, due = now() + make_interval(days => ${AGAIN_DAYS})
    where url_id = ${of}`;
  if (!shown) await publishUrlChanges(ormOver(sql), [of], day, { news: ["replacement"], replacement: url });
}

async function dropped(sql: Sql, { of }: Proposal, { shown }: Row, day: Day): Promise<void> {
  await sql`delete from replacement where url_id = ${of}`;
  if (shown) await publishUrlChanges(ormOver(sql), [of], day, { news: ["replacement"], replacement: null });
}

/** A1: one version stands for the URL; what is known of that archive already stays, and so does what was blocked by hand (A2). */
async function archived(
  sql: Sql,
  { of, url }: Proposal,
  { proposer, shown }: Row,
  { archive, day }: { readonly archive: string; readonly day: Day },
): Promise<void> {
  await sql`delete from replacement where url_id = ${of}`;
  // Operators made it an archive since.
  if (shown) await publishUrlChanges(ormOver(sql), [of], day, { news: ["replacement"], replacement: null });
  const { count } = await sql`
    insert into archive (url_id, type, address, found, visited, proposer, proposed)
    values (${of}, ${archive}, ${url}, ${day}, ${day}, ${proposer}, ${day})
    on conflict (url_id, type) do nothing`;
  if (count > 0)
    await publishUrlChanges(ormOver(sql), [of], day, { news: ["archive"], archive: { type: archive, url } });
}

/** A replacement that spam lists are to be asked of. */
export interface Unjudged extends Proposal {
  /** Where it led when it was last looked at; "": it was not, or is no redirect. */
  readonly target: NormalisedUrl | "";
}

/**
 * Asks of some replacements whether they may stand (H5), without contacting them, and drops those that may not. Their rows are held
 * meanwhile, so that whoever puts another list in force has them asked once more. Answers how many were asked.
 */
export function judgeProposals(
  db: Database,
  limit: number,
  isRefused: (db: Database, proposal: Unjudged) => Promise<boolean>,
  day: Day,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { sql } = tx;
    const rows = await sql<(Unjudged & { shown: boolean })[]>`
      select url_id as of, url, target, checked >= 0 as shown from replacement
      where judge order by url_id limit ${limit} for update skip locked`;
    for (const { shown, ...proposal } of rows) {
      if (await isRefused(tx, proposal)) {
        await sql`delete from replacement where url_id = ${proposal.of}`;
        if (shown)
          await publishUrlChanges(ormOver(sql), [proposal.of], day, {
            news: ["replacement"],
            replacement: null,
          });
      } else await sql`update replacement set judge = false where url_id = ${proposal.of}`;
    }
    return rows.length;
  });
}

interface JudgedRow {
  readonly of: UrlId;
  readonly url: NormalisedUrl;
  readonly target: NormalisedUrl | "";
}

/** Looked at by one statement. */
const AT_ONCE = 1_000;

/**
 * Has spam lists asked once more of replacements that themselves, or by where they led, pass a test (H5). In short transactions, each
 * in the order of ids: done again after a crash it does no harm.
 */
export async function judgeAgain(
  db: Database,
  test: (urls: readonly NormalisedUrl[]) => Promise<readonly boolean[]>,
): Promise<void> {
  let last = 0;
  for (;;) {
    const rows: readonly JudgedRow[] = await db.sql<JudgedRow[]>`
      select url_id as of, url, target from replacement where url_id > ${last}::bigint order by url_id limit ${AT_ONCE}`;
    const urls = rows.flatMap(({ of, url, target }) =>
      [url, target].flatMap((one) => (one === "" ? [] : { of, one })),
    );
    const hits = await test(urls.map(({ one }) => one));
    const ids = [...new Set(urls.flatMap(({ of }, at) => (hits[at] === true ? of : [])))];
    // One that is being judged is waited for: that was by the lists of before.
    if (ids.length > 0)
      await db.sql`
        with locked as materialized (
          select url_id from replacement where url_id = any(${ids}::bigint[]) order by url_id for no key update
        )
        update replacement r set judge = true from locked l where r.url_id = l.url_id`;
    const end = rows.at(-1);
    if (end === undefined || rows.length < AT_ONCE) return;
    last = end.of;
  }
}

/** Which of what people proposed for a URL: a replacement or version of this address, of this proposer; absent: any. */
export interface WhichProposals {
  readonly address?: NormalisedUrl;
  readonly proposer?: string;
}

/**
 * H4: anyone may remove what somebody proposed, also what was not looked at yet and what went to the archives. What our own visits
 * found stays, and so does what was blocked by hand (A2). The caller has locked the URL. False: there is none.
 */
export async function removeProposals(
  sql: Sql,
  url: UrlId,
  { address, proposer }: WhichProposals,
  day: Day,
): Promise<boolean> {
  const [replacement] = await sql<{ shown: boolean }[]>`
    delete from replacement
    where url_id = ${url} and (${address ?? null}::text is null or url = ${address ?? null}::text)
      and (${proposer ?? null}::uuid is null or proposer = ${proposer ?? null}::uuid)
    returning checked >= 0 as shown`;
  const archives = await sql`
    delete from archive
    where url_id = ${url} and proposed is not null and not blocked
      and (${address ?? null}::text is null or address = ${address ?? null}::text)
      and (${proposer ?? null}::uuid is null or proposer = ${proposer ?? null}::uuid)
    returning type`;
  if (replacement?.shown)
    await publishUrlChanges(ormOver(sql), [url], day, { news: ["replacement"], replacement: null });
  if (archives.length > 0)
    await publishUrlChanges(ormOver(sql), [url], day, { news: ["archive"], archive: null });
  return replacement !== undefined || archives.length > 0;
}
