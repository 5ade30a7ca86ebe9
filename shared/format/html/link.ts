import type { Messages } from "../../i18n/messages.ts";
import { readableHost } from "../../url/readable-host.ts";
import {
  Address,
  codePointName,
  type Fragment,
  type Html,
  hasUnshowable,
  html,
  interspersed,
  SLOT,
  slotted,
} from "./markup.ts";

/** Longer addresses are shown shortened where a link keeps them whole. */
export const SHOWN_URL_CHARACTERS_MAX = 200;
const LINKABLE = /^(?:https?|ftp):\/\/[^\s"<>\\]+$/i;
/** Legitimate in words of some languages, but nothing that an address may hide (U6): marks, joiners, fillers. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}/u;

const isSuspicious = (text: string): boolean => hasUnshowable(text) || HIDDEN.test(text);

/**
 * The address of a link that came from outside; null unless it is plain http, https or ftp, free of blanks, quotes,
 * control and bidirectional characters, and understood by a URL parser.
 */
export function outsideAddress(url: string): Address | null {
  if (!LINKABLE.test(url) || isSuspicious(url) || !URL.canParse(url)) return null;
  return new Address(url);
}

/** What a query may hold as it is (RFC 3986, 3.4): addresses in it stay readable, and a tenth shorter. */
const READABLE = /%(?:3A|2F|40)/g;

/** An address on this edge: a path of ours and parameters, each encoded. Empty parameters are left out. */
export function ownAddress(
  path: `/${string}`,
  parameters: Readonly<Record<string, string | number | null | undefined>> = {},
): Address {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  const query = search.toString().replace(READABLE, decodeURIComponent);
  return new Address(query === "" ? path : `${path}?${query}`);
}

/** An address from outside as text, with what cannot be shown spelt out and set apart. */
export function shownText(text: string): Html {
  if (!isSuspicious(text)) return html`${text}`;
  const pieces: Fragment[] = [];
  let plain = "";
  for (const character of text) {
    if (isSuspicious(character)) {
      pieces.push(plain, html`<span class="x">${codePointName(character)}</span>`);
      plain = "";
    } else plain += character;
  }
  return html`${[...pieces, plain]}`;
}

/** Shortened without cutting a character in two. */
function shortened(text: string): string {
  if (text.length <= SHOWN_URL_CHARACTERS_MAX) return text;
  return `${text.slice(0, SHOWN_URL_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A host, maybe with a path: in the letters of its language where it is written in punycode, with the other in the tooltip. */
export function hostName(address: string): Html {
  const [name = ""] = address.split("/", 1);
  const letters = readableHost(name);
  const shown = `${letters}${address.slice(name.length)}`;
  return letters === name || isSuspicious(letters)
    ? html`<bdi dir="ltr">${shownText(address)}</bdi>`
    : html`<bdi dir="ltr" title="${name}">${shownText(shown)}</bdi>`;
}

/** A URL that leads nowhere: whole, so that it can be found in the page's source. */
export const urlText = (url: string): Html => html`<span class="u" dir="ltr">${shownText(url)}</span>`;

/** A URL from outside: isolated left-to-right, a link only when it is safe as one. */
export function urlLink(url: string, label: Fragment = shownText(shortened(url))): Html {
  const address = outsideAddress(url);
  return address === null
    ? urlText(url)
    : html`<a dir="ltr" href="${address}" rel="noopener nofollow ugc">${label}</a>`;
}

/** A link whose words are in the reader's language. */
export function labelledLink(address: Address, label: Fragment): Html {
  return html`<a href="${address}">${label}</a>`;
}

/** "Download: JSON, XML and CSV" */
export function formatLinks(
  say: Messages,
  formats: readonly string[],
  addressOf: (format: string) => Address,
): Html {
  const links = formats.map((format) =>
    labelledLink(addressOf(format), format === "atom" ? "Atom" : format.toUpperCase()),
  );
  return slotted(say.text("formats", SLOT), interspersed(links, say.between(links.length, "conjunction")));
}
