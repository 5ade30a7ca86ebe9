import { domainToASCII } from "node:url";
import { isNamedLike, labelOf } from "../../shared/organisation/holder.ts";
import { isPrivacyProxy, isWithheld } from "../../shared/organisation/lists/redaction.ts";
import { isFirstName, isOrganisationName } from "../../shared/organisation/names/body.ts";
import { fold } from "../../shared/organisation/names/fold.ts";
import {
  fromStreet,
  isPlaceName,
  namesOnlyStreet,
  namesStreet,
} from "../../shared/organisation/postal/address.ts";
import { COUNTRY_CODES } from "../../shared/organisation/postal/countries.ts";
import { domainOf } from "../../shared/organisation/providers.ts";
import type { NetRange, Registrant } from "../../shared/organisation/types.ts";

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

/** Bounds of what is taken from an answer; the rest is left out. */
export const LIMITS = {
  answerBytesMax: 256 * 1024,
  linesMax: 4_000,
  lineCharsMax: 1_000,
  rangesMax: 64,
  nameServersMax: 32,
  emailsMax: 16,
  addressPartsMax: 12,
  textCharsMax: 300,
} as const;

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

/** In the lines of an address, at some registries. */
const PHONE = /^\+ ?\d[\d ().-]{6,}/;
/** Before who takes letters: "c/o", "Attn", "z. Hd.". */
const CARE_OF = /(?<!\p{L})(?:c ?\/ ?o|attn|att|attention|z\. ?h(?:d|dn)|zhd|zu händen)(?!\p{L})/iu;
const EMAIL_DOMAIN = /@([\p{L}\p{N}.-]{3,253})/u;

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

/** Between the parts of a remark; "Co., Ltd." is one. */
const BETWEEN_PARTS = /[;|\n]|,(?!\s*(?:ltd|inc|llc)\b)|\s[-–/]\s/i;
const TELEPHONE = /\d(?:[ ()./-]{0,3}\d){6}/;

const isReachable = (part: string): boolean => part.includes("@") || TELEPHONE.test(part);

/** Behind a body's name: a person with a title. "Dr. Muster GmbH" begins with it. */
const TITLED = /\s(?:prof(?:essor)?\b|dr\.?\s|dipl\.?-|herrn?\s|frau\s|mrs?\b\.?\s|mme\s).*$/isu;

/** A name without who takes its letters or stands beside it, and without addresses and telephone numbers. */
function withoutPersons(name = ""): string {
  const [before = ""] = name.slice(0, LIMITS.lineCharsMax).split(CARE_OF);
  const open = before.replace(/\(([^)]*)\)?/g, (all, inside: string) => (isLikePerson(inside) ? " " : all));
  const parts = open.split(BETWEEN_PARTS).map((part) => part.trim());
  const kept = parts.filter((part) => !isReachable(part) && !(parts.length > 1 && isLikePerson(part)));
  const text = kept.length < parts.length ? kept.join(", ") : open;
  return untitled(text)
    .trim()
    .replace(/[,;(]+$/, "");
}

/** A name up to a title; whole where it is a body's that is called so: "Klinik Dr. Muster GmbH". */
function untitled(text: string): string {
  const [titled] = TITLED.exec(text) ?? [];
  if (titled === undefined || isOrganisationName(titled)) return text;
  const before = text.slice(0, text.length - titled.length).trim();
  return before.includes(" ") ? before : text;
}

/** A title, or two to four words with a first name or an initial among them, that name no body. */
function isLikePerson(part: string): boolean {
  const words = part
    .trim()
    .split(/[\s.]+/)
    .filter(Boolean);
  const isNamed = words.some((word) => isFirstName(word) || /^\p{Lu}$/u.test(word));
  return (
    !isOrganisationName(part) &&
    (TITLED.test(` ${part}`) || (isNamed && words.length >= 2 && words.length <= 4))
  );
}

/** In names of networks, beside whose it is. */
const OF_NETWORKS =
  /^(?:net|network|netz|lan|wan|blk|block|ip|ipv4|ipv6|pool|range|customers?|assigned|pi|pa)$/i;

/**
 * Whether a network's own name may be that of a person: `ERIKA-MUSTER`. One that is no body's may be, if it is not also the domain of an
 * e-mail address; beside a holder one of a single word is a hoster's.
 */
export function mayBePersons(
  name: string,
  { organisation, emailDomains }: Pick<Registrant, "organisation" | "emailDomains">,
): boolean {
  const words = name.split(/[^\p{L}\p{M}]+/u).filter((word) => word.length > 2 && !OF_NETWORKS.test(word));
  if (organisation === null) return !isOrganisationName(name) && !isOrganisationName(words.join(" "));
  return (
    words.length > 1 &&
    !isOrganisationName(name) &&
    !isOrganisationName(words.join(" ")) &&
    !emailDomains.some((domain) => isNamedLike(name, labelOf(domainOf(domain))))
  );
}

/**
 * Of the domains of a network's e-mail addresses those of its holder, and those that the holder or the network is called like: any
 * other contact may be a person, with a domain of the family.
 * @param names of the network that are no person's
 */
export const emailDomainsOfNetwork = (
  { organisation, emailDomains }: Registrant,
  others: readonly string[],
  names: readonly string[],
): string[] => {
  const bodies = organisation === null ? names : [organisation, ...names];
  const isBodys = (domain: string) =>
    (organisation !== null && emailDomains.includes(domain)) ||
    bodies.some((name) => isNamedLike(name, labelOf(domainOf(domain))));
  return [...new Set([...emailDomains, ...others])].filter(isBodys);
};

/** The bodies that remarks on a network name; beside them, and in other remarks, stand persons and their addresses. */
export const namesOfBodies = (remarks: readonly string[]): string[] =>
  remarks
    .flatMap((remark) => remark.slice(0, LIMITS.lineCharsMax).split(BETWEEN_PARTS))
    .map((part) => beforeFirstName(untitled(part.trim())))
    .filter((part) => !isReachable(part) && !CARE_OF.test(part) && isOrganisationName(part));

/** "Universität Seeberg Erika Muster" as far as it names no person. */
function beforeFirstName(part: string): string {
  const words = part.split(/\s+/);
  const at = words.findIndex((word, index) => index > 0 && index < words.length - 1 && isFirstName(word));
  return at < 0 ? part : words.slice(0, at).join(" ");
}

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

/**
 * An address without persons, who stand before the street, in its line, behind it, or after "c/o". What has no figure is kept only if it is
 * the street, the country, a city of one word or with the words of a place, or what the registry itself calls a city or a state, as the name of a person may be
 * that of a street ("Erica Lane").
 */
function addressOf(lines: readonly string[], places: readonly string[]): string | null {
  const all = lines
    .map(oneLine)
    .filter((line) => line !== "" && !isWithheld(line) && !EMAIL_DOMAIN.test(line) && !PHONE.test(line))
    .flatMap(partsOfLine)
    .filter((part) => part !== "" && !CARE_OF.test(part));
  const called = new Set(places.map(oneLine).flatMap(partsOfLine));
  const start = startOfStreet(all);
  const city = start < 0 ? -1 : cityBehind(all, start);
  const parts = all.flatMap((part, at) => {
    if (start >= 0 && at === start) return [fromStreet(part)];
    const isBehind = start >= 0 && at > start;
    if (isBehind && /\d/.test(part) && !isCode(part) && !called.has(part))
      return namesStreet(part) ? [fromStreet(part)] : [];
    // "27", "rue des Carmes"
    if (isBehind && !/\d/.test(part) && namesOnlyStreet(part)) return [fromStreet(part)];
    return (isBehind && (/\d/.test(part) || called.has(part) || at === city)) || isCountry(part)
      ? [part]
      : [];
  });
  return parts.length === 0
    ? null
    : parts.slice(0, LIMITS.addressPartsMax).join(", ").slice(0, LIMITS.textCharsMax);
}

/**
 * Where the city is that stands alone: the last part behind the street of one word, as persons have two, or with the words of a place
 * ("New York"), if no postal code has its city beside it. -1: nowhere.
 */
function cityBehind(parts: readonly string[], start: number): number {
  const isWithCode = (part: string, at: number) => at > start && /\d/.test(part) && /\p{L}{3}/u.test(part);
  return parts.some(isWithCode)
    ? -1
    : parts.findLastIndex(
        (part, at) => at > start && !isCountry(part) && (CITY_OF_ONE_WORD.test(part) || isPlaceName(part)),
      );
}

/** A telephone number has more. */
const CODE_FIGURES_MAX = 9;

/** A postal code with its city on either side, or a number in the house: "12345 Bad Seeberg", "Tucson AZ 85999", "Room 5"; no "Erika Muster Room 5". */
function isCode(part: string): boolean {
  const words = part.split(/\s+/);
  const names = words.filter((word) => !/\d/.test(word) && /\p{L}/u.test(word));
  if (part.replace(/\D/g, "").length > CODE_FIGURES_MAX) return false;
  const cities = names.filter((word) => !/^[A-Z]{2}$/.test(word));
  return /\d/.test(words[0] ?? "") || cities.length <= 1 || isPlaceName(cities.join(" "));
}

const CITY_OF_ONE_WORD = /^\p{Lu}[\p{L}-]{2,}$/u;

const isCountry = (part: string): boolean => /^[A-Z]{2}$/.test(part) || COUNTRY_CODES.has(fold(part));

const partsOfLine = (line: string): string[] =>
  line
    .replace(/\([^)]*\)?/g, " ")
    .split(/[,;]/)
    .map((part) => part.trim());

/** A street with a number, else the first part with a figure or a word of streets that is no name of persons. */
function startOfStreet(parts: readonly string[]): number {
  const whole = parts.findIndex((part) => /\d/.test(part) && namesStreet(part));
  return whole >= 0 ? whole : parts.findIndex((part) => /\d/.test(part) || namesOnlyStreet(part));
}

export function emailDomainsOf(texts: readonly string[]): string[] {
  const domains = texts
    .slice(0, LIMITS.emailsMax)
    .filter((text) => !isWithheld(text))
    .flatMap((text) => hostsOf([EMAIL_DOMAIN.exec(text)?.[1] ?? ""]));
  return [...new Set(domains)];
}

export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, LIMITS.textCharsMax);

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
