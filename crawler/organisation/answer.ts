import { domainToASCII } from "node:url";
import { isNamedLike, labelOf } from "../../shared/organisation/holder.ts";
import { isPrivacyProxy, isWithheld } from "../../shared/organisation/lists/redaction.ts";
import { isFirstName, isOrganisationName } from "../../shared/organisation/names/body.ts";
import { fold } from "../../shared/organisation/names/fold.ts";
import { domainOf, knownProviders } from "../../shared/organisation/providers.ts";
import type { NetRange, Registrant } from "../../shared/organisation/types.ts";
import { LIMITS, oneLine } from "./limits.ts";
import { withoutPersons } from "./persons.ts";
import { addressOf } from "./postal-address.ts";

/** What an answer of a registry says, by whatever protocol and in whatever shape (O1); empty: it says nothing about that. */
export interface RegistryAnswer {
  readonly ranges: readonly NetRange[];
  /** Of all ranges. */
  readonly cidrs: readonly string[];
  /** Announced prefixes: often the provider's, so they identify nobody by themselves. */
  readonly routes: readonly string[];
  readonly nameServers: readonly string[];
  readonly registrant: Registrant;
  /** Who knows more: the registrar's whois server, or its RDAP address. */
  readonly referral: string | null;
}

/** A contact as a registry gives it, with persons' data. It goes through `registrantOf` and no further. */
export interface Contact {
  /** Absent: there is no such field; empty, or a text of redaction: it is withheld. */
  readonly organisation?: string | undefined;
  /** Of a person, or of an organisation where the registry has one field for both. */
  readonly name?: string | undefined;
  /** The registry calls it a person. That it calls one an organisation says nothing: who owns a shop chooses that, too. */
  readonly isPerson?: boolean;
  readonly address: readonly string[];
  /** Of `address`, what the registry itself calls a city or a state. */
  readonly places?: readonly string[];
  readonly emails: readonly string[];
  /** The registry said by itself that something is withheld (RFC 9537). */
  readonly redacted?: boolean;
}

/**
 * What may be known of a contact: an organisation, its postal address, and domains of e-mail addresses. A contact without what is
 * recognisable as an organisation is a person, of whom nothing but such domains is kept; a privacy proxy is nobody (O1).
 *
 * @param domain that it is the registrant of
 */
export function registrantOf(contact: Contact, domain = ""): Registrant {
  const { isPerson = false, address, places = [], emails } = contact;
  const [organisation, name] = [withoutPersons(contact.organisation), withoutPersons(contact.name)];
  const texts = [organisation, name, ...address, ...emails].filter((text) => text.trim() !== "");
  const redacted = contact.redacted === true || texts.some(isWithheld);
  if ([organisation, name].some((text) => text !== "" && isPrivacyProxy(text)))
    return { organisation: null, address: null, emailDomains: [], redacted: true };
  const isKnown = (text: string) => text !== "" && !isWithheld(text);
  const body = [organisation, isPerson ? "" : name]
    .map(oneLine)
    .find((text) => isKnown(text) && isOrganisationName(text));
  const word = oneLine(organisation);
  const isWord = !isPerson && isKnown(word) && isNamedAsDomain(contact, domain);
  return {
    organisation: body ?? (isWord ? word : null),
    // A word may be a surname: what is public of a firm is not of who works at home.
    address: body === undefined ? null : addressOf(address, places),
    emailDomains: emailDomainsOf(emails),
    redacted,
  };
}

/** In place of a root: with it all domains of a network's contacts are kept, to see whether its answer is the same for all roots. */
export const ANY_ROOT = "*";

/**
 * Of the domains of a network's e-mail addresses those of its holder, and those that the holder or the network is called like: any
 * other contact may be a person, with a domain of the family.
 * @param names of the network that are no person's @param root the domain of whose organisation is asked
 */
export const emailDomainsOfNetwork = (
  { organisation, emailDomains }: Registrant,
  others: readonly string[],
  names: readonly string[],
  root = "",
): string[] => {
  const bodies = organisation === null ? names : [organisation, ...names];
  const isBodys = (domain: string) =>
    (organisation !== null && emailDomains.includes(domain)) ||
    [ANY_ROOT, domainOf(domain)].includes(root) ||
    bodies.some((name) => isNamedLike(name, labelOf(domainOf(domain))));
  return [...new Set([...emailDomains, ...others])].filter(isBodys);
};

/** Whether what is in the field of an organisation is one though no word says so, as it is also the domain: "Siemens", not beside "Erika Siemens". */
function isNamedAsDomain({ organisation = "", name = "", emails }: Contact, domain: string): boolean {
  const [word = "", ...more] = wordsOf(organisation);
  const beside = wordsOf(name).filter((one) => !ROLES.test(one));
  return (
    more.length === 0 &&
    !isFirstName(word) &&
    !(beside.length > 1 && beside.includes(word)) &&
    [domain, ...emailDomainsOf(emails)].some((one) => fold(domainOf(one).split(".")[0] ?? "") === word)
  );
}

/** In the field of a person's name: "Mozilla Hostmaster". */
const ROLES = /^(?:hostmaster|webmaster|domains?|admin\w*|dns|it|noc|registry|manager|contact|team)$/;

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

const EMAIL_DOMAIN = /@([\p{L}\p{N}.-]{3,253})/u;

export function emailDomainsOf(texts: readonly string[]): string[] {
  const domains = texts
    .slice(0, LIMITS.emailsMax)
    .filter((text) => !isWithheld(text))
    .flatMap((text) => hostsOf([EMAIL_DOMAIN.exec(text)?.[1] ?? ""]));
  return [...new Set(domains)];
}

/** Whether an answer that names domains, in whatever letters, is about the one that was asked for; one that names none is believed. */
export function isAbout(named: readonly string[], asked: string): boolean {
  const hosts = hostsOf(named).map((host) => domainToASCII(host));
  return hosts.length === 0 || hosts.includes(domainToASCII(asked));
}

const HOST = /^(?=.{3,253}$)[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63})+$/u;

/** Host names of name servers out of texts that may have addresses behind them, in lower case, each once. */
export function hostsOf(texts: readonly string[]): string[] {
  const hosts = texts
    .map((text) => (text.trim().split(/[\s[(,]/)[0] ?? "").toLowerCase().replace(/\.$/, ""))
    .filter((host) => HOST.test(host) && !/^[\d.]+$/.test(host));
  return [...new Set(hosts)].slice(0, LIMITS.nameServersMax);
}

export const NOTHING: RegistryAnswer = {
  ranges: [],
  cidrs: [],
  routes: [],
  nameServers: [],
  registrant: { organisation: null, address: null, emailDomains: [], redacted: false },
  referral: null,
};

const REGISTRIES = knownProviders({});

/** What RDAP and whois say of one block, each of which names holders that the other leaves out. */
export function joined(one: RegistryAnswer, other: RegistryAnswer): RegistryAnswer {
  const ranges = [...one.ranges, ...other.ranges];
  const distinct = [...Map.groupBy(ranges, ({ cidrs }) => cidrs.join()).values()].flatMap((same) =>
    // By RDAP it cannot be known of some holders that they are no persons.
    same.slice(0, 1).map(({ hasUnnamedHolder: _, ...range }) => {
      const others = same.flatMap((other) => other.holder ?? []);
      const holder = range.holder ?? others.find((other) => !REGISTRIES.isRegistry(other)) ?? null;
      const isUnnamed = holder === null && same.some((other) => other.hasUnnamedHolder);
      return { ...range, holder, ...(isUnnamed && { hasUnnamedHolder: true }) };
    }),
  );
  return {
    ...one,
    ranges: distinct,
    cidrs: [...new Set(distinct.flatMap(({ cidrs }) => cidrs))],
    routes: [...new Set([...one.routes, ...other.routes])],
    registrant: one.registrant.organisation === null ? other.registrant : one.registrant,
  };
}
