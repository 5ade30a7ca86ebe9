import { and, desc, eq, gte, sql } from "drizzle-orm";
import { DOMAIN_LIMITS, type KnownOfHost, type RuleOfHost } from "../../shared/answer/domain.ts";
import { batchOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { domainNote, host, hostTrait, move, moveHost, pageLink, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { HostId, UrlId, WikiId } from "../types.ts";
import { byIndex, hostWithin } from "./conditions.ts";

/** Hosts of a domain of which something is said. */
const HOSTS_MAX = 2_000;
/** Uses of a URL that are read: some have hundreds of thousands. */
const USES_MAX = 2_000;
/** URLs that moved, as far as they are counted. */
const MOVED_MAX = 10_000;

/** Which wikis have these URLs on their pages, as far as so many uses of each say; within a transaction. */
export async function wikisOfUrls(
  db: Database,
  urls: readonly UrlId[],
): Promise<readonly { readonly url: UrlId; readonly wiki: WikiId }[]> {
  const { rows: source, value: id } = batchOf("given", url.id, urls);
  const uses = db.orm
    .select({ wikiId: pageLink.wikiId })
    .from(pageLink)
    .where(sql`${pageLink.urls} @> array[${id}]`)
    .limit(USES_MAX)
    .as("uses");
  const users = db.orm.selectDistinct({ wikiId: uses.wikiId }).from(uses).as("users");
  return byIndex(db, () =>
    db.orm.select({ url: id, wiki: users.wikiId }).from(source).crossJoinLateral(users),
  );
}

interface KnownOfDomain {
  readonly known: readonly KnownOfHost[];
  readonly rules: readonly RuleOfHost[];
  /** URLs whose new address is known and works. */
  readonly moved: number;
}

/** What is known of the hosts of a domain: traits, notes, and where they moved; what was seen last comes first. */
export async function knownOfDomain({ orm }: Database, domain: string): Promise<KnownOfDomain> {
  const hosts = await orm
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(hostWithin(domain))
    .limit(HOSTS_MAX);
  const ids = hosts.map(({ id }) => id);
  const names = [domain, ...hosts.map(({ name }) => name)];
  const traits = await orm
    .select({
      host: host.name,
      kind: sql<string>`${hostTrait.trait}`,
      path: sql<string>`''`.as("path"),
      value: sql<string>`''`.as("value"),
      first: hostTrait.first,
      last: hostTrait.last,
    })
    .from(hostTrait)
    .innerJoin(host, eq(host.id, hostTrait.hostId))
    // How checks are made is nobody else's matter (M9).
    .where(and(isAnyOf(hostTrait.hostId, ids), sql`${hostTrait.trait} <> 'get-needed'`))
    .orderBy(desc(hostTrait.last), host.name)
    .limit(DOMAIN_LIMITS.known);
  const { host: of, kind, path, value, first, last } = domainNote;
  const notes = await orm
    .select({ host: of, kind, path, value, first, last })
    .from(domainNote)
    .where(isAnyOf(of, names))
    .orderBy(desc(last), of)
    .limit(DOMAIN_LIMITS.known);
  return {
    known: [...traits, ...notes].sort((one, other) => other.last - one.last).slice(0, DOMAIN_LIMITS.known),
    rules: await rulesOf(orm, ids),
    moved: await orm.$count(
      orm
        .select({ id: move.urlId })
        .from(move)
        .where(and(isAnyOf(move.hostId, ids), gte(move.checked, 0 as never)))
        .limit(MOVED_MAX)
        .as("moved"),
    ),
  };
}

async function rulesOf(orm: Database["orm"], ids: readonly HostId[]): Promise<RuleOfHost[]> {
  const rows = await orm
    .select({ rules: moveHost.rules })
    .from(moveHost)
    .where(isAnyOf(moveHost.hostId, ids))
    .limit(HOSTS_MAX);
  return rows
    .flatMap(({ rules }) => rules)
    .sort((one, other) => other.support - one.support)
    .slice(0, DOMAIN_LIMITS.rules)
    .map(({ from, to, support, counter }) => ({ from, to, support, counter }));
}
