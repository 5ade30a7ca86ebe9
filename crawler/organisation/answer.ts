import { isPrivacyProxy, isWithheld } from "../../shared/organisation/lists/redaction.ts";
import { fold } from "../../shared/organisation/names/fold.ts";
import { isOrganisationName } from "../../shared/organisation/names/name.ts";
import { namesStreet } from "../../shared/organisation/postal/address.ts";
import { COUNTRY_CODES } from "../../shared/organisation/postal/countries.ts";
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
  readonly organisation?: string | undefined;
  /** Of a person, or of an organisation where the registry has one field for both. */
  readonly name?: string | undefined;
  /** Whether the registry calls it an organisation; null: it does not say. */
  readonly isOrganisation: boolean | null;
  readonly address: readonly string[];
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
 * What may be known of a contact: an organisation, its postal address, and domains of e-mail addresses. A contact without an
 * organisation is a person, of whom nothing but such domains is kept; a privacy proxy is nobody (O1).
 */
export function registrantOf(contact: Contact): Registrant {
  const { organisation = "", name = "", isOrganisation, address, emails } = contact;
  const texts = [organisation, name, ...address, ...emails].filter((text) => text.trim() !== "");
  const redacted = contact.redacted === true || texts.some(isWithheld);
  if ([organisation, name].some((text) => text !== "" && isPrivacyProxy(text)))
    return { organisation: null, address: null, emailDomains: [], redacted: true };
  // Persons write their own names there, too.
  const isUnproven = isOrganisation === false || wordsOf(organisation) === wordsOf(name);
  const known = [
    isUnproven && !isOrganisationName(organisation) ? "" : organisation,
    isOrganisation === true || (isOrganisation === null && isOrganisationName(name)) ? name : "",
  ]
    .map(oneLine)
    .find((text) => text !== "" && !isWithheld(text));
  return {
    organisation: known ?? null,
    address: known === undefined ? null : addressOf(address),
    emailDomains: emailDomainsOf(emails),
    redacted,
  };
}

/** Remarks on a network that name a body; in others, persons and their addresses stand as well. */
export const namesOfBodies = (remarks: readonly string[]): string[] => remarks.filter(isOrganisationName);

/** In any order, as names of persons are written. */
const wordsOf = (text: string): string => (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(" ");

/**
 * An address without persons: they stand before the street, or after "c/o". Where no part has a figure or the word of a street, only
 * bodies and the country are kept.
 */
function addressOf(lines: readonly string[]): string | null {
  const all = lines
    .map(oneLine)
    .filter((line) => line !== "" && !isWithheld(line) && !EMAIL_DOMAIN.test(line) && !PHONE.test(line))
    .flatMap((line) => line.split(/[,;]/).map((part) => part.trim()))
    .filter((part) => part !== "" && !CARE_OF.test(part));
  const start = startOfStreet(all);
  const parts = all.filter(
    (part, at) => (start >= 0 && at >= start) || isOrganisationName(part) || COUNTRY_CODES.has(fold(part)),
  );
  return parts.length === 0
    ? null
    : parts.slice(0, LIMITS.addressPartsMax).join(", ").slice(0, LIMITS.textCharsMax);
}

/** A street with a number, else either: the name of a person may be the word of a street. */
function startOfStreet(parts: readonly string[]): number {
  const whole = parts.findIndex((part) => /\d/.test(part) && namesStreet(part));
  return whole >= 0 ? whole : parts.findIndex((part) => /\d/.test(part) || namesStreet(part));
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
