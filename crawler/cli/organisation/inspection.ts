import { type LinkPath, PAPER_CASES, paperCases } from "../../../shared/organisation/cases.ts";
import { rangesOf } from "../../../shared/organisation/holder.ts";
import { knownProviders } from "../../../shared/organisation/providers.ts";
import { addressSet } from "../../../shared/organisation/ranges.ts";
import type { DecidedHost } from "../../organisation/export/entry.ts";
import type { Knowledge } from "./knowledge.ts";

/** A host that was decided, and whether links lead to it. */
export interface FoundHost extends DecidedHost {
  readonly path: LinkPath;
  /** A virtual host of a configuration that the operator supplied. */
  readonly isServed?: boolean;
}

/** What `organisation inspect` prints (O1), with the case of the paper that each host of the organisation is (O3). */
export function inspection({ profile, providers }: Knowledge, found: readonly FoundHost[]) {
  const { root, domain, addresses, netRanges, routes = [], nameServers, registrant, unknown } = profile;
  const ownBlocks = new Set(rangesOf(profile, knownProviders(providers)));
  const own = addressSet([...ownBlocks].flatMap(({ cidrs }) => cidrs));
  /** A virtual host stands on a server of the organisation's own, whatever stands before that. Of others the address says it. */
  const caseOf = ({ host, path, addresses: at, isServed = false }: Omit<FoundHost, "decision">) => {
    if (at.length === 0 && !isServed)
      return { domain: host, case: null, title: "not known: the host has no known address" };
    const cases = paperCases(isServed || at.some((address) => own.has(address)), path);
    const [only, ...others] = cases.map(({ number }) => number);
    return {
      domain: host,
      case: others.length === 0 ? only : [only, ...others].join(" or "),
      title: cases.map(({ title }) => title).join(", or "),
    };
  };
  const isServedRoot = ({ host, isServed }: FoundHost): boolean => host === domain && isServed === true;
  return {
    root,
    domain,
    addresses,
    netRanges: netRanges.map((block) => {
      const { range, cidrs, source, holder, hasUnnamedHolder = false, names = [], emailDomains = [] } = block;
      return {
        range,
        cidrs,
        source,
        holder,
        hasUnnamedHolder,
        names,
        emailDomains,
        own: ownBlocks.has(block),
      };
    }),
    routes,
    nameServers,
    registrant,
    unknown,
    domains: [
      // A crawl begins at the root.
      caseOf({ host: domain, path: "from-root", addresses, isServed: found.some(isServedRoot) }),
      ...found
        .filter(
          ({ host, decision, isWildcard }) =>
            host !== domain && decision.decision === "belongs" && isWildcard !== true,
        )
        .map(caseOf),
    ],
    cases: PAPER_CASES.map(({ number, title, isFound, how }) => ({
      case: number,
      title,
      found: isFound,
      how,
    })),
  };
}
