import { classify } from "../url/classify.ts";
import type { UrlParts } from "../url/types.ts";

/** What tells a wiki's own hosts; a part of its profile. */
export interface OwnHosts {
  /** Scheme and host of the wiki, `https://de.wikipedia.org`. */
  readonly server: string;
  /** Hosts of its farm (U5), as the source of a regular expression over host names; null: only `server`'s host. */
  readonly internalHosts: string | null;
}

/** Longer patterns are a mistake of configuration. */
const PATTERN_LENGTH_MAX = 1_000;

function compiled(pattern: string | null): RegExp | null {
  if (pattern === null || pattern.length > PATTERN_LENGTH_MAX) return null;
  try {
    return new RegExp(pattern, "i");
  } catch {
    return null;
  }
}

/**
 * Tells the links into the own farm (U5): hosts that match the farm's pattern, and the wiki's own host and port.
 * A pattern that is none counts as absent: an answer must not fail because of it.
 */
export function internalTest(profile: OwnHosts | null): (parts: Pick<UrlParts, "host" | "port">) => boolean {
  if (profile === null) return () => false;
  const pattern = compiled(profile.internalHosts);
  const server = classify(profile.server, { allowPrivate: true });
  const own = server.kind === "resource" ? server.parts : null;
  return ({ host, port }) =>
    (own !== null && host === own.host && port === own.port) || (pattern?.test(host) ?? false);
}
