import type { Providers } from "../../shared/organisation/providers.ts";

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
