import { and, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Decision, Facts } from "../../shared/organisation/types.ts";
import { batchOf, insertFrom, selectOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { FREED } from "../lease/lease.ts";
import { organisation, organisationDomain, organisationSign } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import { countUses } from "./uses.ts";

const { domain, uses, organisationId, nameServers, addresses, registrant, looked, due, unanswered } =
  organisationDomain;
export const domainColumns = {
  domain,
  uses,
  organisationId,
  nameServers,
  addresses,
  registrant,
  looked,
  due,
  unanswered,
};

/** Days until somebody who did not answer is asked again: 1, 2, 4 … */
const UNANSWERED_DAYS_MAX = 32;

/** For `set`: when is asked again, as nobody answered, and not for the first time. @param before how often in a row that was so */
export const unansweredOn = (today: Day, before: number) => ({
  due: addDays(today, Math.min(UNANSWERED_DAYS_MAX, 2 ** before)),
  unanswered: Math.min(before + 1, UNANSWERED_MAX),
});
/** More make no difference. */
const UNANSWERED_MAX = 1_000;

/** What is known of a registrable domain. */
export type DomainRow = Pick<typeof organisationDomain.$inferSelect, keyof typeof domainColumns>;

/** Of domains that were looked at, what decides them (O2); a domain is its own host. The others are absent. */
export async function factsOfDomains(
  db: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, Facts>> {
  const rows = await readDomains(db, names);
  return new Map(rows.filter((row) => row.looked !== -1).map((row) => [row.domain, factsOf(row)]));
}

/** Domains as they are known; the others are absent. */
export const readDomains = ({ orm }: Database, names: readonly string[]): Promise<DomainRow[]> =>
  orm.select(domainColumns).from(organisationDomain).where(isAnyOf(domain, names));

export const factsOf = (
  row: Pick<DomainRow, "domain" | "nameServers" | "addresses" | "registrant">,
): Facts => ({
  host: row.domain,
  addresses: row.addresses,
  nameServers: row.nameServers,
  ...(row.registrant !== null && { registrant: row.registrant }),
});

/** What looking at a domain showed. */
export interface SeenDomain extends Pick<DomainRow, "domain" | "nameServers" | "addresses" | "registrant"> {
  /** All that it may share with others (db/schema/organisation.ts). */
  readonly signs: readonly string[];
}

/** What came of it. */
export interface Outcome {
  readonly domain: string;
  /** The organisation that it was of when it was claimed. */
  readonly was: number | null;
  /** Null: it belongs to nobody known. */
  readonly organisationId: number | null;
  /** Null: there was nobody to compare it with. */
  readonly decision: Decision | null;
  readonly looked: Day;
  readonly due: Day;
  /** As in `unansweredOn`. */
  readonly unanswered: number;
}

const EVIDENCE_CHARS_MAX = 1_000;

/** `rule`, `evidence` and `score` of a decision, for `set`. */
export const decisionColumns = (decision: Decision | null, on: Day) => ({
  rule: decision?.rule ?? ("" as const),
  evidence: storable(decision?.evidence ?? "").slice(0, EVIDENCE_CHARS_MAX),
  score: decision?.score ?? 0,
  decided: on,
});

const isHeld = (name: string, worker: string) => and(eq(domain, name), eq(organisationDomain.holder, worker));

/**
 * Stores what was seen of a leased domain, before it is compared: of two that are looked at side by side one finds the other. Answers
 * how many URLs it has now; null: the lease is another's by now, and nothing was stored.
 *
 * @param isKept as of `enterDomains`
 */
export function storeSeen(
  db: Database,
  worker: string,
  seen: SeenDomain,
  isKept: (host: string) => boolean,
): Promise<number | null> {
  const { signs, domain: name, ...facts } = seen;
  return db.transaction(async ({ orm }) => {
    // Locks the row: `enterDomains` adds hosts to it before they are counted here, or afterwards.
    const { count: held } = await orm.update(organisationDomain).set(facts).where(isHeld(name, worker));
    if (held === 0) return null;
    await replaceSigns(orm, name, signs);
    const counted = await countUses(orm, name, isKept);
    await orm.update(organisationDomain).set({ uses: counted }).where(eq(domain, name));
    return counted;
  });
}

/** Whether an organisation (null: none) is still there; it stays until the transaction ends. A merge that has begun is waited for. */
const isStillThere = (id: number | null) =>
  sql`${id}::integer is not distinct from (select ${organisation.id} from ${organisation}
    where ${organisation.id} = ${id}::integer for key share)`;

/**
 * Stores what came of it and gives the domain back. False: as of `storeSeen`, or the organisation was merged into another meanwhile, or
 * somebody else attached the domain; then it is looked at again when the lease ends.
 */
export async function storeOutcome(
  { orm }: Database,
  worker: string,
  { domain: name, was, organisationId: given, decision, ...when }: Outcome,
): Promise<boolean> {
  // The look itself may have founded an organisation, or merged it, with the domain in it.
  const isAsKnown = sql`(${organisationId} is not distinct from ${was}::integer or ${organisationId} = ${given}::integer)`;
  const { count: held } = await orm
    .update(organisationDomain)
    .set({ organisationId: given, ...decisionColumns(decision, when.looked), ...when, ...FREED })
    .where(and(isHeld(name, worker), isAsKnown, isStillThere(given)));
  return held > 0;
}

async function replaceSigns(orm: Orm, name: string, signs: readonly string[]): Promise<void> {
  const { sign } = organisationSign;
  await orm
    .delete(organisationSign)
    .where(and(eq(organisationSign.domain, name), sql`not ${isAnyOf(sign, signs)}`));
  if (signs.length === 0) return;
  const given = batchOf("given", sign, signs);
  await insertFrom(orm, organisationSign, { sign: given.value, domain: sql`${name}::text` }, (found) =>
    found.from(given.rows),
  ).onConflictDoNothing();
}

/** Domains of one sign that are read: a shared server has hundreds of thousands. */
const SHARING_MAX = 50;

/** A domain that shares something with another. */
export interface SignMatch extends DomainRow {
  readonly sign: string;
}

/** Other domains with these signs, some of each. */
export async function domainsBySign(
  { orm }: Database,
  name: string,
  signs: readonly string[],
): Promise<SignMatch[]> {
  if (signs.length === 0) return [];
  const given = batchOf("given", organisationSign.sign, signs);
  const some = selectOf({ sign: organisationSign.sign, of: sql<string>`${organisationSign.domain}`.as("of") })
    .from(organisationSign)
    .where(and(eq(organisationSign.sign, given.value), ne(organisationSign.domain, name)))
    .orderBy(organisationSign.domain)
    .limit(SHARING_MAX)
    .as("some");
  return orm
    .select({ ...domainColumns, sign: some.sign })
    .from(given.rows)
    .crossJoinLateral(some)
    .innerJoin(organisationDomain, eq(domain, some.of));
}

/**
 * Has domains looked at again on that day; those that are due on the next one stay. A look that is under way may have begun too early to
 * see why: without its lease, what comes of it is not stored.
 */
export async function rescheduleDomains({ orm }: Database, names: readonly string[], on: Day): Promise<void> {
  const isDueLaterOrLeased = or(gt(due, addDays(on, 1)), isNotNull(organisationDomain.holder));
  await orm
    .update(organisationDomain)
    .set({ due: sql`least(${due}, ${on})`, ...FREED })
    .where(and(isAnyOf(domain, names), isDueLaterOrLeased));
}

/** Attaches a domain that is of nobody yet, where the organisation was not merged into another meanwhile. */
export async function attachDomain(
  { orm }: Database,
  name: string,
  given: { readonly organisationId: number; readonly decision: Decision; readonly on: Day },
): Promise<void> {
  await orm
    .update(organisationDomain)
    .set({ organisationId: given.organisationId, ...decisionColumns(given.decision, given.on) })
    .where(and(eq(domain, name), isNull(organisationId), isStillThere(given.organisationId)));
}

/** The domain of each organisation's member, by the domain; those of nobody are absent. */
export async function organisationIdsOf(
  { orm }: Database,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await orm
    .select({ domain, organisationId })
    .from(organisationDomain)
    .where(and(isAnyOf(domain, names), sql`${organisationId} is not null`));
  return new Map(rows.map((row) => [row.domain, row.organisationId ?? 0]));
}
