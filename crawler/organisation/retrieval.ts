import { compile, type Decide } from "../../shared/organisation/compile.ts";
import { domainOf, knownProviders, type Providers } from "../../shared/organisation/providers.ts";
import { addressSet } from "../../shared/organisation/ranges.ts";
import type { Decision, Facts, NetRange, OrganisationProfile } from "../../shared/organisation/types.ts";
import { literalAddress } from "../../shared/url/addresses.ts";
import type { NameResolver, NameServers } from "../net/names.ts";
import type { RegistryAnswer } from "./answer.ts";
import type { Registries, Said } from "./registries/registries.ts";

/** Of one host: a name may have dozens, and each may be another question to a registry. */
const ADDRESSES_MAX = 8;
const NETWORKS_MAX = 8;
const NAME_SERVERS_MAX = 16;
const NAME_SERVER_DOMAINS_MAX = 2;

export interface RetrievalOptions {
  readonly names: Pick<NameResolver, "resolve"> & { readonly nameServers: NameServers };
  readonly registries: Registries;
  /** Whom the operator knows to serve many. */
  readonly providers: Providers;
}

/** Finds out what identifies an organisation, and what is known of hosts that may be its own (paper, 4.1 to 4.3). */
export class Retrieval {
  readonly #options: RetrievalOptions;

  constructor(options: RetrievalOptions) {
    this.#options = options;
  }

  /**
   * From one root domain: addresses of it and of its name servers, the blocks around them, name servers, registrant (O1).
   * @param root as the operator gave it @param host in punycode and small letters
   */
  async profile(root: string, host: string): Promise<OrganisationProfile> {
    return (await this.read(root, host)).profile;
  }

  /** As `profile`, and whether DNS and all registries answered that were to be asked. */
  async read(root: string, host: string): Promise<ProfileRead> {
    const domain = domainOf(host);
    const servers = await this.nameServersNow(domain);
    const nameServers = servers ?? [];
    const own = [
      ...new Set([host, domain, `www.${domain}`, ...nameServers.filter((name) => domainOf(name) === domain)]),
    ];
    const resolved = await Promise.all(own.map((name) => this.addressesNow(name)));
    const addresses = [...new Set(resolved.flatMap((some) => some ?? []))];
    const [said, networks] = await Promise.all([
      this.#options.registries.domain(domain),
      this.#networks(addresses, domain),
    ]);
    const { registrant } = said.answer;
    const found: OrganisationProfile = {
      root,
      domain,
      addresses: resolved[own.indexOf(host)] ?? [],
      netRanges: networks.ranges,
      routes: networks.routes,
      nameServers: orOfRegistry(nameServers, said.answer),
      registrant,
      unknown: unknownOf({ said, networks, addresses, nameServers, registrant }),
    };
    const domains = await this.#domainsOfNameServers(found);
    return {
      profile: domains.length === 0 ? found : { ...found, domains },
      isComplete:
        servers !== null && !resolved.includes(null) && said.againSeconds === null && networks.isComplete,
    };
  }

  /** Domains beside the root's that its name servers are in and that belong to it: others serve as their holder pleases. */
  async #domainsOfNameServers(profile: OrganisationProfile): Promise<string[]> {
    const { providers } = this.#options;
    const { isSharedNameServer } = knownProviders(providers);
    const others = new Set(
      profile.nameServers
        .filter((name) => !isSharedNameServer(name))
        .map(domainOf)
        .filter((domain) => domain !== profile.domain),
    );
    const decide = compile(profile, providers);
    const domains = [...others].slice(0, NAME_SERVER_DOMAINS_MAX);
    const decisions = await Promise.all(domains.map((domain) => this.decide(domain, decide)));
    return domains.filter((_, at) => decisions[at]?.decision === "belongs");
  }

  /**
   * What decides a host, asked for step by step, the cheap first (O2); ends with the step that decides.
   * @param addresses of the host, where they are known already; else DNS is asked
   */
  async decide(host: string, decide: Decide, addresses?: readonly string[]): Promise<Decision> {
    let facts: Facts = { host };
    const settled = (decision: Decision) => decision.decision === "belongs";
    let decision = decide(facts);
    // Of a name that a platform lends, nothing that could be asked says anything.
    if (settled(decision) || decision.rule === "platform") return decision;
    facts = { ...facts, addresses: addresses ?? (await this.addresses(host)) };
    decision = decide(facts);
    if (settled(decision) || literalAddress(host) !== null) return decision;
    const domain = domainOf(host);
    facts = { ...facts, nameServers: await this.nameServers(domain) };
    decision = decide(facts);
    const { registries } = this.#options;
    if (settled(decision)) {
      // A registrant who is known already may contradict the name server; to ask for each would be dear.
      const kept = await registries.keptDomain(domain);
      return kept === null ? decision : decide({ ...facts, registrant: kept.registrant });
    }
    const { answer, missing, againSeconds } = await registries.domain(domain);
    // Not asked is not the same as not known.
    if (againSeconds !== null) return { ...decision, evidence: `${decision.evidence}; ${missing}` };
    if (missing !== null) return decision;
    const nameServers = orOfRegistry(facts.nameServers ?? [], answer);
    return decide({ ...facts, nameServers, registrant: answer.registrant });
  }

  /** What registries say of a domain; `missing`: why they say nothing. */
  registrant(domain: string): Promise<Said> {
    return this.#options.registries.domain(domain);
  }

  async addresses(host: string): Promise<readonly string[]> {
    return (await this.addressesNow(host)) ?? [];
  }

  /** Empty: it has none; null: nobody answered. */
  async addressesNow(host: string): Promise<readonly string[] | null> {
    const literal = literalAddress(host);
    if (literal !== null) return [literal];
    const found = await this.#options.names.resolve(host);
    if (found.kind === "found") return found.addresses.slice(0, ADDRESSES_MAX);
    return found.failure === "dns-unknown" ? [] : null;
  }

  /** Authoritative ones, by DNS; of a name below a registrable domain those of that. */
  async nameServers(domain: string): Promise<readonly string[]> {
    return (await this.nameServersNow(domain)) ?? [];
  }

  /** Empty: it has none; null: nobody answered. */
  async nameServersNow(domain: string): Promise<readonly string[] | null> {
    const found = await this.#options.names.nameServers(domain);
    if (found === null) return null;
    const names = found.map((name) => name.toLowerCase().replace(/\.$/, ""));
    return [...new Set(names)].sort().slice(0, NAME_SERVERS_MAX);
  }

  /** Blocks around addresses, each asked for once. */
  async #networks(addresses: readonly string[], root: string): Promise<Networks> {
    const ranges: NetRange[] = [];
    const routes = new Set<string>();
    const missing: string[] = [];
    let asked = 0;
    let isComplete = true;
    for (const address of addresses) {
      if (addressSet(ranges.flatMap(({ cidrs }) => cidrs)).has(address)) continue;
      if (++asked > NETWORKS_MAX) {
        missing.push(`the networks of more than ${NETWORKS_MAX} addresses were not asked for`);
        break;
      }
      const said = await this.#options.registries.network(address, root);
      ranges.push(...said.answer.ranges);
      for (const route of said.answer.routes) routes.add(route);
      isComplete &&= said.againSeconds === null;
      if (said.answer.ranges.length === 0)
        missing.push(`the network of ${address}: ${said.missing ?? "the registry names none"}`);
      else if (said.missing !== null) missing.push(`a part of the network of ${address}: ${said.missing}`);
    }
    return { ranges, routes: [...routes], missing, isComplete };
  }
}

/** Where DNS names none, the name servers that the registry names. */
export const orOfRegistry = (
  nameServers: readonly string[],
  answer: Pick<RegistryAnswer, "nameServers">,
): readonly string[] =>
  nameServers.length > 0 ? nameServers : answer.nameServers.slice(0, NAME_SERVERS_MAX);

export interface ProfileRead {
  readonly profile: OrganisationProfile;
  /** False: DNS was silent, or a registry refused or failed, so what is missing may be there. */
  readonly isComplete: boolean;
}

interface Networks {
  readonly ranges: readonly NetRange[];
  readonly routes: readonly string[];
  readonly missing: readonly string[];
  readonly isComplete: boolean;
}

interface Found {
  readonly said: Said;
  readonly networks: Networks;
  readonly addresses: readonly string[];
  readonly nameServers: readonly string[];
  readonly registrant: OrganisationProfile["registrant"];
}

/** In words, what could not be found out, and why. */
function unknownOf({ said, networks, addresses, nameServers, registrant }: Found): string[] {
  const why = registrant.redacted ? "withheld by the registry" : "not named by the registry, or a person";
  return [
    ...(addresses.length === 0
      ? ["addresses: the name has none, or no name server answers (WEBOID_DNS)"]
      : []),
    ...networks.missing,
    ...(nameServers.length === 0 ? ["name servers: DNS names none, or does not answer"] : []),
    ...(registrant.organisation === null ? [`registrant: ${said.missing ?? why}`] : []),
  ];
}
