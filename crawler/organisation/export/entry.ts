import { domainOf } from "../../../shared/organisation/providers.ts";
import type { Decision, RuleName } from "../../../shared/organisation/types.ts";

/** A host with what was decided about it. */
export interface DecidedHost {
  readonly host: string;
  readonly decision: Decision;
  readonly addresses: readonly string[];
  /** At which it is known to serve the web; none: nobody knows. */
  readonly ports?: readonly number[];
  /** Decided by name servers or a registrant that are the host's own, not its domain's: it is delegated. */
  readonly isDelegated?: boolean;
  /** What stands behind "*." in a configuration: a domain may be known by it, but no host. */
  readonly isWildcard?: boolean;
}

/** A domain of the organisation, or a host of somebody else's domain. */
export interface Entry {
  /** A registrable domain or a delegated host, with all that is below it; or a single host. */
  readonly name: string;
  /** Whether hosts below the name belong, too. */
  readonly includesSubdomains: boolean;
  readonly hosts: readonly string[];
  /** Of the hosts, as far as they are known. */
  readonly ports: ReadonlyMap<string, readonly number[]>;
  readonly addresses: readonly string[];
  readonly decision: Decision;
}

/** Rules that look at the host alone: another host of its domain may be anybody's. */
const ABOUT_HOSTS: ReadonlySet<RuleName> = new Set(["net-range"]);
const isAboutHost = ({ decision, isDelegated }: DecidedHost): boolean =>
  isDelegated === true || ABOUT_HOSTS.has(decision.rule);

/** Domains and hosts that belong to the organisation, in the order of their names, each once with the strongest reason. */
export function entriesOf(decided: readonly DecidedHost[]): Entry[] {
  const belonging = decided.filter(
    ({ decision, isWildcard }) =>
      decision.decision === "belongs" && !(isWildcard === true && ABOUT_HOSTS.has(decision.rule)),
  );
  const domains = Map.groupBy(
    belonging.filter((one) => !isAboutHost(one)),
    ({ host }) => domainOf(host),
  );
  const alone = belonging.filter((one) => isAboutHost(one) && !domains.has(domainOf(one.host)));
  return [
    ...[...domains].map(([name, of]) =>
      entry(
        name,
        true,
        belonging.filter(({ host }) => domainOf(host) === name),
        strongest(of),
      ),
    ),
    ...[...Map.groupBy(alone, ({ host }) => host)].map(([name, of]) =>
      entry(
        name,
        of.some(({ isDelegated }) => isDelegated),
        of,
        strongest(of),
      ),
    ),
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
  const hosts = of.filter(({ isWildcard }) => isWildcard !== true);
  return {
    name,
    includesSubdomains,
    hosts: unique(hosts.map(({ host }) => host)),
    ports: new Map(hosts.map(({ host, ports = [] }) => [host, ports])),
    addresses: unique(hosts.flatMap(({ addresses }) => addresses)),
    decision,
  };
}
