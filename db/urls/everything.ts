import type { UrlFacts } from "../../shared/answer/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl, UrlFlag, UrlKey } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { pagesOfUrl, type UsingPage } from "../pages/uses.ts";
import type { HostId, HostState, UrlId } from "../types.ts";
import { domainsAbove, readHosts } from "../work/due-batch.ts";
import { factsOf } from "./facts.ts";
import { decodeDay, decodeFlags, sliceOf } from "./row.ts";

/** M10: what is known of its host, or of a domain above it where that holds below too. */
export interface HostNote {
  readonly domain: string;
  /** What the path has to begin with; "": any. */
  readonly path: string;
  readonly key: string;
  readonly value: string;
  readonly first: Day;
  readonly last: Day;
}

export interface UrlEverything {
  readonly id: UrlId;
  readonly key: UrlKey;
  readonly facts: UrlFacts;
  readonly flags: readonly UrlFlag[];
  readonly host: HostState;
  readonly hostNotes: readonly HostNote[];
  readonly touched: Day | null;
  readonly queried: Day | null;
  readonly slice: { readonly no: number; readonly swept: Day | null; readonly holder: string | null };
  /** The day on which it is looked at again before its slice is due. */
  readonly recheck: Day | null;
  /** The first hundred. */
  readonly pages: readonly UsingPage[];
  readonly pagesMore: boolean;
}

const PAGES = 100;

interface Row {
  readonly id: UrlId;
  readonly hostId: HostId;
  readonly flags: number;
  readonly touched: number;
  readonly queried: number;
  readonly swept: number | null;
  readonly holder: string | null;
  readonly due: number | null;
}

/** All that the database knows of a URL, for operators (`weboid url`); null: it is not on the watchlist. */
export async function urlEverything(db: Database, url: NormalisedUrl): Promise<UrlEverything | null> {
  const key = urlKey(url);
  const [row] = await db.sql<Row[]>`
    select u.id, u.host_id as "hostId", u.flags, u.touched, u.queried, s.swept, s.holder, r.due
    from url u left join slice s on s.no = u.id / 10000 left join recheck r on r.url_id = u.id
    where u.key = ${key}::uuid`;
  if (row === undefined) return null;
  const facts = (await factsOf(db, null, [row.id])).get(row.id);
  const host = (await readHosts(db, [row.hostId])).get(row.hostId);
  // Deleted between two statements.
  if (facts === undefined || host === undefined) return null;
  const hostNotes = await db.sql<HostNote[]>`
    select host as domain, path, kind as key, value, first, last from domain_note
    where (host = ${host.name} or (kind = 'rate-limited' and host = any(${domainsAbove(host.name)}::text[])))
      and starts_with((select path from url where id = ${row.id}), path)
    order by id`;
  const pages = await pagesOfUrl(db, row.id, { limit: PAGES + 1 });
  return {
    id: row.id,
    key,
    facts,
    flags: decodeFlags(row.flags),
    host,
    hostNotes: [...hostNotes],
    touched: decodeDay(row.touched),
    queried: decodeDay(row.queried),
    slice: { no: sliceOf(row.id), swept: decodeDay(row.swept ?? -1), holder: row.holder },
    recheck: decodeDay(row.due ?? -1),
    pages: pages.slice(0, PAGES),
    pagesMore: pages.length > PAGES,
  };
}
