import {
  bare,
  carriesWayBack,
  domainOf,
  foldersOf,
  LANGUAGE,
  letters,
  percentDecoded,
  segmentsOf,
} from "./addresses.ts";

/** What a redirect may end at in place of a page, while the page may well be there: readers get further than robots. */
export type Gate =
  /** A login or consent is asked for. */
  | "login"
  /** A captcha, a block by address, country or browser. */
  | "wall";

/** Last segments of pages that ask for a login, consent or subscription before they show anything, letters and digits only. */
const LOGIN =
  /^(?:(?:wp|service|user|member|account)?log(?:in|on)|sign(?:in|on)|authwall|(?:collect)?consent|cookieconsent|cookiewall|privacygate|age(?:gate|check|verification)|anmelden|anmeldung|zustimmung|einwilligung|over18|paywall|subscribe|signup|register|connexion|iniciarsesion|inloggen|logowanie)$/;

/** Parts of the addresses of logins that are words, too: colleges of arts and sciences, chapters of a manual. */
const LOGIN_PART = /^(?:cas|sso|auth|oauth2?|authorize|authenticate|saml2?|idp|openid(?:connect)?)$/;
const LOGIN_HOST = /^(?:log-?in|sign-?in|signon|sso|auth|oauth2?|idp|authwall|consent)$/;

/** Parts of addresses of consents, and of pages about privacy: only with the way back they are the former. */
const CONSENT_PART = /^(?:my)?(?:consent|gdpr|dsgvo|rgpd|privacy|choices?|cmp|cookies?)$/;

/** Parameters by which logins know where to lead back to; they may name the host only. */
const WAY_BACK =
  /^(?:return(?:_?(?:to|url|uri|path))?|next|service|redirect(?:_?(?:to|url|uri))?|continue|goto|target|dest(?:ination)?|back(?:_?url)?|came_?from|wreply|relaystate)$/i;

/** Last segments of walls, letters and digits only. */
const WALL: ReadonlySet<string> = new Set(
  (
    "captcha recaptcha hcaptcha validatecaptcha captchacheck captchachallenge blocked ipblocked botblocked robotcheck " +
    "botcheck botdetected botdetection areyouhuman areyouarobot humanverification humancheck verifyhuman " +
    "verifyyouarehuman accessdenied accessforbidden accessblocked denied forbidden unauthorized unauthorised " +
    "unsupportedbrowser browsernotsupported browserunsupported upgradebrowser updatebrowser upgradeyourbrowser " +
    "updateyourbrowser outdatedbrowser oldbrowser geoblocked geoblock geoblocking georestricted georestriction " +
    "geofence notavailableinyourcountry notavailableinyourregion unavailableinyourcountry securitycheck " +
    "ddosprotection cookieabsent cookiesdisabled cookiesrequired enablecookies nocookies enablejavascript " +
    "nojavascript tosv2 unhuman antispider ratelimited ratelimit toomanyrequests unusualtraffic suspiciousactivity"
  ).split(" "),
);

/** The same, where they are words of other pages too: only where they lead back they are walls. */
const WALL_WORD =
  /^(?:governor|verify|verification|validate|challenge|visitor|waitingroom|queue|checkpoint|unblock|sorry|429)$/;
/** Hosts that do nothing else: queues, and where an agency, a search engine and a site about films send robots. */
const WALL_HOST =
  /^(?:(?!www\.)[^.]+\.queue-it\.net|unblock\.federalregister\.gov|wappass\.baidu\.com|sec\.douban\.com)$/;
/** Labels below a site's domain, likewise only where they lead back: competitions have hosts of these names, too. */
const WALL_LABEL = /^(?:captcha|challenge|unblock|bot-?check)$/;
/** Parameters by which walls know the address that was asked for, beside those of logins. */
const ADDRESS_ASKED =
  /^(?:[tur]|ru|ur[il]|path|content|redirect429|ret_?(?:url|path)|(?:orig(?:inal)?|request(?:ed)?)_?(?:ur[il]|path))$/i;
/** Of the challenges of Alibaba's sites, and of CNKI. */
const WALL_PARAMETERS = ["x5secdata", "captchaType"] as const;

/** Makers of walls name theirs in many ways: `distil_r_captcha.html`, `showcaptcha`, `captcha_page`. */
const CAPTCHA = /captcha/;

const INDEX = /^(?:index|default)$/;

/** Segments in letters and digits, a first page's name at the end left out: `/login/index.php`. */
function wordsOf({ pathname }: URL): string[] {
  const words = segmentsOf(pathname).map((segment) => letters(bare(segment)));
  return INDEX.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;
}

function knowsWayBack(from: URL, to: URL): boolean {
  if (carriesWayBack(from, to) || to.searchParams.has("SAMLRequest")) return true;
  for (const [name, value] of to.searchParams)
    if (WAY_BACK.test(name) && value.includes(from.hostname)) return true;
  return false;
}

/** Words of the target's path, and of its host where that is another one: `choice.rsess-privacy.com/gdpr`. */
const consentWords = (from: URL, to: URL): string[] => [
  ...segmentsOf(to.pathname).flatMap((segment) => bare(segment).toLowerCase().split(/[-_]/)),
  ...(from.hostname === to.hostname ? [] : to.hostname.split(/[.-]/)),
];

/** A request to log in by WS-Federation, at AD FS and others. */
const asksFederation = ({ searchParams }: URL): boolean => searchParams.get("wa") === "wsignin1.0";

/** The word by which the target is a login, null: it is none. */
function loginWord(from: URL, to: URL): string | null {
  if (asksFederation(to) && !asksFederation(from)) return "wsignin";
  const words = wordsOf(to);
  const last = words.at(-1) ?? "";
  if (LOGIN.test(last)) return last;
  const early = words.find((word) => LOGIN.test(word));
  if (early !== undefined && LOGIN_PART.test(last)) return early;
  const label = to.hostname.split(".", 1)[0] ?? "";
  if (from.hostname !== to.hostname && LOGIN_HOST.test(label)) return letters(label);
  const part = early ?? words.find((word) => LOGIN_PART.test(word));
  if (part !== undefined && knowsWayBack(from, to)) return part;
  const asks = consentWords(from, to).find((word) => CONSENT_PART.test(word));
  return asks !== undefined && carriesWayBack(from, to) ? asks : null;
}

/** To the address asked for, in full. Many other pages mention an address, to count where their visitors come from. */
function leadsBack(from: URL, to: URL): boolean {
  for (const [name, value] of to.searchParams)
    if ((ADDRESS_ASKED.test(name) || WAY_BACK.test(name)) && isAddressOf(from, value)) return true;
  return false;
}

function isAddressOf(asked: URL, text: string): boolean {
  const address = /^https?%3a|^%2f/i.test(text) ? percentDecoded(text) : text;
  const full = /^https?:\/\//i.test(address);
  if (!(full || /^\/[^/]/.test(address)) || !URL.canParse(address, asked.href)) return false;
  const back = new URL(address, asked);
  return (
    domainOf(back) === domainOf(asked) &&
    percentDecoded(back.pathname) === percentDecoded(asked.pathname) &&
    back.search === asked.search
  );
}

/** A label by which the target's host is a wall, which the link's own does not have; in letters and digits. */
function wallLabel(from: URL, to: URL): string | null {
  const known = from.hostname.split(".");
  const label = to.hostname
    .slice(0, -domainOf(to).length)
    .split(".")
    .find((name) => WALL_LABEL.test(name) && !known.includes(name));
  return label === undefined ? null : letters(label);
}

/** A page of that name is no wall if it stands beside the link's own: `/films/4711` to `/films/blocked`. */
function isBeside(from: URL, to: URL): boolean {
  const folders = foldersOf(to.pathname);
  return (
    folders.some((folder) => !LANGUAGE.test(folder)) &&
    folders.join("/") === foldersOf(from.pathname).join("/")
  );
}

/** Shorter ones stand in others by chance: "sso" in "lessons". */
const WORD_LETTERS_MIN = 5;

export const gateAt = (url: string, finalUrl: string): Gate | null =>
  URL.canParse(url) && URL.canParse(finalUrl) ? gateBetween(new URL(url), new URL(finalUrl)) : null;

/**
 * The gate at which a redirect ends, by its address alone: nothing is asked for a second time, and what robots are
 * shown there says less. null where the link itself speaks of one, and where its own last segment is kept.
 */
export function gateBetween(from: URL, to: URL): Gate | null {
  const [source, target] = [wordsOf(from), wordsOf(to)];
  const last = target.at(-1) ?? "";
  if (last !== "" && last === source.at(-1)) return null;
  const speaksOf = (word: string) =>
    source.includes(word) || (word.length >= WORD_LETTERS_MIN && letters(from.pathname).includes(word));
  const login = loginWord(from, to);
  if (login !== null) return speaksOf(login) ? null : "login";
  if (WALL_PARAMETERS.some((name) => to.searchParams.has(name) && !from.searchParams.has(name)))
    return "wall";
  if (WALL_HOST.test(to.hostname)) return WALL_HOST.test(from.hostname) ? null : "wall";
  const label = wallLabel(from, to);
  const captcha = WALL_WORD.test(last) ? (target.at(-2) ?? "") : last;
  const walls = CAPTCHA.test(captcha)
    ? !source.some((word) => CAPTCHA.test(word))
    : (WALL.has(last) && !speaksOf(last)) ||
      ([WALL_WORD.test(last) ? last : null, label].some((word) => word !== null && !speaksOf(word)) &&
        leadsBack(from, to));
  return walls && !isBeside(from, to) ? "wall" : null;
}
