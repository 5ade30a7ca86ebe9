import { bare, carriesWayBack, foldersOf, LANGUAGE, letters, segmentsOf } from "./site-address.ts";

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
    "nojavascript tosv2 unhuman ratelimited ratelimit toomanyrequests unusualtraffic suspiciousactivity"
  ).split(" "),
);

/** The same, where they are words of other pages too: only with the way back they are walls. */
const WALL_WORD =
  /^(?:governor|verify|verification|validate|challenge|visitor|waitingroom|queue|checkpoint|unblock|sorry|429)$/;
/** Labels of hosts that do nothing else: queues, and where libraries, agencies and search engines send robots. */
const WALL_HOST = /^(?:captcha|challenge|unblock|wappass|queue-it|bot-?check)$/;
/** Of the challenges of Alibaba's sites. */
const WALL_PARAMETER = "x5secdata";

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

/** The word by which the target is a login, null: it is none. */
function loginWord(from: URL, to: URL): string | null {
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

const labelsWall = (from: URL, to: URL): boolean =>
  to.hostname !== from.hostname && to.hostname.split(".").some((label) => WALL_HOST.test(label));

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

/**
 * The gate at which the redirect ends, by its address alone: nothing is asked for a second time, and what robots are
 * shown there says less. null where the link itself speaks of one, and where its own last segment is kept.
 */
export function gateAt(url: string, finalUrl: string): Gate | null {
  if (!URL.canParse(url) || !URL.canParse(finalUrl)) return null;
  const [from, to] = [new URL(url), new URL(finalUrl)];
  const [source, target] = [wordsOf(from), wordsOf(to)];
  const last = target.at(-1) ?? "";
  if (last !== "" && last === source.at(-1)) return null;
  const speaksOf = (word: string) =>
    source.includes(word) || (word.length >= WORD_LETTERS_MIN && letters(from.pathname).includes(word));
  const login = loginWord(from, to);
  if (login !== null) return speaksOf(login) ? null : "login";
  if (to.searchParams.has(WALL_PARAMETER) || labelsWall(from, to)) return "wall";
  const walls = CAPTCHA.test(last)
    ? !source.some((word) => CAPTCHA.test(word))
    : (WALL.has(last) || (WALL_WORD.test(last) && carriesWayBack(from, to))) && !speaksOf(last);
  return walls && !isBeside(from, to) ? "wall" : null;
}
