import { systemClock } from "../../../crawler/runtime/clock.ts";
import { type NameServer, serveNames } from "../../../crawler/sample/names.ts";
import { UNTRUSTED_CERTIFICATE, UNTRUSTED_KEY } from "../../../crawler/sample/sample.ts";
import { serveWeb, type WebReply, type WebRequest } from "../../../crawler/sample/web.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";

/**
 * An address of loopback that nothing else uses: the links of the test wiki carry no ports, so the test web has to be had
 * at 80 and 443, which other services of the machine may hold on 127.0.0.1.
 */
const ADDRESS = "127.9.9.9";

/** What the sites of one kind do, and what Weboid has to make of it after some weeks. */
interface Kind {
  readonly reply: (request: WebRequest) => WebReply;
  readonly verdict: Verdict;
}

const answer = (status: number, location?: string): WebReply => ({
  kind: "answer",
  status,
  ...(location === undefined ? {} : { location }),
});

/** By the letters at the beginning of a host's name: `gone-017.zz` is of the kind `gone`. Others are fine. */
const KINDS: Readonly<Record<string, Kind>> = {
  fine: { reply: () => answer(200), verdict: "working" },
  moved: {
    reply: ({ host, path }) => answer(301, `http://fine-${host.replace(/\D/g, "")}.zz${path}`),
    verdict: "working",
  },
  // The page is lost, a reader who came there from a link sees the first page of a site (C6).
  lost: {
    reply: ({ host, path }) => (path === "/" ? answer(200) : answer(301, `http://${host}/`)),
    verdict: "doubtful",
  },
  gone: { reply: () => answer(410), verdict: "unreachable" },
  missing: { reply: () => answer(404), verdict: "unreachable" },
  broken: { reply: () => answer(500), verdict: "unreachable" },
  reset: { reply: () => ({ kind: "reset" }), verdict: "unreachable" },
  // Its name does not resolve.
  nowhere: { reply: () => answer(500), verdict: "unreachable" },
  refused: { reply: () => answer(403), verdict: "refused" },
};
export const KIND_NAMES = Object.keys(KINDS);

const kindOf = (host: string): Kind | undefined => KINDS[/^([a-z]+)-\d/.exec(host)?.[1] ?? ""];

/** Every tenth of the wiki's two thousand bulk links is dead as well. */
const isDeadItem = (host: string, path: string): boolean =>
  /^bulk\d/.test(host) && /^\/item\/\d*0$/.test(path);

/** On the seed's own spam list, which the feeder reads. */
const SPAM: ReadonlySet<string> = new Set([
  "http://spam.zz/buy",
  "http://www.spam.zz/",
  "http://casino77.zz/",
  "http://evil.zz/path/only",
]);

/** The verdict that a link to the test web has to get; null: links elsewhere, of which nothing is known. */
export function truthOf(link: string): Verdict | null {
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname.endsWith(".zz")) return null;
  if (url.port !== "") return null;
  if (SPAM.has(link)) return "spam";
  return (
    kindOf(url.hostname)?.verdict ?? (isDeadItem(url.hostname, url.pathname) ? "unreachable" : "working")
  );
}

export interface TestWeb {
  /** For WEBOID_DNS. */
  readonly dns: string;
  close(): Promise<void>;
}

/** Opens the test web and the name server that leads all names under .zz to it, and no others anywhere. */
export async function openWeb(): Promise<TestWeb> {
  const names: NameServer = await serveNames((name) =>
    name.endsWith(".zz") && !name.startsWith("nowhere")
      ? { kind: "address", address: ADDRESS }
      : { kind: "unknown" },
  );
  try {
    const web = await serveWeb({
      hostname: ADDRESS,
      port: 80,
      secure: { port: 443, key: UNTRUSTED_KEY, cert: UNTRUSTED_CERTIFICATE },
      clock: systemClock,
      web: (request) =>
        kindOf(request.host)?.reply(request) ?? answer(isDeadItem(request.host, request.path) ? 404 : 200),
    });
    return {
      dns: names.address,
      async close() {
        web.close();
        await names.close();
      },
    };
  } catch (error) {
    await names.close();
    throw new Error(
      `ports 80 and 443 of ${ADDRESS} cannot be had (${String(error)}): run this test as root, or allow them with sysctl net.ipv4.ip_unprivileged_port_start=80`,
    );
  }
}
