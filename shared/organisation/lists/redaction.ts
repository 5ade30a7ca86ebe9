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
  "withheld",
  "statutory masking",
  "privatperson",
  "private individual",
  "private registration",
  "registration private",
  "not available from registry",
  "not shown",
  "not published",
  "not provided",
  "not applicable",
  "non public data",
  "undisclosed",
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
  "daten geschützt",
  "auf anfrage",
  "donnees non diffusees",
  "données masquées",
  "ano nymous",
  "non diffusé",
  "non communiqué",
  "diffusion restreinte",
  "dati oscurati",
  "non divulgato",
  "dato non pubblico",
  "consent for publishing not granted",
  "no divulgado",
  "datos protegidos",
  "no publicado",
  "dados protegidos",
  "não divulgado",
  "niet openbaar",
  "afgeschermd",
  "niet zichtbaar",
  "dane ukryte",
  "dane niepubliczne",
  "údaje skryty",
  "ej publik",
  "ikke offentlig",
  "скрыто",
  "скрыты",
  "非公開",
  "個人",
  "비공개",
].map((text) => fold(text));

/** Names of those who register in their own name for somebody else, who is not known (data of November 2026). */
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

/** Whole texts that say nothing. */
const NOTHING = new Set(
  [
    "masked",
    "hidden",
    "confidential",
    "nonpublic",
    "anonymous",
    "geschützt",
    "datenschutz",
    "verborgen",
    "confidentiel",
    "masqué",
    "riservato",
    "oculto",
    "utajnione",
    "neveřejné",
    "skyddad",
    "beskyttet",
    "salattu",
    "personal data",
    "private person",
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
  ].map((text) => plain(text)),
);

const CJK = /[\u3000-\u9fff\uac00-\ud7ff]/;

/** Whether a text has one of these in it, as whole words; CJK words have no blanks around them. */
function anyOf(list: readonly string[]): (bare: string) => boolean {
  const byFirst = Map.groupBy(
    list.filter((words) => !CJK.test(words)),
    (words) => words.split(" ")[0] ?? "",
  );
  const unspaced = list.filter((words) => CJK.test(words));
  return (bare) => {
    for (const word of bare.split(" "))
      if (byFirst.get(word)?.some((words) => ` ${bare} `.includes(` ${words} `)) === true) return true;
    return CJK.test(bare) && unspaced.some((words) => bare.includes(words));
  };
}

const saysWithheld = anyOf(WITHHELD);
const isListedProxy = anyOf(PROXIES);
/** Words of what proxies do, beside words of a service; a new one of such a name every month is in no list. */
const HIDES =
  /privacy|whois|\bprox(?:y|ies)\b|anonymi[sz]|\bprivate ?(?:name|domain|registra)|\bprotected domain/;
const SERVES =
  /\b(?:services?|protect\w*|ltd|llc|inc|corp|customers?|domains?|registra\w*|guard\w*|aktien)\b/;
/** Who works for people's privacy, or sells proxies: "Privacy International", "Proxy Networks Inc". */
const IS_BODY =
  /\b(?:commission\w*|associations?|foundation|stiftung|institute?|office|verein|e v|alliance|international|networks?)\b/;
const namesProxy = (bare: string): boolean =>
  isListedProxy(bare) ||
  /^registrant of /.test(bare) ||
  // "Redacted for privacy" is no firm.
  (HIDES.test(bare) && SERVES.test(bare) && !IS_BODY.test(bare) && !saysWithheld(bare));

const isNothing = (bare: string): boolean =>
  NOTHING.has(bare) || bare === "" || /^[*x .-]+$/.test(bare) || saysWithheld(bare);

/** Whether a text stands in place of one that was withheld: it is never compared. */
export const isWithheld = (text: string): boolean => isNothing(plain(text));

/** Whether a registrant stands for somebody else, who is not known. */
export const isPrivacyProxy = (organisation: string): boolean => namesProxy(plain(organisation));

/** Whether a text is the name of a registrant at all: neither of both. */
export function isRegistrantName(text: string): boolean {
  const bare = plain(text);
  return !isNothing(bare) && !namesProxy(bare);
}
