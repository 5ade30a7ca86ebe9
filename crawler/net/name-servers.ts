import type { Resolver } from "node:dns/promises";
import { createGate } from "./gate.ts";

/** Names of a domain's name servers; empty: none are told. Never rejects. */
export type NameServers = (domain: string) => Promise<readonly string[]>;

/** As c-ares wants it, with a port or without: an IPv6 address in brackets, and only such has two colons before its port. */
const withBrackets = (server: string): string =>
  server.startsWith("[") || server.indexOf(":") === server.lastIndexOf(":") ? server : `[${server}]`;

const QUERY_MS = 2_000;
const QUERIES_AT_ONCE = 8;
const NAMES_MAX = 16;

async function createResolver(servers: readonly string[]): Promise<Resolver> {
  const { getServers, promises } = await import("node:dns");
  const resolver = new promises.Resolver({ timeout: QUERY_MS, tries: 2 });
  const given = servers.length > 0 ? servers : getServers();
  resolver.setServers(given.map(withBrackets));
  return resolver;
}

/**
 * Asked seldom: of domains whose pages show signs of parking (C11), so that most processes do without a resolver.
 * @param servers of WEBOID_DNS; empty: the system's
 */
export function createNameServers(servers: readonly string[]): { ask: NameServers; close(): void } {
  const gate = createGate(QUERIES_AT_ONCE);
  let resolver: Promise<Resolver> | null = null;
  return {
    ask: (domain) =>
      gate.run(async () => {
        try {
          resolver ??= createResolver(servers);
          return (await (await resolver).resolveNs(domain)).slice(0, NAMES_MAX);
        } catch {
          // No such records, or no answer: no sign of anything.
          return [];
        }
      }),
    close: () => {
      resolver?.then((opened) => opened.cancel()).catch(() => {});
    },
  };
}
