import { classify } from "../url/classify.ts";
import { splitUrl } from "../url/parts.ts";
import type { NormalisedUrl } from "../url/types.ts";
import type { PeopleLock } from "./people-log.ts";

/** What a lock covers. `host`: to which it belongs; "": everything. */
export type LockTarget = Pick<PeopleLock, "scope" | "target"> & { readonly host: string };

/**
 * `*`: everything; an address with its scheme: that URL; a name: that host; a name and the start of a path: what begins so there, whatever
 * scheme and port. null: none of these.
 */
export function parseLockTarget(written: string): LockTarget | null {
  const text = written.trim();
  if (text === "*") return { scope: "everything", target: "", host: "" };
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const found = classify(isUrl ? text : `http://${text}`, { allowPrivate: true });
  if (found.kind !== "resource") return null;
  const { host, port, path } = found.parts;
  if (isUrl) return { scope: "url", target: found.url, host };
  if (port !== 0) return null;
  return path === "/" ? { scope: "host", target: host, host } : { scope: "path", target: host + path, host };
}

/** As `parseLockTarget` reads it. */
export const lockTargetText = ({ scope, target }: Pick<PeopleLock, "scope" | "target">): string =>
  scope === "everything" ? "*" : target;

/** Whether a lock covers a URL; of a whole host: whether it covers any of its URLs. */
export function isLocked(
  { scope, target, host }: LockTarget,
  url: NormalisedUrl,
  { whole }: { readonly whole: boolean },
): boolean {
  const parts = splitUrl(url);
  if (scope === "everything") return true;
  if (host !== parts.host) return false;
  if (whole || scope === "host") return true;
  return scope === "url" ? target === url : (parts.host + parts.path).startsWith(target);
}
