import { and, count, desc, eq, sql } from "drizzle-orm";
import type { OrganisationCount } from "../../shared/answer/organisation.ts";
import type { DomainCount } from "../../shared/answer/overview.ts";
import { asDay, DAY_MAX, type Day } from "../../shared/calendar/day.ts";
import { roundedScore } from "../../shared/organisation/score.ts";
import { type Decision, NOBODY, type OrganisationProfile } from "../../shared/organisation/types.ts";
import { selectOf } from "../batch.ts";
import type { Database } from "../connect.ts";
import { archive, organisation, organisationDomain, surveyDomain } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { isArchived } from "../urls/row.ts";

interface KnownOrganisation {
  /** Null: the domain stands for itself alone. */
  readonly organisation: { readonly domain: string; readonly name: string | null } | null;
  readonly domains: readonly {
    readonly domain: string;
    readonly rule: string;
    readonly evidence: string;
    readonly score: number;
  }[];
}

/** The organisation of a registrable domain with its domains, those with most links first, the one that was asked for before all. */
export async function organisationOf(
  { orm }: Pick<Database, "orm">,
  asked: string,
  limit: number,
): Promise<KnownOrganisation> {
  const alone = { domain: asked, rule: "same-domain", evidence: "", score: 1 };
  const [known] = await orm
    .select({ id: organisation.id, domain: organisation.domain, name: organisation.name })
    .from(organisationDomain)
    .innerJoin(organisation, eq(organisation.id, organisationDomain.organisationId))
    .where(eq(organisationDomain.domain, asked));
  if (known === undefined) return { organisation: null, domains: [alone] };
  const { domain, rule, evidence, score, uses } = organisationDomain;
  const domains = await orm
    .select({ domain, rule, evidence, score })
    .from(organisationDomain)
    .where(eq(organisationDomain.organisationId, known.id))
    .orderBy(sql`${domain} <> ${asked}`, desc(uses), domain)
    .limit(limit);
  return {
    organisation: { domain: known.domain, name: known.name },
    domains: domains.map((each) => ({ ...each, score: roundedScore(each.score) })),
  };
}

/**
 * Organisations in the order of the unreachable, then the doubtful URLs that a wiki has to their sites, as they were counted last, beyond
 * `after`; those without such URLs are left out.
 */
export function worstOrganisations(
  { orm }: Pick<Database, "orm">,
  wiki: WikiId,
  after: DomainCount | null,
  limit: number,
): Promise<OrganisationCount[]> {
  const counts = orm
    .select({
      id: organisationDomain.organisationId,
      unreachable: sql<number>`sum(${surveyDomain.unreachable})::int`.as("all_unreachable"),
      doubtful: sql<number>`sum(${surveyDomain.doubtful})::int`.as("all_doubtful"),
      domains: sql<number>`count(*)::int`.as("domains"),
    })
    .from(surveyDomain)
    .innerJoin(organisationDomain, eq(organisationDomain.domain, surveyDomain.domain))
    .where(and(eq(surveyDomain.wikiId, wiki), sql`${organisationDomain.organisationId} is not null`))
    .groupBy(organisationDomain.organisationId)
    .as("counts");
  const { unreachable, doubtful, domains } = counts;
  const { domain, name } = organisation;
  const root = sql`${domain} collate "C"`;
  const isBeyond =
    after === null
      ? undefined
      : sql`(-${unreachable}, -${doubtful}, ${root}) > (${-after.unreachable}::int, ${-after.doubtful}::int, ${after.domain})`;
  return orm
    .select({ domain, name, domains, unreachable, doubtful })
    .from(counts)
    .innerJoin(organisation, eq(organisation.id, counts.id))
    .where(isBeyond)
    .orderBy(desc(unreachable), desc(doubtful), root)
    .limit(limit);
}

/** An organisation with how much is known of it. */
export interface ListedOrganisation {
  readonly domain: string;
  readonly name: string | null;
  readonly found: Day;
  /** How many belong to it, and how many URLs these have, as counted last; null: not yet. */
  readonly domains: number;
  readonly urls: number | null;
}

/** All organisations in the order of their root domains, beyond that of `after`. */
export function organisationsBeyond(
  { orm }: Pick<Database, "orm">,
  after: string,
  limit: number,
): Promise<ListedOrganisation[]> {
  const { organisationId, uses, looked } = organisationDomain;
  const root = sql`${organisation.domain} collate "C"`;
  const members = selectOf({
    domains: count().as("domains"),
    urls: sql<
      number | null
    >`case when max(${uses}) > 0 or min(${looked}) <> -1 then sum(${uses})::float8 end`.as("urls"),
  })
    .from(organisationDomain)
    .where(eq(organisationId, organisation.id))
    .as("members");
  const { domain, name, found } = organisation;
  return orm
    .select({ domain, name, found, domains: members.domains, urls: members.urls })
    .from(organisation)
    .crossJoinLateral(members)
    .where(sql`${root} > ${after}`)
    .orderBy(root)
    .limit(limit);
}

interface GivenOrganisation extends Pick<OrganisationProfile, "domain"> {
  readonly name: string;
  /** Others than the first. */
  readonly domains: readonly { readonly domain: string; readonly decision: Decision }[];
}

/** Enters an organisation whose domains are given, not found out, such as the sample's: nobody looks at these again. Again nothing happens. */
export function enterOrganisation(db: Database, given: GivenOrganisation, today: Day): Promise<void> {
  const { domain: root, name, domains } = given;
  const registrant = { ...NOBODY, organisation: name };
  const profile = {
    root,
    domain: root,
    addresses: [],
    netRanges: [],
    nameServers: [],
    registrant,
    unknown: [],
  };
  const own: Decision = { decision: "belongs", rule: "same-domain", evidence: "", score: 1 };
  return db.transaction(async ({ orm }) => {
    const [entered] = await orm
      .insert(organisation)
      .values({ domain: root, name, profile, found: today, checked: today })
      .onConflictDoNothing()
      .returning({ id: organisation.id });
    if (entered === undefined) return;
    for (const { domain, decision } of [{ domain: root, decision: own }, ...domains]) {
      const { rule, evidence, score } = decision;
      const attached = {
        organisationId: entered.id,
        rule,
        evidence,
        score,
        decided: today,
        due: asDay(DAY_MAX),
      };
      await orm
        .insert(organisationDomain)
        .values({ domain, ...attached })
        .onConflictDoUpdate({ target: organisationDomain.domain, set: attached });
    }
  });
}

/** Those of these URLs of which an archive is known to have a copy. */
export async function archivedOf(
  { orm }: Pick<Database, "orm">,
  ids: readonly UrlId[],
): Promise<ReadonlySet<UrlId>> {
  if (ids.length === 0) return new Set();
  const rows = await orm
    .selectDistinct({ id: archive.urlId })
    .from(archive)
    .where(and(isAnyOf(archive.urlId, ids), isArchived));
  return new Set(rows.map(({ id }) => id));
}
