import { memo } from "../../shared/url/memo.ts";
import { normalisePath } from "../../shared/url/path.ts";
import type { Exchange } from "./outcome.ts";

/** What a reader takes for the same address: no scheme, no `www.`, no slash at the end of the path, escapes in any spelling. */
const sameAddressKey = memo(16, 1_000, (url): string | null => {
  if (!URL.canParse(url)) return null;
  const { host, pathname, search } = new URL(url);
  return `${host.replace(/^www\./, "")}${normalisePath(pathname.replace(/\/$/, "") + search)}`;
});

/** C6: nothing changed but http/https, `www.` or a trailing slash, which is 63 in the table. */
export function isMereChange(from: string, to: string): boolean {
  const key = sameAddressKey(from);
  return key !== null && key === sameAddressKey(to);
}

/** Where a hop pointed to; null without a readable Location. */
export function targetOf({ url, location }: Exchange): string | null {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href : null;
}

/** Longer targets are noise (session state), and notes are stored with the URL. */
const NOTED_URL_LENGTH_MAX = 2_000;

/** As the value of a note; null: too long. */
export const notedUrl = (url: string): string | null => (url.length <= NOTED_URL_LENGTH_MAX ? url : null);

/**
 * The new address of a page that moved for good: where the permanent redirects (301, 308) at the beginning of the
 * chain lead. Null when the first one is temporary, as its target changes from visit to visit.
 */
export function movedTo(chain: readonly Exchange[]): string | null {
  const hops = chain.slice(0, -1);
  const temporary = hops.findIndex(({ http }) => http !== 301 && http !== 308);
  const target = chain[temporary === -1 ? chain.length - 1 : temporary];
  if (temporary === 0 || hops.length === 0 || target === undefined) return null;
  return notedUrl(target.url);
}
