import { and, asc, eq, not, notLike, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { HOST_NOTE_KEYS, type NoteKey } from "../../shared/status/note.ts";
import { scopeOf } from "../../shared/url/report-scope.ts";
import { insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { hostWithin, PATH_INDEXED, pathMatches } from "../lists/conditions.ts";
import { type domainNote, host, hostChange, type hostTrait, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { HostId, UrlId } from "../types.ts";
import {
  CONSOLIDATED_DAYS,
  HOST_FAILURES,
  noteOfTrait,
  SHOWN_TRAITS,
  type ShownTraitName,
} from "../urls/facts.ts";
import { noteOf, SCHEMES } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { REPORTED } from "./softened.ts";

/** So many URLs are published in one transaction, as all readers of changes wait for it: `publishHostChanges` goes on with the others. */
const URLS_MAX = 10_000;
/** So many hosts are tried for URLs in it. */
const HOSTS_MAX = 500;
/** Known hosts of a domain, all of whose URLs are published when it is reported to work (H3). */
const SCOPE_HOSTS_MAX = 20_000;

const HTTPS = SCHEMES.indexOf("https");

/** A trait of a host, as it was or is stored. */
export type HostTraitRow = typeof hostTrait.$inferSelect;

/** A note of a whole host (M10), as it was or is stored. */
export type HostNoteRow = Pick<typeof domainNote.$inferSelect, "host" | "path" | "kind" | "value">;

/** What is to be published of a host's URLs behind `afterPath` and `afterUrl`. */
type HostChange = Omit<typeof hostChange.$inferSelect, "id">;

const isPublished = (trait: string): trait is ShownTraitName => SHOWN_TRAITS.some((one) => one === trait);
export const isConsolidated = ({ first, last }: Pick<HostTraitRow, "first" | "last">): boolean =>
  last - first > CONSOLIDATED_DAYS;

const given = (what: "came" | "gone") => ({ gone: what === "gone", noted: false });
const FROM_FIRST = { afterPath: "", afterUrl: 0 as UrlId };

/** Publishes the URLs to which a trait gives a note that their own check did not (M9), as it is consolidated or gone. */
export async function publishTraits(
  orm: Orm,
  traits: readonly HostTraitRow[],
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  const changes = traits
    .filter(({ trait }) => isPublished(trait))
    .map(({ hostId, trait: kind }): HostChange => {
      return { hostId, trait: true, kind, path: "", value: "", ...given(what), ...FROM_FIRST };
    });
  await publishNow(orm, changes, day);
}

const learntKeys: ReadonlySet<string> = HOST_NOTE_KEYS satisfies ReadonlySet<NoteKey>;

/** Publishes the host's URLs to which its note applies: what checks learn, of those that were never checked. */
export async function publishHostNotes(
  orm: Orm,
  notes: readonly HostNoteRow[],
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  if (notes.length === 0) return;
  const names = notes.map((note) => note.host);
  const hosts = await orm
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(isAnyOf(host.name, names));
  const ids = new Map(hosts.map(({ id, name }) => [name, id]));
  const below = notes.filter((note) => note.kind === REPORTED && !ids.has(note.host));
  for (const note of below) await publishNoted(orm, await hostsOfScope(orm, note), note, what, day);
  const changes = notes.flatMap(({ host: name, path, kind, value }): HostChange[] => {
    const hostId = ids.get(name);
    if (hostId === undefined) return [];
    // Of what people report, `*` in the path stands for any characters.
    const noted = kind === REPORTED;
    return [{ hostId, trait: false, kind, path, value, ...given(what), noted, ...FROM_FIRST }];
  });
  await publishNow(orm, changes, day);
}

/** H3: those of a domain that is softened with all below it; the rest of so many follows when a page is shown again. */
async function hostsOfScope(orm: Orm, { host: name, path }: HostNoteRow): Promise<HostId[]> {
  const { host: pattern } = scopeOf(name, path);
  if (pattern.kind === "host") return [];
  const rows = await orm
    .select({ id: host.id })
    .from(host)
    .where(hostWithin(pattern.domain))
    .limit(SCOPE_HOSTS_MAX);
  return rows.map(({ id }) => id);
}

/** Publishes the URLs of these hosts that an operator's note covers (M10). */
export async function publishNoted(
  orm: Orm,
  hosts: readonly HostId[],
  { path, kind, value }: Omit<HostNoteRow, "host">,
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  const changes = hosts.map(
    (hostId): HostChange => ({
      hostId,
      trait: false,
      kind,
      path,
      value,
      ...given(what),
      noted: true,
      ...FROM_FIRST,
    }),
  );
  await publishNow(orm, changes, day);
}

/** As many of the URLs as a transaction may; what is left is noted. A host of which older changes are left has these behind them. */
async function publishNow(orm: Orm, changes: readonly HostChange[], day: Day): Promise<void> {
  if (changes.length === 0) return;
  const hosts = changes.map(({ hostId }) => hostId);
  const waiting = await orm
    .selectDistinct({ hostId: hostChange.hostId })
    .from(hostChange)
    .where(isAnyOf(hostChange.hostId, hosts));
  const behind = new Set(waiting.map(({ hostId }) => hostId));
  const left: HostChange[] = [];
  let room = URLS_MAX;
  for (const [at, one] of changes.entries()) {
    const { published, rest } =
      room === 0 || at >= HOSTS_MAX || behind.has(one.hostId)
        ? { published: 0, rest: one }
        : await publishSome(orm, one, room, day);
    room -= published;
    if (rest !== null) left.push(rest);
    if (rest !== null) behind.add(one.hostId);
  }
  if (left.length > 0)
    await insertRows(
      orm,
      hostChange,
      ["hostId", "trait", "kind", "path", "value", "gone", "noted", "afterPath", "afterUrl"],
      left,
    );
}

/** In the order of the index `url_host_path`. */
const start = sql<string>`left(${url.path}, ${sql.raw(String(PATH_INDEXED))}) collate "C"`;

/** Of at most `limit` URLs. `rest`: what is to be published of those behind them; null: there are none. */
async function publishSome(
  orm: Orm,
  change: HostChange,
  limit: number,
  day: Day,
): Promise<{ readonly published: number; readonly rest: HostChange | null }> {
  const rows = await orm
    .select({ id: url.id, start })
    .from(url)
    .where(
      and(
        eq(url.hostId, change.hostId),
        sql`(${start}, ${url.id}) > (${change.afterPath}, ${change.afterUrl}::bigint)`,
        applies(change),
      ),
    )
    .orderBy(start, url.id)
    .limit(limit);
  const { trait, kind, value, gone } = change;
  const note = noteOf(trait ? noteOfTrait(kind) : kind, trait || value === "" ? undefined : value);
  const last = rows.at(-1);
  if (note === null || last === undefined) return { published: 0, rest: null };
  const notes = { came: gone ? [] : [note], gone: gone ? [note] : [] };
  await publishUrlChanges(
    orm,
    rows.map(({ id }) => id),
    day,
    { news: ["host-notes"], notes },
    note.key === REPORTED ? (gone ? "gone" : "came") : undefined,
  );
  const rest = rows.length < limit ? null : { ...change, afterPath: last.start, afterUrl: last.id };
  return { published: rows.length, rest };
}

/** Which URLs of the host it says something about that they do not say themselves. */
function applies({ trait, noted, kind, path }: HostChange): SQL | undefined {
  const isHttps = eq(url.scheme, HTTPS);
  if (noted) return pathMatches(path);
  if (trait && kind in HOST_FAILURES) return sql`${url.history} = ''::bytea`;
  if (trait) return and(kind === "http-needed" ? isHttps : not(isHttps), notLike(url.extras, `%["${kind}"%`));
  const learnt = learntKeys.has(kind);
  return and(
    sql`starts_with(${url.path}, ${path})`,
    learnt ? sql`${url.history} = ''::bytea` : undefined,
    learnt && kind.startsWith("certificate-") ? isHttps : undefined,
  );
}

/** Of the oldest change that is left, the next URLs, in the caller's transaction. False: nothing is left. */
async function publishNextHostChange(orm: Orm, day: Day): Promise<boolean> {
  const [oldest] = await orm.select().from(hostChange).orderBy(asc(hostChange.id)).limit(1).for("update");
  if (oldest === undefined) return false;
  const { rest } = await publishSome(orm, oldest, URLS_MAX, day);
  const isOldest = eq(hostChange.id, oldest.id);
  if (rest === null) await orm.delete(hostChange).where(isOldest);
  else
    await orm.update(hostChange).set({ afterPath: rest.afterPath, afterUrl: rest.afterUrl }).where(isOldest);
  return true;
}

/**
 * Publishes what holds for hosts, or no longer does, of the URLs that the transaction which learnt it had no room for. Ends
 * between two batches after the signal; what is left then is published the next time.
 */
export async function publishHostChanges(db: Database, today: Day, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted)
    if (!(await db.transaction(({ orm }) => publishNextHostChange(orm, today)))) return;
}
