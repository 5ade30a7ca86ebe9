import { and, eq, type SQL, sql } from "drizzle-orm";
import { OWN_PORT } from "../../shared/url/parts.ts";
import type { UrlQuestion } from "../../shared/url/pattern.ts";
import type { Database, Orm } from "../connect.ts";
import { url } from "../schema/index.ts";
import { arrayOf, isAnyOf } from "../statement.ts";
import type { HostId, UrlId } from "../types.ts";
import { SCHEMES } from "../urls/row.ts";
import { beyondIndexed, indexedPath, PATH_INDEXED, pathMatches } from "./conditions.ts";
import type { NextHosts } from "./hosts.ts";

export type PatternQuestion = Extract<UrlQuestion, { kind: "pattern" }>;

/** Of a pattern, or of a folder: there "*" in the path is that character. */
export type ScanQuestion = Omit<PatternQuestion, "kind"> & { readonly kind: "pattern" | "folder" };

/** The path between its wildcards. */
const literalsOf = ({ kind, path }: ScanQuestion) => (kind === "folder" ? [path] : path.split("*"));

/** A place in the order of such answers: hosts by their names read from behind, start of the path, id. */
export interface UrlPlace {
  readonly host: string;
  readonly start: string;
  readonly url: UrlId;
}

/** Everything up to `through` was read; null: that was all. */
export interface ScannedUrls {
  readonly found: readonly UrlPlace[];
  readonly through: UrlPlace | null;
}

/** Rows of a host that one step reads. */
const ROWS = { ofOne: 500, ofMany: 200 };
/** Right behind every path: "0" follows "/" in ASCII. */
const BEHIND_PATHS = "0";

/** The port of a URL; 0 stands for its scheme's own (U4). */
function portIs(port: number): SQL {
  const own = SCHEMES.flatMap((scheme, place) => (OWN_PORT[scheme] === port ? [place] : []));
  return sql`(${url.port} = ${port} or ${url.port} = 0 and ${isAnyOf(url.scheme, own)})`;
}

/** What the index does not know of. */
function matches(question: ScanQuestion): SQL {
  const { scheme, port, path } = question;
  const [, ...rest] = literalsOf(question);
  const conditions = and(
    scheme === null ? undefined : eq(url.scheme, SCHEMES.indexOf(scheme)),
    port === null ? undefined : portIs(port),
    rest.length === 0 ? undefined : pathMatches(path),
  );
  return conditions ?? sql`true`;
}

/** A host from which on URLs are read. */
const given = { host: sql`given.host`, start: sql`given.start`, url: sql`given.url` };

/**
 * Of `url` and `given`: from a place of a host on, to the end of those that begin so. Whole rows of the index `url_host_path` compared,
 * and not "= given.host": of that the planner takes as many as a host has on the average, and sorts what is left of a large one again
 * in every step.
 */
const isFrom = sql`(${url.hostId}, ${indexedPath}, ${url.id}) > (${given.host}, ${given.start}, ${given.url})`;
const isUpTo = (start: string): SQL =>
  start === ""
    ? sql`${url.hostId} <= ${given.host}`
    : sql`(${url.hostId}, ${indexedPath}) < (${given.host}, ${beyondIndexed(start)}) and starts_with(${url.path}, ${start})`;

/**
 * The next URLs that match (Q4), as far as one step goes: of some hosts at most ROWS rows each are read, whatever matches of them,
 * so that a step ends soon and its successor goes on.
 */
export async function scanUrls(
  db: Database,
  question: ScanQuestion,
  nextHosts: NextHosts,
  after: UrlPlace | null,
): Promise<ScannedUrls> {
  const { hosts, through } = await nextHosts(db, after?.host ?? "");
  const goesOn = through === null ? null : { host: through, start: BEHIND_PATHS, url: 0 as UrlId };
  if (hosts.length === 0) return { found: [], through: goesOn };
  const rowsMax = hosts.length === 1 ? ROWS.ofOne : ROWS.ofMany;
  const [start = ""] = literalsOf(question);
  // Where the index is entered: from "" on it would be read up to there.
  const beginning = start.slice(0, PATH_INDEXED);
  const places = hosts.map(({ id, name }) => {
    const isFirst = name === after?.host;
    return { host: id, start: isFirst ? after.start : beginning, url: isFirst ? after.url : (0 as UrlId) };
  });
  const rows = await rowsOf(db.orm, question, places, { start, rowsMax });
  const nameOf = (place: number) => hosts[place - 1]?.name ?? "";
  const found: UrlPlace[] = [];
  for (const row of rows) {
    const place = { host: nameOf(row.place), start: row.start, url: row.url };
    if (row.matches) found.push(place);
    // There are more of this host, so those of the next ones are for another step.
    if (row.full) return { found, through: place };
  }
  return { found, through: goesOn };
}

interface Place {
  readonly host: HostId;
  readonly start: string;
  readonly url: UrlId;
}

function rowsOf(
  orm: Orm,
  question: ScanQuestion,
  places: readonly Place[],
  { start, rowsMax }: { readonly start: string; readonly rowsMax: number },
) {
  const ordered = orm
    .select({
      id: url.id,
      start: sql<string>`${indexedPath}`.as("start"),
      matches: matches(question).as("matches"),
    })
    .from(url)
    .where(and(isFrom, isUpTo(start)))
    .orderBy(url.hostId, indexedPath, url.id)
    .limit(rowsMax);
  const arrays = sql`${arrayOf(
    url.hostId,
    places.map(({ host }) => host),
  )}, ${arrayOf(
    url.path,
    places.map((place) => place.start),
  )}, ${arrayOf(
    url.id,
    places.map((place) => place.url),
  )}`;
  return orm
    .select({
      place: sql<number>`given.place::int`,
      start: sql<string>`u.start`,
      url: sql<UrlId>`u.id`,
      matches: sql<boolean>`u.matches`,
      full: sql<boolean>`u.n = ${rowsMax}`,
    })
    .from(sql`unnest(${arrays}) with ordinality as given (host, start, url, place)
      cross join lateral (
        select ordered.*, row_number() over (order by ordered.start collate "C", ordered.id) as n from ${ordered} ordered
      ) u`)
    .where(sql`u.matches or u.n = ${rowsMax}`)
    .orderBy(sql`given.place, u.start collate "C", u.id`);
}
