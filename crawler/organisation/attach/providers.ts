import type { DomainRow } from "../../../db/organisations/domains.ts";
import { noteSharer, seeSharersAgain, sharerCounts, sharersOf } from "../../../db/organisations/sharers.ts";
import {
  domainOf,
  type KnownProviders,
  knownProviders,
  type Providers,
} from "../../../shared/organisation/providers.ts";
import { compareParties, partyOf } from "../../../shared/organisation/registrant.ts";
import { type Facts, NOBODY } from "../../../shared/organisation/types.ts";
import type { Database, RoleContext } from "../../runtime/context.ts";

/** Under which unrelated registrants are counted: addresses, and domains of name servers. */
const sharedKeys = ({ nameServers = [], addresses = [] }: Omit<Facts, "host">): string[] => [
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

/** A registrant that is none of those known at its servers is one more whom they serve. */
export async function noteRegistrant(
  { db, clock }: Pick<RoleContext, "db" | "clock">,
  { registrant, nameServers, addresses }: DomainRow,
): Promise<void> {
  const name = registrant?.organisation ?? null;
  const party = name === null ? null : partyOf({ ...NOBODY, organisation: name });
  if (name === null || party === null) return;
  const keys = sharedKeys({ nameServers, addresses });
  const known = await sharersOf(db, keys);
  const isRelated = (other: string) => {
    const its = partyOf({ ...NOBODY, organisation: other });
    if (its === null) return false;
    const { verdict, score } = compareParties(its, party, new Set());
    // Names in two scripts have a score of 0.
    return verdict !== "other" && score > 0;
  };
  const related = new Set([...known.values()].flat().filter(isRelated));
  if (related.size > 0) await seeSharersAgain(db, keys, [...related], clock.today());
  const fresh = keys.filter((key) => !(known.get(key) ?? []).some((other) => related.has(other)));
  await noteSharer(db, fresh, name, clock.today());
}
