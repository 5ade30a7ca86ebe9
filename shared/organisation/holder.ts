import { isOfBeginnings, spells } from "./names/acronym.ts";
import { fold } from "./names/fold.ts";
import { likenessOf } from "./names/likeness.ts";
import { type OrganisationName, parseName } from "./names/name.ts";
import { domainOf, isOnPlatform, type KnownProviders, knownProviders, type Providers } from "./providers.ts";
import { type Party, partyOf } from "./registrant.ts";
import type { NetRange, OrganisationProfile } from "./types.ts";

export const labelOf = (domain: string): string => fold(domain.split(".")[0] ?? "");

/** Who the organisation is by its profile, and the domains that are its own for certain. */
export interface Identity {
  readonly registered: Party | null;
  readonly domains: ReadonlySet<string>;
  /** Domains of its e-mail addresses, where these are below a domain of many bodies: `bmkm.bund.example`. */
  readonly emailHosts: ReadonlySet<string>;
}

export function identityOf(profile: OrganisationProfile, providers: KnownProviders): Identity {
  const registered = partyOf(profile.registrant, profile.aliases);
  const emails = profile.registrant.emailDomains.filter((email) => !providers.isPublicMail(email));
  const isNamed = (label = "") =>
    registered?.names.some((name) => isNamedAfter(label, name, "whole")) === true;
  const named = emails.map(domainOf).filter((email) => isNamed(email.split(".")[0]));
  return {
    registered,
    domains: new Set([domainOf(profile.domain), ...(profile.domains ?? []).map(domainOf), ...named]),
    emailHosts: new Set(emails.filter((email) => email !== domainOf(email) && isNamed(email.split(".")[0]))),
  };
}

/** The blocks of addresses that are the organisation's own, in CIDR notation. */
export const ownRanges = (profile: OrganisationProfile, providers: Providers = {}): string[] =>
  rangesOf(profile, knownProviders(providers)).flatMap(({ cidrs }) => cidrs);

/** Of a profile's blocks of addresses those that are the organisation's own, not its hoster's or a registry's. */
export function rangesOf(profile: OrganisationProfile, providers: KnownProviders): NetRange[] {
  if (isOnPlatform(profile.domain)) return [];
  const identity = identityOf(profile, providers);
  return profile.netRanges.filter((range) =>
    holds(range, { ...identity, providers, domain: domainOf(profile.domain) }),
  );
}

interface Holding extends Identity {
  readonly providers: KnownProviders;
  readonly domain: string;
}

/** Whether a block's holder is the registrant, or none is named and nothing speaks against it. */
function holds(range: NetRange, { providers, domain, registered, domains }: Holding): boolean {
  const { holder, hasUnnamedHolder = false, names = [], emailDomains = [] } = range;
  if (holder !== null && providers.isRegistry(holder)) return false;
  const texts = [...(holder === null ? [] : [holder]), ...names];
  const isRegistrants = texts.some((text) => isRelated(text, registered));
  if (isRegistrants || providers.isNetworkProvider(texts)) return isRegistrants;
  if (emailDomains.some((email) => domains.has(domainOf(email)))) return true;
  const [label = ""] = domain.split(".");
  // Whose registrant is known is related to it, or another.
  const isLikeDomain = (text: string) =>
    isNamedLike(text, labelOf(domain)) ||
    (registered === null && isNamedAfter(label, parseName(text), "begins"));
  if (texts.some(isLikeDomain)) return true;
  // Not known is not own: a name is given, and the name of a network may be its hoster's.
  return !hasUnnamedHolder && texts.length === 0;
}

const RELATED: ReadonlySet<string> = new Set([
  "same",
  "typos",
  "part",
  "acronym",
  "with-place",
  "without-patron",
  "without-first-names",
]);

const isRelated = (text: string, registered: Party | null): boolean =>
  registered?.names.some((own) => RELATED.has(likenessOf(own, parseName(text)).relation)) === true;

/** `UNI-KONSTANZ` or `uni-konstanz.net` beside `uni-konstanz.de`; labels of a few letters are too frequent. */
export function isNamedLike(text: string, label: string): boolean {
  const bare = fold(text.split(".")[0] ?? "").replace(/[^\p{L}\p{N}]+/gu, "");
  const own = label.replace(/[^\p{L}\p{N}]+/gu, "");
  return (
    own.length >= 5 &&
    (bare === own ||
      (bare.startsWith(own) && /^(?:net|lan|nt|\d+|netz|dns|ns)$/.test(bare.slice(own.length))))
  );
}

/** Fewer letters are in too many names. */
const NAMED_CHARS_MIN = 4;

/**
 * Whether a part of a domain is a word of the organisation's name, or made of the beginnings of several: `moorkunde.example`, `bmkm.bund.de`. With
 * hyphens all its longer words are of the name: "Stadt Bremen" is not `bremer-webservice`. `begins`: it may go on behind a word up to
 * whose last letter it is the same.
 */
function isNamedAfter(label: string, { text, tokens }: OrganisationName, how: "whole" | "begins"): boolean {
  const own = tokens.filter(
    ({ role, surface }) => (role === "core" || role === "place") && surface.length >= NAMED_CHARS_MIN,
  );
  const surfaces = tokens.map(({ surface }) => surface);
  const words = tokens.map(({ key, surface }) => (key === "kind:university" ? "uni" : surface));
  // "galwaycoco" of "Galway County Council", which is one word of a kind.
  const written = fold(text).split(/[^\p{L}\p{N}]+/u);
  const isMade = (part: string) =>
    (part.length > 2 && tokens.length > 1 && spells(part, surfaces)) ||
    isOfBeginnings(part, words) ||
    isOfBeginnings(part, written);
  const isOwn = (part: string) =>
    own.some(({ surface }) => (how === "whole" ? part === surface : beginsWith(part, surface)));
  const parts = fold(label).split("-");
  const isOfName = (part: string) =>
    part.length < NAMED_CHARS_MIN || isOwn(part) || isMade(part) || surfaces.includes(part);
  return parts.some((part) => isOwn(part) || isMade(part)) && parts.every(isOfName);
}

const beginsWith = (part: string, surface: string): boolean =>
  part.startsWith(surface.slice(0, Math.max(NAMED_CHARS_MIN, surface.length - 1)));
