import { type LinkPath, PAPER_CASES, paperCase } from "../../../shared/organisation/cases.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import { addressSet } from "../../../shared/organisation/ranges.ts";
import type { DecidedHost } from "../../organisation/export/entry.ts";
import type { Knowledge } from "./knowledge.ts";

/** A host that was decided, and whether links lead to it. */
export interface FoundHost extends DecidedHost {
  readonly path: LinkPath;
}

/** What `organisation inspect` prints (O1), with the case of the paper that each host of the organisation is (O3). */
export function inspection({ profile, providers }: Knowledge, found: readonly FoundHost[]) {
  const { root, domain, addresses, netRanges, nameServers, registrant, unknown } = profile;
  const own = addressSet(ownRanges(profile, providers));
  const caseOf = (path: LinkPath, at: readonly string[]) =>
    paperCase(
      at.some((address) => own.has(address)),
      path,
    );
  const hosts = [
    // A crawl begins at the root.
    ...(addresses.length === 0 ? [] : [{ host: domain, decided: caseOf("internal", addresses) }]),
    ...found
      .filter(({ host, decision }) => host !== domain && decision.decision === "belongs")
      .map(({ host, path, addresses: at }) => ({ host, decided: caseOf(path, at) })),
  ];
  return {
    root,
    domain,
    addresses,
    netRanges: netRanges.map(({ range, cidrs, source }) => ({ range, cidrs, source })),
    nameServers,
    registrant,
    unknown,
    domains: hosts.map(({ host, decided: { number, title } }) => ({ domain: host, case: number, title })),
    cases: PAPER_CASES.map(({ number, title, isFound, how }) => ({
      case: number,
      title,
      found: isFound,
      how,
    })),
  };
}
