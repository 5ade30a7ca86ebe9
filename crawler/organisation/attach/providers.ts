import { sharerCounts } from "../../../db/organisations/sharers.ts";
import {
  domainOf,
  type KnownProviders,
  knownProviders,
  type Providers,
} from "../../../shared/organisation/providers.ts";
import type { Facts } from "../../../shared/organisation/types.ts";
import type { Database } from "../../runtime/context.ts";

/** As WEBOID_SHARED_HOSTERS has them: a name without blanks and with a point is a domain, others are holders of address blocks. */
export function sharedHosters(names: readonly string[]): Providers {
  const isDomain = (name: string) => /^\S+\.\S+$/.test(name);
  const domains = names.filter(isDomain).map((name) => name.toLowerCase());
  return {
    nameServers: domains,
    emailDomains: domains,
    networks: names.filter((name) => !isDomain(name)),
  };
}

/** Under which unrelated registrants are counted: addresses, and domains of name servers. */
export const sharedKeys = ({ nameServers = [], addresses = [] }: Omit<Facts, "host">): string[] => [
  ...new Set([...nameServers.map(domainOf), ...addresses]),
];

export interface CountedProviders {
  readonly providers: Providers;
  readonly known: KnownProviders;
}

/** Who serves many, by the lists and by what was counted about these facts. */
export async function countedProviders(
  db: Database,
  lists: Providers,
  facts: readonly Omit<Facts, "host">[],
): Promise<CountedProviders> {
  const counts = await sharerCounts(db, [...new Set(facts.flatMap(sharedKeys))]);
  const providers = { ...lists, registrantsOf: (key: string) => counts.get(key) ?? 0 };
  return { providers, known: knownProviders(providers) };
}
