import { factsOfDomains } from "../../../db/organisations/domains.ts";
import { membersBeside } from "../../../db/organisations/organisations.ts";
import type { Decide } from "../../../shared/organisation/compile.ts";
import { domainOf, type Providers } from "../../../shared/organisation/providers.ts";
import type { Decision, OrganisationProfile } from "../../../shared/organisation/types.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Config } from "../../runtime/config.ts";
import type { Database } from "../../runtime/context.ts";
import { sharedHosters } from "../hosters.ts";
import { batched } from "./batched.ts";
import { databaseCache, databaseLeases } from "./database.ts";
import { countedProviders } from "./providers.ts";

/** A domain that the database knows to be of the organisation. */
export interface Member {
  readonly decision: Decision;
  readonly addresses: readonly string[];
}

/** What the database knows already, for operators who ask about an organisation. */
export function storedKnowledge(
  db: Database,
  {
    config,
    clock,
    signal,
  }: {
    readonly config: Pick<Config, "sharedHosters">;
    /** The database's: registries' questions of a day are counted by it. */
    readonly clock: Clock;
    readonly signal: AbortSignal;
  },
) {
  const factsOf = batched((domains) => factsOfDomains(db, domains));
  return {
    /** For retrieval: answers of registries are found there, and left there. */
    means: {
      cache: databaseCache(db),
      leases: databaseLeases({ db, clock, signal, perDay: null }),
    },
    async providersFor(profile: OrganisationProfile): Promise<Providers> {
      return (await countedProviders(db, sharedHosters(config.sharedHosters), [profile])).providers;
    },
    /** By domain, the root's own left out. */
    async membersOf(root: string): Promise<ReadonlyMap<string, Member>> {
      const members = await membersBeside(db, root);
      return new Map(
        members.map(({ domain, rule, evidence, score, addresses }) => [
          domain,
          { decision: { decision: "belongs", rule: rule || "no-facts", evidence, score }, addresses },
        ]),
      );
    },
    /** Where name servers and registrant of its domain, as they were seen last, are enough; null: they are not. */
    async decided(host: string, decide: Decide): Promise<Decision | null> {
      const known = await factsOf(domainOf(host));
      if (known === undefined) return null;
      const { addresses: _, ...facts } = known;
      const decision = decide({ ...facts, host });
      return decision.decision === "belongs" ? decision : null;
    },
  };
}
