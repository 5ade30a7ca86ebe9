import { parse } from "tldts";
import { registrableDomain } from "../url/domain.ts";
import { HOSTS_REMEMBERED, memo } from "../url/memo.ts";
import type { HostName } from "../url/types.ts";
import {
  AGENT_MAIL_DOMAINS,
  MAIL_PROVIDERS,
  NAME_SERVER_PATTERNS,
  NAME_SERVER_PROVIDERS,
  NETWORK_PROVIDERS,
  REGISTRIES,
} from "./lists/providers.ts";
import { partsOf, phrases } from "./names/words-of.ts";

/** What an operator knows beyond the built-in lists, and what was counted: who serves domains of many unrelated holders. */
export interface Providers {
  /** Domains of name servers. */
  readonly nameServers?: readonly string[];
  /** Names of holders of address blocks. */
  readonly networks?: readonly string[];
  /** Domains of e-mail addresses that anybody, or an agent, may have. */
  readonly emailDomains?: readonly string[];
  /** How many registrants without relation to each other were seen with a name server's domain, or on an address. */
  readonly registrantsOf?: (nameServerDomainOrAddress: string) => number;
}

/** So many unrelated registrants make a name server or an address a shared one (O2). */
const UNRELATED_REGISTRANTS_MAX = 3;

/** The registrable domain of a host name, in lower case and without its last point. */
export const domainOf = (host: string): string =>
  registrableDomain(host.toLowerCase().replace(/\.$/, "") as HostName);

/** Whether a host lies below a suffix of the public suffix list's private section: `someone.github.io`. */
export const isOnPlatform = memo(
  HOSTS_REMEMBERED,
  255,
  (host) =>
    parse(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false }).isPrivate ===
    true,
);

/** Answers, for one set of lists, whether to share something says anything. */
export interface KnownProviders {
  isSharedNameServer(host: string): boolean;
  isSharedAddress(address: string): boolean;
  isNetworkProvider(names: readonly string[]): boolean;
  isRegistry(holder: string): boolean;
  isPublicMail(domain: string): boolean;
}

export function knownProviders(own: Providers = {}): KnownProviders {
  const nameServers = new Set([...NAME_SERVER_PROVIDERS, ...(own.nameServers ?? []).map(domainOf)]);
  const mail = new Set([...MAIL_PROVIDERS, ...AGENT_MAIL_DOMAINS, ...(own.emailDomains ?? []).map(domainOf)]);
  const networks = phrases([NETWORK_PROVIDERS, ...(own.networks ?? [])].join("|")).map(spaced);
  const registries = phrases(REGISTRIES).map(spaced);
  const count = (key: string) => own.registrantsOf?.(key) ?? 0;
  const serves = (key: string) => count(key) > UNRELATED_REGISTRANTS_MAX;
  const names = (lists: readonly string[], name: string) => {
    const words = spaced(partsOf(name).flatMap((part) => part.map(({ text }) => text)));
    return lists.some((list) => words.includes(list));
  };
  return {
    isSharedNameServer: (host) => {
      const domain = domainOf(host);
      return (
        nameServers.has(domain) ||
        NAME_SERVER_PATTERNS.some((pattern) => pattern.test(host)) ||
        serves(domain)
      );
    },
    isSharedAddress: serves,
    isNetworkProvider: (holders) => holders.some((holder) => names(networks, holder)),
    isRegistry: (holder) => names(registries, holder),
    isPublicMail: (domain) => mail.has(domainOf(domain)),
  };
}

/** Words with blanks around them, so that whole words are found only. */
const spaced = (words: readonly string[]): string => ` ${words.join(" ")} `;
