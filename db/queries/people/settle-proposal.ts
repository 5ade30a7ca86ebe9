import type { Day } from "../../../shared/calendar/day.ts";
import type { Database, Sql } from "../../connect.ts";
import { storable } from "../../text.ts";
import { tellUrls } from "../record/tell-urls.ts";
import type { Proposal } from "./take-proposals.ts";

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
  if (!shown) await tellUrls(sql, [of], day, { news: ["replacement"], replacement: url });
}

async function dropped(sql: Sql, { of }: Proposal, { shown }: Row, day: Day): Promise<void> {
  await sql`delete from replacement where url_id = ${of}`;
  if (shown) await tellUrls(sql, [of], day, { news: ["replacement"], replacement: null });
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
  if (shown) await tellUrls(sql, [of], day, { news: ["replacement"], replacement: null });
  const { count } = await sql`
    insert into archive (url_id, type, address, found, visited, proposer, proposed)
    values (${of}, ${archive}, ${url}, ${day}, ${day}, ${proposer}, ${day})
    on conflict (url_id, type) do nothing`;
  if (count > 0) await tellUrls(sql, [of], day, { news: ["archive"], archive: { type: archive, url } });
}
