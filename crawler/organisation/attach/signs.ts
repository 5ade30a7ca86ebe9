import { parseName } from "../../../shared/organisation/names/name.ts";
import { domainOf, isOnPlatform, type KnownProviders } from "../../../shared/organisation/providers.ts";
import type { Facts } from "../../../shared/organisation/types.ts";

/** What is below a platform's domain has nothing but its name. */
export const isKept = (host: string): boolean => !isOnPlatform(host);

const SIGNS_MAX = 40;
const SIGN_CHARS_MAX = 300;

/** What a domain may share with others of its organisation, and what is not known to serve many (db/schema/organisation.ts). */
export function signsOf(
  { nameServers = [], addresses = [], registrant }: Omit<Facts, "host">,
  providers: KnownProviders,
): string[] {
  const name = registrant?.organisation ?? null;
  const signs = [
    ...(name === null ? [] : [`of ${parseName(name).joined}`]),
    ...(registrant?.emailDomains ?? [])
      .filter((email) => !providers.isPublicMail(email))
      .map((email) => `mail ${domainOf(email)}`),
    ...nameServers.filter((host) => !providers.isSharedNameServer(host)).map((host) => `ns ${host}`),
    ...addresses.filter((address) => !providers.isSharedAddress(address)).map((address) => `at ${address}`),
  ];
  return [...new Set(signs)].filter((sign) => sign.length <= SIGN_CHARS_MAX).slice(0, SIGNS_MAX);
}

/** Domains whose organisation a domain may be of: those of its name servers and of its registrant's e-mail addresses. */
export function ownersOf(
  { host, nameServers = [], registrant }: Facts,
  providers: KnownProviders,
): { readonly byNameServer: ReadonlySet<string>; readonly all: readonly string[] } {
  const byNameServer = new Set(
    nameServers.filter((server) => !providers.isSharedNameServer(server)).map(domainOf),
  );
  const byMail = (registrant?.emailDomains ?? [])
    .filter((email) => !providers.isPublicMail(email))
    .map(domainOf);
  byNameServer.delete(host);
  return { byNameServer, all: [...new Set([...byNameServer, ...byMail])].filter((one) => one !== host) };
}
