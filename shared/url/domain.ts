import { getDomain } from "tldts";
import { parseIpv4 } from "./addresses.ts";
import { HOSTS_REMEMBERED, memo } from "./memo.ts";
import { isSampleHost, SAMPLE_SUFFIX } from "./sample.ts";
import type { HostName } from "./types.ts";

/**
 * The domain that one owner registered (`www.a.co.uk` → `a.co.uk`), by the public suffix list with its private
 * section: customers of github.io or blogspot.com share neither outages nor certificates. The suffix of an unlisted name is its last
 * label; an address and a suffix are returned as they are.
 */
export const registrableDomain: (host: HostName) => HostName = memo(
  HOSTS_REMEMBERED,
  70,
  (text) => registeredDomain(text as HostName) ?? (text as HostName),
);

/** As `registrableDomain`; null: an address or a suffix, which is many owners' (`co.uk`, `github.io`), so no organisation is known from it. */
export function registeredDomain(host: HostName): HostName | null {
  if (isAddress(host) || host === SAMPLE_SUFFIX) return null;
  if (isSampleHost(host)) return host.split(".").slice(-3).join(".") as HostName;
  return getDomain(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
    detectIp: false,
  }) as HostName | null;
}

/** The host and its parent domains up to the registrable one, nearest first: a host inherits their traits (M9). */
export function hostChain(host: HostName): [HostName, ...HostName[]] {
  const top = registrableDomain(host);
  const chain: [HostName, ...HostName[]] = [host];
  for (let name = host; name !== top; ) {
    name = name.slice(name.indexOf(".") + 1) as HostName;
    chain.push(name);
  }
  return chain;
}

/** Whether a host equals a domain or is a subdomain of it, by whole labels: `evil-a.zz` is not within `a.zz`. */
export function isWithin(host: HostName, domain: HostName): boolean {
  if (host === domain) return true;
  return !isAddress(host) && !isAddress(domain) && host.endsWith(`.${domain}`);
}

function isAddress(host: HostName): boolean {
  return host.startsWith("[") || parseIpv4(host) !== null;
}
