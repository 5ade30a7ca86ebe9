import { joinUrl } from "../../shared/url/parts.ts";
import { portRefused } from "../../shared/url/ports.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { resolveReference } from "../classify/reference.ts";
import type { ExchangeResult } from "../net/transport.ts";

/** A robots.txt that takes longer delays its host's next check by this, and has said nothing. */
export const ROBOTS_MS_MAX = 2_000;
/** RFC 9309, 2.5: at least so much of the file counts. */
export const ROBOTS_BYTES_MAX = 500 * 1024;
/** RFC 9309, 2.3.1.2. */
const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface RobotsRequests {
  readonly allowPrivate: boolean;
  /** One request by GET with the text of the page, within the check that holds the host's lease; null: it could not be asked. */
  get(parts: UrlParts): Promise<ExchangeResult | null>;
}

/**
 * The text of a host's robots.txt, "" where there is none; null: nobody knows (RFC 9309, 2.3.1.4: unreachable, or 5xx). The RFC
 * lets crawlers assume the worst then; a link checker that did would never find a host down. Any 4xx means that there is none
 * (2.3.1.3), but for 429 and walls: those speak of who asks, and must not put an end to what the owner wrote. Redirects are followed to other hosts as well, and hold for the one that was asked (2.3.1.2).
 */
export async function fetchRobots(start: UrlParts, requests: RobotsRequests): Promise<string | null> {
  const { allowPrivate } = requests;
  let parts: UrlParts = { ...start, path: "/robots.txt" };
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const result = await requests.get(parts);
    if (result?.kind !== "exchange") return null;
    const { http, location, wall, page, bodyBytes, bodyComplete } = result.exchange;
    if (wall !== null || http === 429 || http >= 500) return null;
    if (http >= 200 && http < 300) {
      // Cut off, or not to be unpacked: half a file may lack our group.
      if (!bodyComplete && bodyBytes < ROBOTS_BYTES_MAX) return null;
      return page ?? (bodyBytes === 0 ? "" : null);
    }
    if (!REDIRECTS.has(http)) return "";
    const target = location === null ? null : resolveReference(joinUrl(parts), location, { allowPrivate });
    if (target === null || target.kind !== "resource") return "";
    if (!/^https?$/.test(target.parts.scheme) || portRefused(target.parts)) return "";
    parts = target.parts;
  }
  return "";
}
