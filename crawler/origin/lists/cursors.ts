import type { SpamUseCursor } from "../../../db/queries/answers/spam-uses.ts";
import type { Use } from "../../../db/queries/lists/uses.ts";
import type { UrlId } from "../../../db/types.ts";
import type { UrlKey } from "../../../shared/url/types.ts";

/** Cursors say where a list stands and nothing else: each is judged as a stranger's text, and none ages. */
const DIGITS = "[0-9]{1,16}";

export const writeSpamCursor = ({ pageid, key }: SpamUseCursor): string => `${pageid}-${key}`;

export function readSpamCursor(text: string): SpamUseCursor | null {
  const [, pageid, key] = new RegExp(`^(${DIGITS})-([0-9a-f]{32})$`).exec(text) ?? [];
  return key === undefined ? null : { pageid: Number(pageid), key: key as UrlKey };
}

export const writeUseCursor = ({ pageid, url }: Use): string => `${pageid}-${url}`;

export function readUseCursor(text: string): Use | null {
  const [, pageid, url] = new RegExp(`^(${DIGITS})-(${DIGITS})$`).exec(text) ?? [];
  return url === undefined ? null : { pageid: Number(pageid), url: Number(url) as UrlId };
}
