import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type NameServer, type Resolution, serveNames } from "../../crawler/sample/names.ts";
import type { Dice } from "../../crawler/sample/verdicts/testing/dice.ts";

/** What the sites of the trial do, by the first part of a path. */
const STATUSES = { fine: 200, gone: 404, broken: 500, moved: 301 } as const;
type SiteKind = keyof typeof STATUSES;
const KINDS: readonly SiteKind[] = [
  "fine",
  "fine",
  "fine",
  "fine",
  "fine",
  "gone",
  "gone",
  "moved",
  "broken",
];
const HOSTS = 150;
const BODY = "<!doctype html><html><title>Fine</title><p>This is what was linked to.</html>";

export const NAME_LIES = ["failed", "unknown", "silent", "some unknown"] as const;
type NameLie = (typeof NAME_LIES)[number];

/** The web that the wikis link to, and the name service that leads there, both in this process. */
export interface TrialWeb {
  readonly dns: string;
  /** An address that is up when the web is. */
  readonly control: string;
  /** For the archivist: an archive that has nothing. */
  readonly archive: string;
  /** A link that nobody saw before, or one that is on a page already. */
  link(): string;
  /** GETs and HEADs of each link. */
  readonly visits: ReadonlyMap<string, { readonly head: number; readonly get: number }>;
  /** It was asked for so many milliseconds ago, or earlier. */
  seenBefore(link: string, ms: number): boolean;
  /** null: names are what they are. */
  lie(about: NameLie | null): void;
  close(): Promise<void>;
}

/** @param linksMax with so many links all are on some page already */
export async function openTrialWeb(dice: Dice, linksMax = Number.POSITIVE_INFINITY): Promise<TrialWeb> {
  const visits = new Map<string, { head: number; get: number }>();
  const firstAsked = new Map<string, number>();
  const links = new Set<string>();
  let lie: NameLie | null = null;
  const resolve = (name: string): Resolution => {
    if (lie === "failed" || lie === "silent" || lie === "unknown") return { kind: lie };
    if (lie === "some unknown" && dice.chance(0.3)) return { kind: "failed" };
    return name.endsWith(".zz") ? { kind: "address", address: "127.0.0.1" } : { kind: "unknown" };
  };
  const names: NameServer = await serveNames(resolve);
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const isHead = request.method === "HEAD";
    if (links.has(url)) {
      if (!firstAsked.has(url)) firstAsked.set(url, performance.now());
      const seen = visits.get(url) ?? { head: 0, get: 0 };
      seen[isHead ? "head" : "get"] += 1;
      visits.set(url, seen);
    }
    const kind = request.url?.split("/")[1] ?? "";
    const status = kind in STATUSES ? STATUSES[kind as SiteKind] : kind === "" ? 200 : 404;
    response.writeHead(status, {
      "content-type": "text/html",
      connection: "close",
      ...(status === 301 && { location: "/fine/moved" }),
    });
    response.end(isHead ? undefined : status === 200 ? BODY : "no");
  });
  const port = await listen(server);
  let made = 0;
  return {
    dns: names.address,
    control: `http://control.zz:${port}/`,
    archive: `http://127.0.0.1:${port}/nothing`,
    link() {
      // One in four is on some page already.
      const known =
        links.size >= linksMax || dice.chance(0.25)
          ? [...links][dice.whole(0, Math.max(0, links.size - 1))]
          : undefined;
      if (known !== undefined) return known;
      made += 1;
      const kind = KINDS[dice.whole(0, KINDS.length - 1)];
      const link = `http://h${dice.whole(1, HOSTS)}.zz:${port}/${kind}/${made}`;
      links.add(link);
      return link;
    },
    visits,
    seenBefore: (link, ms) => performance.now() - (firstAsked.get(link) ?? Number.POSITIVE_INFINITY) >= ms,
    lie(about) {
      lie = about;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await names.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
