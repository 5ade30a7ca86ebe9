import { LANGUAGES } from "./catalogues.ts";

/**
 * MediaWiki's fallback languages (Q8): `$fallback` of 1.43.9, and of 1.39.17 for languages that only it has. Each entry is
 * `code fallback fallback …` in order of preference, without the final English. A code without fallbacks has none, even if it looks like
 * a variety of another language.
 */
const FALLBACKS_SOURCE = `
  aae it, ab ru, abs id, ace id, acm ar, ady ady-cyrl, ady-cyrl, aeb aeb-arab, aeb-arab ar, aln sq, alt ru,
  ami zh-tw zh-hant zh zh-hans, an es, anp hi, apc ar, arn es, arq ar, ary ar, arz ar, ast es, atj fr, av ru, avk fr es ru,
  awa hi, ay es, azb fa, ba ru, ban id, ban-bali ban, bar de, bbc bbc-latn, bbc-latn id, bcc fa, bci fr, bdr ms, be-tarask be,
  bew id, bgc-arab, bgn fa, bh bho, bjn id, blk my, bm fr, bpy bn, bqi fa, btm id, bug id, bxr ru, ca oc, cbk-zam es,
  cdo nan-hant zh-hant zh zh-hans, ce ru, co it, cpx cpx-hant cpx-hans cpx-latn cdo zh-hant zh zh-hans,
  cpx-hans cpx cpx-hant cpx-latn cdo zh-hans zh zh-hant, cpx-hant cpx cpx-hans cpx-latn cdo zh-hant zh zh-hans, crh crh-latn,
  crh-cyrl ru, crh-latn, crh-ro, cs sk, csb pl, cv ru, de-at de, de-ch de, de-formal de, dsb hsb de, dtp ms, dty ne, egl it,
  eml it, en-ca, en-gb, es-formal es, ext es, fit fi, fon fr, frc fr, frp fr, frr de, fur it, gag tr,
  gan gan-hant gan-hans zh-hant zh zh-hans, gan-hans gan gan-hant zh-hans zh zh-hant, gan-hant gan gan-hans zh-hant zh zh-hans,
  gcf fr, gcr fr, gl pt, gld ru, glk fa, gn es, gom gom-deva gom-latn, gom-deva gom-latn, gor id, gsw de, guc es,
  hak zh-hant zh zh-hans, hif hif-latn, hif-latn, hrx de, hsb dsb de, hsn zh-hant zh zh-hans, ht fr, hu-formal hu, hyw hy, iba ms,
  ii zh-cn zh-hans zh zh-hant, ike-cans iu, ike-latn iu, inh ru, io eo, isv-cyrl, isv-latn, iu ike-cans, jut da, jv id,
  kaa kk-latn kk-cyrl, kab fr, kbd kbd-cyrl, kbd-cyrl, kbp fr, kea pt, kge id, khw ur, kiu tr, kjh ru, kjp my, kk kk-cyrl,
  kk-arab kk kk-cyrl, kk-cn kk-arab kk kk-cyrl, kk-cyrl kk, kk-kz kk-cyrl kk, kk-latn kk kk-cyrl, kk-tr kk-latn kk kk-cyrl, kl da,
  ko-kp ko, koi ru, kr knc, krc ru, krl fi, ks ks-arab, ks-arab, ks-deva, ksh de, ksw my, ku ku-latn, ku-arab ku ckb, ku-latn ku,
  kum ru, kv ru, lad es, lad-hebr, lb de, lbe ru, lez ru az, li nl, lij it, liv et, lki fa, lld it rm fur, lmo pms eml lij vec it,
  ln fr, lrc fa, ltg lv, lua fr, luz fa, lzh zh-hant zh zh-hans, lzz tr, mad id, mag hi, mai hi, map-bms jv id, mdf myv ru, mg fr,
  mhr mrj ru, min id, mnc-latn mnc, mnc-mong mnc, mnw my, mo ro, mrj mhr ru, ms-arab ms, mui id, mwl pt, myv mdf ru, mzn fa,
  nah es, nan nan-latn-pehoeji nan-latn-tailo nan-hant cdo zh-hant zh zh-hans,
  nan-hant nan nan-latn-pehoeji nan-latn-tailo cdo zh-hant zh zh-hans,
  nan-latn-pehoeji nan-latn nan-latn-tailo nan nan-hant cdo zh-hant zh zh-hans,
  nan-latn-tailo nan-latn nan-latn-pehoeji nan nan-hant cdo zh-hant zh zh-hans, nap it, nb no nn, nds de, nds-nl nl, nia id,
  nl-informal nl, nn no nb, nrm nrf fr, nyo ttj nyn lg sw, oc ca fr, olo fi, os ru, pcd fr, pdc de, pdt de, pfl de, pms it,
  pnt el, pt pt-br, pt-br pt, pwn zh-tw zh-hant zh zh-hans, qu qug es, qug qu es, rgn it, rm de, rmy ro, roa-tara it,
  rsk sr-ec sr-cyrl, rue uk ru, rup ro, ruq ruq-latn ro, ruq-cyrl mk, ruq-latn ro, rut ru, sa hi, sah ru, scn it, sdc it,
  sdh ckb fa, se nb fi, se-fi se fi sv, se-no se nb nn, se-se se sv, ses fr, sg fr, sgs lt,
  sh sh-latn sh-cyrl bs sr-el sr-latn hr, sh-cyrl sr-cyrl sr-ec sh sh-latn, sh-latn sh sh-cyrl bs sr-el sr-latn hr,
  shi shi-latn fr, shy shy-latn, shy-latn fr, sjd ru, sk cs, skr skr-arab, skr-arab skr, sli de, sma sv nb, smn fi,
  sr sr-ec sr-cyrl sr-el sr-latn, sr-ec sr-cyrl sr, sr-el sr-latn sr, srn nl, sro it, stq de, sty ru, su id, szl pl,
  szy zh-tw zh-hant zh zh-hans, tay zh-tw zh-hant zh zh-hans, tcy kn, tet pt, tg tg-cyrl, tg-cyrl tg, tg-latn tg,
  trv zh-tw zh-hant zh zh-hans, tt tt-cyrl ru, tt-cyrl ru, tt-latn, ttj nyo nyn lg sw, ty fr, tyv ru, udm ru, ug ug-arab, ug-arab,
  vec it, vep et, vls nl, vmf de, vmw pt, vot fi, vro et, wa fr, wls fr, wo fr, wuu wuu-hans wuu-hant zh-hans zh zh-hant,
  wuu-hans wuu wuu-hant zh-hans zh zh-hant, wuu-hant wuu wuu-hans zh-hant zh zh-hans, xal ru, xmf ka, yi he,
  yue yue-hant yue-hans, yue-hans yue yue-hant, yue-hant yue yue-hans, za zh-hans zh zh-hant, zea nl, zgh kab,
  zh zh-hans zh-hant zh-cn zh-tw zh-hk, zh-cn zh-hans zh zh-hant, zh-hans zh-cn zh zh-hant, zh-hant zh-tw zh-hk zh zh-hans,
  zh-hk zh-hant zh-tw zh zh-hans, zh-mo zh-hk zh-hant zh-tw zh zh-hans, zh-my zh-sg zh-hans zh-cn zh zh-hant,
  zh-sg zh-hans zh-cn zh zh-hant, zh-tw zh-hant zh-hk zh zh-hans
`;

/** Languages written from right to left: `$rtl` of the same versions. */
const RIGHT_TO_LEFT_SOURCE = `
  acm aeb aeb-arab aii apc ar arc arq ary arz azb bcc bft bgc-arab bgn bqi ckb dv fa fuc glk he hno khw kk-arab kk-cn ks ks-arab
  ku-arab lad-hebr lki lrc luz mey ms-arab mzn nqo ota phr pnb prs ps sd sdh skr skr-arab tmr trw ug ug-arab ur yi
`;

/** Current codes for old ones: MediaWiki's, which are still in URLs, and withdrawn ISO codes of old browsers. */
const RENAMED: Readonly<Record<string, string>> = {
  als: "gsw",
  "bat-smg": "sgs",
  "be-x-old": "be-tarask",
  "fiu-vro": "vro",
  "roa-rup": "rup",
  "zh-classical": "lzh",
  "zh-min-nan": "nan",
  "zh-yue": "yue",
  in: "id",
  iw: "he",
  ji: "yi",
};

export const FALLBACKS: ReadonlyMap<string, readonly string[]> = new Map(
  FALLBACKS_SOURCE.split(",").map((entry) => {
    const [code = "", ...fallbacks] = entry.trim().split(" ");
    return [code, fallbacks] as const;
  }),
);

export const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(RIGHT_TO_LEFT_SOURCE.trim().split(/\s+/));

export const DEFAULT_LANGUAGE = "en";

/** Syntax of language codes in MediaWiki and BCP 47. Nothing else is looked up (`constructor` is no language). */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-(?:x|[a-z0-9]{2,8})){0,4}$/;
/** Right-to-left scripts in a language code, and any script. */
const SCRIPT_RIGHT_TO_LEFT = /-(?:adlm|arab|hebr|mand|nkoo|rohg|syrc|thaa)(?:-|$)/;
const SCRIPT = /-[a-z]{4}(?:-|$)/;
/** Right-to-left languages that MediaWiki does not know. */
const FURTHER_RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["syc", "syr", "ydd"]);

/** The normalised code for a language as callers write it (`de_AT`, `DE`, `zh-yue`); "en" for anything that is no language code. */
export function languageCode(value: string | null | undefined): string {
  const code = (value ?? "").trim().toLowerCase().replaceAll("_", "-");
  return LANGUAGE_CODE.test(code) ? (RENAMED[code] ?? code) : DEFAULT_LANGUAGE;
}

/**
 * The languages for a reader of `code` (from `languageCode`), best first, each once, English last: the code and MediaWiki's
 * fallbacks. A code that MediaWiki does not know has the fallbacks of its parent (`zh-hant-tw`: `zh-hant`).
 */
export function fallbackChain(code: string): readonly string[] {
  const known = FALLBACKS.get(code);
  const cut = code.lastIndexOf("-");
  const further = known ?? (cut < 0 ? [] : fallbackChain(code.slice(0, cut)));
  return [...new Set([code, ...further, DEFAULT_LANGUAGE])];
}

/** Whether a language is written from right to left, by the script in its code or else by the language. */
export function isRightToLeft(code: string): boolean {
  if (SCRIPT_RIGHT_TO_LEFT.test(code)) return true;
  if (RIGHT_TO_LEFT.has(code)) return true;
  const [language = code] = code.split("-", 1);
  return !SCRIPT.test(code) && (RIGHT_TO_LEFT.has(language) || FURTHER_RIGHT_TO_LEFT.has(language));
}

/** Most languages that are read of a header; browsers send a few. */
const RANGES_MAX = 16;
const RANGE = /^\s*([a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4})\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i;

/** Languages of an `Accept-Language` header by descending weight (RFC 9110 12.5.4); unreadable parts are skipped. */
function languagesOf(header: string): string[] {
  const ranges = header.split(",", RANGES_MAX).flatMap((range) => {
    const [, tag, weight = "1"] = RANGE.exec(range) ?? [];
    return tag === undefined || Number(weight) === 0 ? [] : [{ tag, weight: Number(weight) }];
  });
  return ranges.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

/** Whether there are messages in a language or one of its fallbacks other than English. */
function isSupported(tag: string): boolean {
  const code = languageCode(tag);
  return fallbackChain(code)
    .filter((each) => each !== "en" || code.split("-", 1)[0] === "en")
    .some((each) => LANGUAGES.includes(each));
}

/**
 * The language to use for an `Accept-Language` header: the preferred one among those with messages, else the preferred
 * one; undefined: the header names none.
 */
export function preferredLanguage(header: string | undefined): string | undefined {
  const tags = languagesOf(header ?? "");
  return tags.find(isSupported) ?? tags[0];
}
