import type { Day } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import { tellUrls } from "../record/tell-urls.ts";
import type { Proposal } from "./take-proposals.ts";

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
        if (shown) await tellUrls(sql, [proposal.of], day, { news: ["replacement"], replacement: null });
      } else await sql`update replacement set judge = false where url_id = ${proposal.of}`;
    }
    return rows.length;
  });
}
