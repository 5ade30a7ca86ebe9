import type { WikiProfile } from "../protocol/types.ts";
import { classify } from "../url/classify.ts";
import type { UrlParts } from "../url/types.ts";

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
export function internalTest(
  profile: Pick<WikiProfile, "server" | "internalHosts"> | null,
): (parts: Pick<UrlParts, "host" | "port">) => boolean {
  if (profile === null) return () => false;
  const pattern = compiled(profile.internalHosts);
  const server = classify(profile.server, { allowPrivate: true });
  const own = server.kind === "resource" ? server.parts : null;
  return ({ host, port }) =>
    (own !== null && host === own.host && port === own.port) || (pattern?.test(host) ?? false);
}
