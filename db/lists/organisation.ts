import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { archive, organisation, organisationDomain } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
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
  return { organisation: { domain: known.domain, name: known.name }, domains };
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
