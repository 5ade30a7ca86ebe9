import { and, asc, desc, eq, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import { evidenceOf } from "../../shared/organisation/evidence.ts";
import type { Decision, OrganisationProfile, RuleName } from "../../shared/organisation/types.ts";
import { batchOf, insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { inBatches } from "../in-batches.ts";
import { FREED } from "../lease/lease.ts";
import type { DayOrNever } from "../schema/columns.ts";
import { organisation, organisationDomain, organisationRange } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import { decisionColumns } from "./domains.ts";
import { PARSERS_VERSION } from "./registries.ts";

const { id, domain, profile } = organisation;
const columns = { id, domain, profile, checked: organisation.checked };

/** An organisation with what hosts are compared with. */
export interface OrganisationRow extends Pick<typeof organisation.$inferSelect, keyof typeof columns> {
  /** URLs of its root domain, as counted last. */
  readonly uses: number;
}

/** Of one question, so that comparing stays cheap. */
const ORGANISATIONS_MAX = 16;

/** The organisations of domains and ids, and those whose blocks an address lies in. */
export async function organisationsOf(
  { orm }: Database,
  given: {
    readonly ids: readonly number[];
    readonly domains: readonly string[];
    readonly addresses: readonly string[];
  },
): Promise<OrganisationRow[]> {
  const addresses = batchOf("given", domain, given.addresses);
  const { organisationId } = organisationRange;
  // In a statement of their own: with the join, the planner would read all organisations, as it cannot guess how many blocks hold an address.
  const found = await orm
    .select({ id: sql<number | null>`${organisationDomain.organisationId}`.as("found_id") })
    .from(organisationDomain)
    .where(isAnyOf(organisationDomain.domain, given.domains))
    .union(
      orm
        .select({ id: sql<number | null>`${organisationId}`.as("found_id") })
        .from(organisationRange)
        .innerJoin(addresses.rows, sql`${organisationRange.range} >>= ${addresses.value}::inet`),
    );
  const ids = [...given.ids, ...found.flatMap((row) => row.id ?? [])];
  return (
    orm
      .select({ ...columns, uses: organisationDomain.uses })
      .from(organisation)
      .innerJoin(organisationDomain, eq(organisationDomain.domain, domain))
      .where(isAnyOf(id, ids))
      // Of many, those that are known by themselves, before those in whose blocks an address lies.
      .orderBy(desc(or(isAnyOf(id, given.ids), isAnyOf(domain, given.domains)) ?? id), asc(id))
      .limit(ORGANISATIONS_MAX)
  );
}

export interface Founding {
  readonly profile: OrganisationProfile;
  /** Blocks of addresses that are its own, in CIDR notation. */
  readonly ranges: readonly string[];
  readonly on: Day;
  /** When all of it was read; -1: never, as not all registries answered. */
  readonly checked: DayOrNever;
}

/** Of the domain from which an organisation is known. */
export const rootDecision = (root: string): Decision => ({
  decision: "belongs",
  rule: "same-domain",
  evidence: evidenceOf("root", root),
  score: 1,
});

/** Of all blocks of an organisation so many are kept. */
const RANGES_MAX = 256;

/** Enters an organisation, or what was read of it again, with its root domain; answers its id. */
export function storeOrganisation(
  db: Database,
  { profile: said, ranges, on, checked }: Founding,
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const name = said.registrant.organisation;
    const profile = { ...said, parsers: PARSERS_VERSION };
    const [row] = await orm
      .insert(organisation)
      .values({ domain: said.domain, name, profile, found: on, checked })
      .onConflictDoUpdate({ target: domain, set: { name, profile, checked } })
      .returning({ id });
    if (row === undefined) throw new Error("an upsert answers its row");
    await replaceRanges(orm, row.id, [...new Set(ranges)].slice(0, RANGES_MAX));
    const member = { organisationId: row.id, ...decisionColumns(rootDecision(said.domain), on) };
    await orm
      .insert(organisationDomain)
      .values({ domain: said.domain, ...member })
      .onConflictDoUpdate({ target: organisationDomain.domain, set: member });
    return row.id;
  });
}

/**
 * Has organisations that other parsers read read again soon, and what registries say of their domains. Marked at once, as it may take days;
 * what is kept stays in use until then. Answers how many there were.
 */
export function readAgainByParsers(db: Database, on: Day, signal?: AbortSignal): Promise<number> {
  const parsers = JSON.stringify({ parsers: PARSERS_VERSION });
  return inBatches(
    db,
    async ({ orm }, limit) => {
      const old = orm
        .select({ id })
        .from(organisation)
        .where(sql`${profile} ->> 'parsers' is distinct from ${String(PARSERS_VERSION)}`)
        .limit(limit);
      const rows = await orm
        .update(organisation)
        .set({
          checked: sql`least(${organisation.checked}, 0)`,
          profile: sql`(${profile}::jsonb || ${parsers}::jsonb)::json`,
        })
        .where(sql`${id} in ${old}`)
        .returning({ id });
      const ids = rows.map((row) => row.id);
      const { due, looked, organisationId } = organisationDomain;
      await orm
        .update(organisationDomain)
        .set({ looked: sql`least(${looked}, 0)`, due: sql`least(${due}, ${on})`, ...FREED })
        .where(isAnyOf(organisationId, ids));
      return rows.length;
    },
    signal,
  );
}

async function replaceRanges(orm: Orm, organisationId: number, ranges: readonly string[]): Promise<void> {
  await orm.delete(organisationRange).where(eq(organisationRange.organisationId, organisationId));
  if (ranges.length > 0)
    await insertRows(
      orm,
      organisationRange,
      ["organisationId", "range"],
      ranges.map((range) => ({ organisationId, range })),
    );
}

/** Two turned out to be one: all domains of `gone` become those of `into`, whose profile decided about the root of the other. Nothing is done where one of them was merged meanwhile. */
export function mergeOrganisations(
  db: Database,
  { gone, into, decision, on }: { gone: number; into: number; decision: Decision; on: Day },
): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const { organisationId } = organisationDomain;
    // Locks them, so that nobody attaches a domain to the one that goes; in the order of ids, so that two merges do not wait for each other.
    const both = await orm
      .select({ id })
      .from(organisation)
      .where(isAnyOf(id, [gone, into]))
      .orderBy(id)
      .for("update");
    if (both.length < 2) return;
    // Each is decided again by the other's profile as soon as there is time.
    await orm
      .update(organisationDomain)
      .set({ organisationId: into, due: on })
      .where(eq(organisationId, gone));
    const [root] = await orm.delete(organisation).where(eq(id, gone)).returning({ domain });
    if (root === undefined) return;
    await orm
      .update(organisationDomain)
      .set(decisionColumns(decision, on))
      .where(eq(organisationDomain.domain, root.domain));
  });
}

/** A domain of an organisation, with the reason. */
export interface MemberDomain extends Pick<Decision, "evidence" | "score"> {
  readonly domain: string;
  readonly rule: RuleName | "";
  readonly addresses: readonly string[];
}

/** Domains that the database knows to be of the organisation of a domain, that one left out. */
export async function membersBeside({ orm }: Database, name: string): Promise<MemberDomain[]> {
  const { organisationId, rule, evidence, score, addresses } = organisationDomain;
  const known = alias(organisationDomain, "known");
  const same = sql`${organisationId} = (select ${known.organisationId} from ${organisationDomain} as "known"
    where ${known.domain} = ${name})`;
  return orm
    .select({ domain: organisationDomain.domain, rule, evidence, score, addresses })
    .from(organisationDomain)
    .where(and(same, ne(organisationDomain.domain, name)))
    .orderBy(organisationDomain.domain);
}
