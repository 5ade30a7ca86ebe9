import { classify } from "../url/classify.ts";
import { registrableDomain } from "../url/domain.ts";
import { splitUrl } from "../url/parts.ts";
import { ANY_BELOW, coveredBy, scopeOf } from "../url/report-scope.ts";
import type { HostName, NormalisedUrl } from "../url/types.ts";
import type { LogEntry, PeopleLock } from "./people-log.ts";

/** What a lock covers. `host`: to which it belongs, `*.example.org` with all below; "": everything. */
export type LockTarget = Pick<PeopleLock, "scope" | "target"> & { readonly host: string };

/**
 * `*`: everything; an address with its scheme: that URL; a name: that host; `*.` and a domain that somebody can register: that with all
 * below; a name or such a domain, and the start of a path: what begins so there, whatever scheme and port. null: none of these.
 */
export function parseLockTarget(written: string): LockTarget | null {
  const text = written.trim();
  if (text === "*") return { scope: "everything", target: "", host: "" };
  if (text.startsWith(ANY_BELOW)) return belowDomain(parseLockTarget(text.slice(ANY_BELOW.length)));
  const isUrl = hasScheme(text);
  const found = classified(text);
  if (found.kind !== "resource") return null;
  const { host, port, path } = found.parts;
  if (isUrl) return { scope: "url", target: found.url, host };
  if (port !== 0) return null;
  return path === "/" ? { scope: "host", target: host, host } : { scope: "path", target: host + path, host };
}

const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
const classified = (text: string) =>
  classify(hasScheme(text) ? text : `http://${text}`, { allowPrivate: true });

function belowDomain(top: LockTarget | null): LockTarget | null {
  if (top === null || (top.scope !== "host" && top.scope !== "path")) return null;
  if (/^[\d.]+$|^\[/.test(top.host)) return null;
  const domain = registrableDomain(`any.${top.host}` as HostName);
  // Longer than the name: others register below it.
  if (domain.length > top.host.length) return null;
  return { scope: "path", target: ANY_BELOW + top.target, host: ANY_BELOW + top.host };
}

/** Whether it names a host of which no link is watched, as it is reserved for examples and tests (U2). */
export function isReservedTarget(written: string): boolean {
  const found = classified(written.trim().replace(/^\*\./, ""));
  return found.kind === "ignored" && found.reason === "reserved-name";
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
  if (!coveredBy([scopeOf(host, "")])(parts)) return false;
  if (whole || scope === "host") return true;
  return scope === "url" ? target === url : (host + parts.path).startsWith(target);
}

/** The lock that keeps all but administrators from undoing an entry by its contrary; null: none. */
export function lockOnEntry(
  locks: readonly PeopleLock[],
  { scope, text }: Pick<LogEntry, "scope" | "text">,
): PeopleLock | null {
  if (text === null) return null;
  const whole = scope !== "url";
  const found = classified((whole ? text.detail : null) ?? text.target);
  if (found.kind !== "resource") return null;
  const isWide = scope === "path" && text.target.startsWith(ANY_BELOW);
  const [below] = isWide ? text.target.slice(ANY_BELOW.length).split("/") : [];
  const holds = (lock: PeopleLock): boolean => {
    const target = parseLockTarget(lockTargetText(lock));
    if (target === null) return false;
    return (
      isLocked(target, found.url, { whole }) ||
      (below !== undefined && `.${target.host}`.endsWith(`.${below}`))
    );
  };
  return locks.find(holds) ?? null;
}
