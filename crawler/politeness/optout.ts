import type { UrlParts } from "../../shared/url/types.ts";

/** A domain with everything below it; `path`: start of the path, by whole steps, "" for all of it. */
export interface OptoutEntry {
  readonly host: string;
  readonly path: string;
}

/** Whether an address is among those whose owners asked to be left alone (C4). */
export function optoutTest(entries: readonly OptoutEntry[]): (parts: UrlParts) => boolean {
  if (entries.length === 0) return () => false;
  const pathsOf = Map.groupBy(entries, ({ host }) => host);
  const holds = (domain: string, path: string) =>
    pathsOf.get(domain)?.some((entry) => isBelow(path, entry.path)) === true;
  return ({ host, path }) => {
    for (let domain: string = host; ; domain = domain.slice(domain.indexOf(".") + 1)) {
      if (holds(domain, path)) return true;
      // A literal has no domains above it; what its tail would name is in no entry.
      if (!domain.includes(".")) return false;
    }
  };
}

function isBelow(path: string, start: string): boolean {
  if (!path.startsWith(start)) return false;
  return (
    start === "" ||
    start.endsWith("/") ||
    path.length === start.length ||
    /[/?]/.test(path[start.length] ?? "")
  );
}
