import type { Optout } from "../../db/hosts/optout.ts";
import type { UrlParts } from "../../shared/url/types.ts";

/** Whether an address is among those whose owners asked to be left alone (C4). */
export function optoutTest(entries: readonly Optout[]): (parts: UrlParts) => boolean {
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
