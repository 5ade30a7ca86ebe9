import { fold } from "../names/fold.ts";

/**
 * Texts in place of data that a registry withholds, in several languages; each stands for all that contain it (RFC 9537 4, ICANN's
 * Registration Data Policy). Folded, without punctuation.
 */
const WITHHELD = [
  "redacted",
  "data protected",
  "not disclosed",
  "non disclosed",
  "gdpr",
  "dsgvo",
  "rgpd",
  "masked",
  "withheld",
  "statutory masking",
  "personal data",
  "private person",
  "privatperson",
  "private individual",
  "private registration",
  "registration private",
  "hidden",
  "not available from registry",
  "not shown",
  "not published",
  "not provided",
  "not applicable",
  "non public data",
  "nonpublic",
  "confidential",
  "undisclosed",
  "anonymous",
  "anonymised",
  "anonymized",
  "anonymisiert",
  "data restricted",
  "restricted by registrant",
  "select contact domain holder",
  "please query the rdds service",
  "information not available",
  "visit www",
  "nicht veröffentlicht",
  "nicht öffentlich",
  "nicht offengelegt",
  "geschützt",
  "daten geschützt",
  "datenschutz",
  "auf anfrage",
  "verborgen",
  "donnees non diffusees",
  "données masquées",
  "ano nymous",
  "non diffusé",
  "non communiqué",
  "diffusion restreinte",
  "confidentiel",
  "masqué",
  "dati oscurati",
  "non divulgato",
  "riservato",
  "dato non pubblico",
  "consent for publishing not granted",
  "no divulgado",
  "datos protegidos",
  "oculto",
  "no publicado",
  "dados protegidos",
  "não divulgado",
  "niet openbaar",
  "afgeschermd",
  "niet zichtbaar",
  "dane ukryte",
  "dane niepubliczne",
  "utajnione",
  "údaje skryty",
  "neveřejné",
  "skyddad",
  "ej publik",
  "ikke offentlig",
  "beskyttet",
  "salattu",
  "скрыто",
  "скрыты",
  "非公開",
  "個人",
  "비공개",
].map((text) => fold(text));

/** Whole texts that say nothing. */
const NOTHING = new Set(
  [
    "",
    "-",
    "--",
    "n/a",
    "na",
    "none",
    "null",
    "nil",
    "unknown",
    "x",
    "xx",
    "xxx",
    "xxxx",
    "*",
    "**",
    "***",
    "test",
    "private",
    "privat",
    "privat person",
    "privé",
    "individual",
    "not known",
    "keine",
    "kein",
    "tbd",
    "undefined",
    "empty",
  ].map((text) => fold(text)),
);

/** Names of those who register in their own name for somebody else: whoever they are, it is not they (data of November 2026). */
const PROXIES = [
  "domains by proxy",
  "whoisguard",
  "withheld for privacy",
  "privacy service provided by",
  "contact privacy",
  "whois privacy",
  "whoisprivacy",
  "whois protection",
  "whois agent",
  "whois proxy",
  "privacy protect",
  "privacyprotect",
  "privacyguardian",
  "privacy guardian",
  "domain privacy",
  "perfect privacy",
  "privacy hero",
  "privacydotlink",
  "super privacy service",
  "moniker privacy",
  "identity protect",
  "identity protection service",
  "data privacy protected",
  "domain protection services",
  "domain protect",
  "domain id shield",
  "id shield",
  "proxy protection",
  "registration privacy",
  "customer privacy",
  "1 1 internet privacy",
  "1api privacy",
  "anonymize inc",
  "njalla",
  "1337 services",
  "see privacyguardian",
  "c o whoisproxy",
  "whoisproxy",
  "private by design",
  "jewella privacy",
  "global domain privacy",
  "knock knock whois not there",
  "owner c o",
  "c o owner",
  "on behalf of",
  "dynadot privacy",
  "gandi privacy",
  "statutory privacy",
  "protection of private person",
  "redact",
  "easyspace privacy",
  "fundacion privacy",
  "privacy ltd",
  "privacy inc",
  "privacy corp",
  "privacy llc",
  "privacy services",
  "hiding service",
  "domain admin privacy",
  "datenschutzdienst",
  "proxy services",
  "ovh bot",
  "internet domain service bs",
  "dropped domain",
  "domain for sale",
].map((text) => fold(text));

const plain = (text: string): string =>
  fold(text.slice(0, 300))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
const containsWords = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);
/** CJK words have no blanks around them. */
const contains = (text: string, words: string): boolean =>
  /[\u3000-\u9fff\uac00-\ud7ff]/.test(words) ? text.includes(words) : containsWords(text, words);

/** Whether a text stands in place of one that was withheld: it is never compared. */
export function isWithheld(text: string): boolean {
  const bare = plain(text);
  return (
    NOTHING.has(text.trim().toLowerCase()) ||
    bare === "" ||
    /^[*x .-]+$/.test(bare) ||
    WITHHELD.some((words) => contains(bare, words))
  );
}

/** Whether a registrant stands for somebody else, who is not known. */
export function isPrivacyProxy(organisation: string): boolean {
  const bare = plain(organisation);
  return PROXIES.some((words) => contains(bare, words));
}
