import {
  type DomainRow,
  domainsBySign,
  factsOf,
  readDomains,
  type SignMatch,
} from "../../../db/organisations/domains.ts";
import { type OrganisationRow, organisationsOf } from "../../../db/organisations/organisations.ts";
import { compile, type Decide } from "../../../shared/organisation/compile.ts";
import type { KnownProviders, Providers } from "../../../shared/organisation/providers.ts";
import type { Decision } from "../../../shared/organisation/types.ts";
import type { Database } from "../../runtime/context.ts";
import { type CountedProviders, countedProviders } from "./providers.ts";
import { ownersOf } from "./signs.ts";

/** What comparing a domain with all that share something with it came to. */
export interface Compared extends CountedProviders {
  /** Whose it is; null: of none that is known. */
  readonly organisation: OrganisationRow | null;
  /** Of the organisation, else what came nearest; null: there was none. */
  readonly decision: Decision | null;
  /** Organisations that it was compared with. */
  readonly organisations: readonly OrganisationRow[];
  /** Domains of nobody known that share something with it, those first that its name servers are of, then those with most URLs. */
  readonly partners: readonly DomainRow[];
  readonly sharing: readonly SignMatch[];
}

export interface SignedDomain {
  readonly domain: DomainRow;
  readonly signs: readonly string[];
  /** Who serves many, as far as that concerns this domain. */
  readonly known: KnownProviders;
}

/** From what the database knows; asks nobody. */
export async function comparedWithKnown(
  db: Database,
  lists: Providers,
  { domain, signs, known }: SignedDomain,
): Promise<Compared> {
  const facts = factsOf(domain);
  const owners = ownersOf(facts, known);
  const [sharing, owning] = await Promise.all([
    domainsBySign(db, domain.domain, signs),
    readDomains(db, owners.all),
  ]);
  const others = [...new Map([...owning, ...sharing].map((one) => [one.domain, one])).values()];
  const organisations = await organisationsOf(db, {
    ids: [...new Set([domain, ...others].flatMap(({ organisationId }) => organisationId ?? []))],
    domains: [domain.domain],
    addresses: (facts.addresses ?? []).filter((address) => !known.isSharedAddress(address)),
  });
  const counted = await countedProviders(db, lists, [facts, ...organisations.map(({ profile }) => profile)]);
  const decided = organisations.map((organisation) => {
    const decide = compile(organisation.profile, counted.providers);
    const decision = decidedCarefully(domain, { decide, rootUses: organisation.uses, sharing });
    return { organisation, decision };
  });
  const best = nearest(decided, domain.organisationId);
  const rank = ({ domain: name, uses }: DomainRow) => (owners.byNameServer.has(name) ? 1e12 : 0) + uses;
  return {
    ...counted,
    organisation: best?.decision.decision === "belongs" ? best.organisation : null,
    decision: best?.decision ?? null,
    organisations,
    partners: others
      .filter(({ organisationId }) => organisationId === null)
      .sort((a, b) => rank(b) - rank(a)),
    sharing,
  };
}

interface Judged {
  readonly organisation: OrganisationRow;
  readonly decision: Decision;
}

const STRENGTH = { belongs: 2, unknown: 1, foreign: 0 } as const;

/** The strongest; of equals the one whose it is already. */
function nearest(all: readonly Judged[], present: number | null): Judged | null {
  const rank = ({ organisation, decision }: Judged) =>
    2 * STRENGTH[decision.decision] + decision.score + (organisation.id === present ? 0.001 : 0);
  return all.reduce<Judged | null>(
    (best, one) => (best === null || rank(one) > rank(best) ? one : best),
    null,
  );
}

export interface Against {
  readonly decide: Decide;
  /** URLs of the organisation's root domain. */
  readonly rootUses: number;
  readonly sharing: readonly SignMatch[];
}

/** So many domains at one name server may be a hoster's … */
const MANY_DOMAINS_MIN = 30;
/** … unless at least this part of them is the organisation's by its registrant. */
const MANY_DOMAINS_SHARE_MIN = 0.1;

/**
 * As `decide`, but a name server alone is not enough where it may be a hoster's that no list has, and the registrant is not known: hosters
 * have many domains, and hardly any links lead to their own.
 */
export function decidedCarefully(domain: DomainRow, { decide, rootUses, sharing }: Against): Decision {
  const decision = decide(factsOf(domain));
  const isKnown = (domain.registrant?.organisation ?? null) !== null;
  if (decision.rule !== "name-server" || decision.decision !== "belongs" || isKnown) return decision;
  const servers = new Set(domain.nameServers.map((host) => `ns ${host}`));
  const crowd = new Map(sharing.filter(({ sign }) => servers.has(sign)).map((one) => [one.domain, one]));
  const own = [...crowd.values()].filter(
    (one) =>
      one.registrant !== null &&
      decide({ host: one.domain, registrant: one.registrant }).decision === "belongs",
  );
  const isCrowded = crowd.size >= MANY_DOMAINS_MIN && own.length < crowd.size * MANY_DOMAINS_SHARE_MIN;
  if (!isCrowded && rootUses >= domain.uses) return decision;
  const evidence = `${decision.evidence}, but may serve others, and the registrant is not known`;
  return { decision: "unknown", rule: "name-server", evidence, score: 0 };
}
