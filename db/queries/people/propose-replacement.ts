import type { Day } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Sql } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

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
