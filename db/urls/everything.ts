import { and, eq, or, sql } from "drizzle-orm";
import type { UrlFacts } from "../../shared/answer/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { KnownMove } from "../../shared/moves/rules.ts";
import { urlKey } from "../../shared/url/key.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import { patternCovers } from "../../shared/url/pattern.ts";
import type { NormalisedUrl, UrlFlag, UrlKey } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { domainsAbove, readHosts } from "../hosts/read.ts";
import { type StoredUrlNote, urlNotesOf } from "../hosts/url-notes.ts";
import { knownMoves } from "../moves/read.ts";
import { pagesOfUrl, type UsingPage } from "../pages/uses.ts";
import { domainNote, recheck, slice, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { HostRecord, UrlId } from "../types.ts";
import { factsOf } from "./facts.ts";
import { decodeDay, decodeFlags, SLICE_IDS, sliceOf } from "./row.ts";

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
  readonly host: HostRecord;
  readonly hostNotes: readonly HostNote[];
  /** M10: what operators noted that covers it. */
  readonly operatorNotes: readonly StoredUrlNote[];
  /** Where it moved, shown or not. */
  readonly move: KnownMove | null;
  readonly touched: Day | null;
  readonly queried: Day | null;
  readonly slice: { readonly no: number; readonly swept: Day | null; readonly holder: string | null };
  /** The day on which it is checked again before its slice is due. */
  readonly recheck: Day | null;
  /** The first hundred. */
  readonly pages: readonly UsingPage[];
  readonly pagesMore: boolean;
}

const PAGES = 100;

/** All that the database knows of a URL, for operators (`weboid url`); null: it is not on the watchlist. */
export async function urlEverything(db: Database, text: NormalisedUrl): Promise<UrlEverything | null> {
  const { orm } = db;
  const key = urlKey(text);
  const [row] = await orm
    .select({
      id: url.id,
      hostId: url.hostId,
      flags: url.flags,
      touched: url.touched,
      queried: url.queried,
      swept: slice.swept,
      holder: slice.holder,
      due: recheck.due,
    })
    .from(url)
    .leftJoin(slice, eq(slice.no, sql`${url.id} / ${SLICE_IDS}::int`))
    .leftJoin(recheck, eq(recheck.urlId, url.id))
    .where(eq(url.key, key));
  if (row === undefined) return null;
  const facts = (await factsOf(db, null, [row.id])).get(row.id);
  const known = (await readHosts(db, [row.hostId])).get(row.hostId);
  // Deleted between two statements.
  if (facts === undefined || known === undefined) return null;
  const { host: domain, path, kind, value, first, last } = domainNote;
  const isBelow = and(eq(kind, "rate-limited"), isAnyOf(domain, domainsAbove(known.name)));
  const hostNotes = await orm
    .select({ domain, path, key: kind, value, first, last })
    .from(domainNote)
    .innerJoin(url, eq(url.id, row.id))
    .where(and(or(eq(domain, known.name), isBelow), sql`starts_with(${url.path}, ${path})`))
    .orderBy(domainNote.id);
  const { path: ownPath } = splitUrl(text);
  const noted = await urlNotesOf(orm, [known.name]);
  const operatorNotes = noted.filter((note) => patternCovers(note, { host: known.name, path: ownPath }));
  const moves = await knownMoves(db, [row.id]);
  const pages = await pagesOfUrl(db, row.id, { limit: PAGES + 1 });
  return {
    id: row.id,
    key,
    facts,
    flags: decodeFlags(row.flags),
    host: known,
    hostNotes,
    operatorNotes,
    move: moves.get(row.id) ?? null,
    touched: decodeDay(row.touched),
    queried: decodeDay(row.queried),
    slice: { no: sliceOf(row.id), swept: decodeDay(row.swept ?? -1), holder: row.holder },
    recheck: decodeDay(row.due ?? -1),
    pages: pages.slice(0, PAGES),
    pagesMore: pages.length > PAGES,
  };
}
