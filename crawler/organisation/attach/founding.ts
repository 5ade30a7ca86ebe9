import {
  attachDomain,
  type DomainRow,
  factsOf,
  rescheduleDomains,
} from "../../../db/organisations/domains.ts";
import { organisationsOf, rootDecision, storeOrganisation } from "../../../db/organisations/organisations.ts";
import { addDays } from "../../../shared/calendar/day.ts";
import { compile } from "../../../shared/organisation/compile.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { domainOf, type Providers } from "../../../shared/organisation/providers.ts";
import { type Decision, NOBODY, type OrganisationProfile } from "../../../shared/organisation/types.ts";
import type { RoleContext } from "../../runtime/context.ts";
import type { ProfileRead, Retrieval } from "../retrieval.ts";
import { type Compared, decidedCarefully } from "./comparison.ts";
import { countedProviders } from "./providers.ts";

/** Without anybody to compare it with, the registrant is asked for where so many URLs lead to a domain. */
export const USES_MIN = 100;
/** Domains of nobody known that one is compared with. */
export const PARTNERS_MAX = 4;

export interface FoundingOptions {
  readonly ctx: Pick<RoleContext, "db" | "clock">;
  readonly retrieval: Retrieval;
  /** Whom the operator knows to serve many. */
  readonly lists: Providers;
  /** Registries may be asked. */
  readonly asks: boolean;
}

/** Whose a domain is, and why; null: nobody's. */
export interface Owner {
  readonly organisationId: number | null;
  readonly decision: Decision | null;
  /** False: its profile could not be read again. */
  readonly isComplete?: boolean;
}

/** Makes organisations of domains that are nobody's. */
export class Founding {
  readonly #options: FoundingOptions;

  constructor(options: FoundingOptions) {
    this.#options = options;
  }

  /** Two domains of nobody that belong together make an organisation, and so does one that has name servers of its own and many links. */
  async tryFound(domain: DomainRow, compared: Compared): Promise<Owner | null> {
    const { ctx, asks } = this.#options;
    const { db, clock } = ctx;
    for (const partner of compared.partners.slice(0, PARTNERS_MAX)) {
      const [root, other] = isRootOf(partner, domain) ? [partner, domain] : [domain, partner];
      const likely = await this.#decides(profileFromDns(root), root, other, compared);
      if (likely.decision !== "belongs") continue;
      const read = await this.readProfile(root);
      const decision = await this.#decides(read.profile, root, other, compared);
      if (decision.decision !== "belongs") continue;
      const organisationId = await this.#createOrganisation(read);
      const today = clock.today();
      if (other === domain) {
        if (!read.isComplete && (asks || !isSeen(root)))
          await rescheduleDomains(db, [root.domain], addDays(today, asks ? 1 : 0));
        return { organisationId, decision };
      }
      await attachDomain(db, other.domain, { organisationId, decision, on: today });
      return { organisationId, decision: rootDecision(domain.domain), isComplete: read.isComplete };
    }
    const { registrant, nameServers, uses } = domain;
    const isOwn = nameServers.some((host) => domainOf(host) === domain.domain);
    if (!isOwn || !registrant?.organisation || uses < USES_MIN) return null;
    const read = await this.readProfile(domain);
    const organisationId = await this.#createOrganisation(read);
    return { organisationId, decision: rootDecision(domain.domain), isComplete: read.isComplete };
  }

  async #decides(
    profile: OrganisationProfile,
    root: DomainRow,
    other: DomainRow,
    { sharing }: Compared,
  ): Promise<Decision> {
    const { ctx, lists } = this.#options;
    const { providers } = await countedProviders(ctx.db, lists, [profile, factsOf(other)]);
    return decidedCarefully(other, {
      decide: compile(profile, providers),
      rootUses: root.uses,
      sharing,
    });
  }

  async #createOrganisation({ profile, isComplete }: ProfileRead): Promise<number> {
    const { ctx, lists } = this.#options;
    const { providers } = await countedProviders(ctx.db, lists, [profile]);
    const ranges = ownRanges(profile, providers);
    const [known] = await organisationsOf(ctx.db, { ids: [], domains: [profile.domain], addresses: [] });
    // Another process was faster.
    if (known !== undefined) return known.id;
    const on = ctx.clock.today();
    return storeOrganisation(ctx.db, { profile, ranges, on, checked: isComplete ? on : -1 });
  }

  /** What identifies an organisation, by its root domain: of registries too, where they may be asked. */
  readProfile(root: DomainRow): Promise<ProfileRead> {
    const { asks, retrieval } = this.#options;
    return asks
      ? retrieval.read(root.domain, root.domain)
      : Promise.resolve({ profile: profileFromDns(root), isComplete: false });
  }
}

/** What identifies an organisation as far as its root domain was looked at. */
const profileFromDns = ({ domain, addresses, nameServers, registrant }: DomainRow): OrganisationProfile => ({
  root: domain,
  domain,
  addresses,
  netRanges: [],
  nameServers,
  registrant: registrant ?? NOBODY,
  unknown: ["the networks were not asked for"],
});

/** False: it was not looked at yet, so by DNS nothing is known of it but that the other one uses its name servers. */
const isSeen = ({ nameServers, addresses }: DomainRow): boolean => nameServers.length + addresses.length > 0;

/** Whose name servers the other one uses is the root, else the one with more URLs. */
function isRootOf(one: DomainRow, other: DomainRow): boolean {
  const serves = (a: DomainRow, b: DomainRow) => b.nameServers.some((host) => domainOf(host) === a.domain);
  if (serves(one, other) !== serves(other, one)) return serves(one, other);
  return one.uses !== other.uses ? one.uses > other.uses : one.domain < other.domain;
}
