import { domainOf } from "../../../shared/organisation/providers.ts";
import type { Decision, RuleName } from "../../../shared/organisation/types.ts";

/** A host with what was decided about it. */
export interface DecidedHost {
  readonly host: string;
  readonly decision: Decision;
  readonly addresses: readonly string[];
}

/** A domain of the organisation, or a single host of somebody else's domain. */
export interface Entry {
  /** A registrable domain with all that is below it, or a host. */
  readonly name: string;
  /** Whether hosts below the name belong, too. */
  readonly includesSubdomains: boolean;
  readonly hosts: readonly string[];
  readonly addresses: readonly string[];
  readonly decision: Decision;
}

/** Rules that look at the host alone: another host of its domain may be anybody's. */
const ABOUT_HOSTS: ReadonlySet<RuleName> = new Set(["net-range"]);

/** Domains and hosts that belong to the organisation, in the order of their names, each once with the strongest reason. */
export function entriesOf(decided: readonly DecidedHost[]): Entry[] {
  const belonging = decided.filter(({ decision }) => decision.decision === "belongs");
  const domains = Map.groupBy(
    belonging.filter(({ decision }) => !ABOUT_HOSTS.has(decision.rule)),
    ({ host }) => domainOf(host),
  );
  const alone = belonging.filter(
    ({ host, decision }) => ABOUT_HOSTS.has(decision.rule) && !domains.has(domainOf(host)),
  );
  return [
    ...[...domains].map(([name, of]) =>
      entry(
        name,
        true,
        belonging.filter(({ host }) => domainOf(host) === name),
        strongest(of),
      ),
    ),
    ...[...Map.groupBy(alone, ({ host }) => host)].map(([name, of]) => entry(name, false, of, strongest(of))),
  ].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const strongest = (of: readonly DecidedHost[]): Decision =>
  of.map(({ decision }) => decision).reduce((best, one) => (one.score > best.score ? one : best));

function entry(
  name: string,
  includesSubdomains: boolean,
  of: readonly DecidedHost[],
  decision: Decision,
): Entry {
  const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
  return {
    name,
    includesSubdomains,
    hosts: unique(of.map(({ host }) => host)),
    addresses: unique(of.flatMap(({ addresses }) => addresses)),
    decision,
  };
}
