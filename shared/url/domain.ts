import { getDomain } from "tldts";
import { parseIpv4 } from "./ip.ts";
import { HOSTS_REMEMBERED, memo } from "./memo.ts";
import type { HostName } from "./types.ts";

/**
 * The domain that one owner registered (`www.a.co.uk` → `a.co.uk`), after the public suffix list with its private
 * part: customers of github.io or blogspot.com have nothing in common, neither an outage nor a certificate. Names below
 * no listed suffix end in their last label; an address, and a suffix itself, stands for itself.
 */
export const registrableDomain: (host: HostName) => HostName = memo(HOSTS_REMEMBERED, 70, (text) => {
  const host = text as HostName;
  if (isAddress(host)) return host;
  const domain = getDomain(host, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
    detectIp: false,
  });
  return (domain ?? host) as HostName;
});

/** The host and its parents up to the registrable domain, nearest first: where traits are looked for (M9). */
export function hostChain(host: HostName): [HostName, ...HostName[]] {
  const top = registrableDomain(host);
  const chain: [HostName, ...HostName[]] = [host];
  for (let name = host; name !== top; ) {
    name = name.slice(name.indexOf(".") + 1) as HostName;
    chain.push(name);
  }
  return chain;
}

/** Whether a host is a domain or lies below it, by whole labels: `evil-a.zz` is not within `a.zz`. */
export function isWithin(host: HostName, domain: HostName): boolean {
  if (host === domain) return true;
  return !isAddress(host) && !isAddress(domain) && host.endsWith(`.${domain}`);
}

function isAddress(host: HostName): boolean {
  return host.startsWith("[") || parseIpv4(host) !== null;
}
