import { ENTRIES_MAX, type Entry, leftOut, type UnusableEntry } from "./types.ts";

export interface BlockedDomains {
  readonly entries: readonly Entry[];
  readonly unusable: readonly UnusableEntry[];
  /** The entry that blocks the host of a URL or one of its parent domains; null: none. */
  of(url: string): Entry | null;
}

export type DomainsPage =
  | { readonly kind: "domains"; readonly domains: BlockedDomains }
  /** Other JSON than MediaWiki writes, or none. */
  | { readonly kind: "not-json"; readonly reason: string };

/** Reads MediaWiki:BlockedExternalDomains.json, `[{"domain": …}]`, up to ENTRIES_MAX as `linesOf`. An empty page is an empty list. */
export function readDomains(page: string): DomainsPage {
  if (page.trim() === "") return { kind: "domains", domains: createBlockedDomains([]) };
  let rows: unknown;
  try {
    rows = JSON.parse(page);
  } catch {
    return { kind: "not-json", reason: "it is no JSON" };
  }
  if (!Array.isArray(rows)) return { kind: "not-json", reason: "its JSON is no array" };
  const entries = rows.slice(0, ENTRIES_MAX + 1).map((row: unknown, at) => ({
    line: at + 1,
    text: domainOf(row),
    ...(at === ENTRIES_MAX && { more: rows.length - at - 1 }),
  }));
  return { kind: "domains", domains: createBlockedDomains(entries) };
}

function domainOf(row: unknown): string {
  const { domain } = (typeof row === "object" && row !== null ? row : {}) as { readonly domain?: unknown };
  return typeof domain === "string" ? domain.trim() : "";
}

export function createBlockedDomains(entries: readonly Entry[]): BlockedDomains {
  const byHost = new Map<string, Entry>();
  const unusable: UnusableEntry[] = [];
  for (const entry of entries) {
    const { line, text, more } = entry;
    const host = hostOf(text.includes("//") ? text : `https://${text}`);
    const reason =
      more !== undefined
        ? leftOut(more)
        : host === null || !host.includes(".")
          ? "is no domain with a dot"
          : host !== lower(host)
            ? "has capitals, with which MediaWiki never finds it"
            : null;
    if (reason !== null)
      unusable.push({ line, text, kind: more === undefined ? "broken" : "beyond", reason });
    else if (host !== null && !byHost.has(host)) byHost.set(host, entry);
  }
  return {
    entries,
    unusable,
    of(url) {
      if (byHost.size === 0) return null;
      const host = hostOf(url);
      if (host === null) return null;
      for (let name = lower(host); ; name = name.slice(name.indexOf(".") + 1)) {
        const entry = byHost.get(name);
        if (entry !== undefined || !name.includes(".")) return entry ?? null;
      }
    },
  };
}

/** Lower case of ASCII letters only, as PHP makes it. */
const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const PORT_MAX = 65_535;

/** The host by PHP's parse_url, which MediaWiki uses; null: none. */
function hostOf(url: string): string | null {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1];
  if (authority === undefined) return null;
  const [, host = "", port = ""] =
    /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/.exec(authority.slice(authority.lastIndexOf("@") + 1)) ?? [];
  return host === "" || Number(port) > PORT_MAX ? null : host;
}
