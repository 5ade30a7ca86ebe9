import type { Day } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Sql } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { tellUrls } from "../record/tell-urls.ts";

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
  if (replacement?.shown) await tellUrls(sql, [url], day, { news: ["replacement"], replacement: null });
  if (archives.length > 0) await tellUrls(sql, [url], day, { news: ["archive"], archive: null });
  return replacement !== undefined || archives.length > 0;
}
