import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { asDay, type Day } from "../../shared/calendar/day.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import { isSampleHost } from "../../shared/url/sample.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Clock } from "../runtime/clock.ts";
import { WorkError } from "../runtime/errors.ts";
import { serveArchive } from "./archive.ts";
import { GIVEN_UP, sampleArticles } from "./articles.ts";
import { capturesOfSample } from "./captures.ts";
import { serveNames } from "./names.ts";
import { answerAsSampleWeb, resolveSample } from "./sites.ts";
import { serveWeb, type WebServer } from "./web.ts";
import { type SampleWiki, serveSampleWiki } from "./wiki.ts";

/**
 * A certificate that nobody trusts, and its key: what a web server with a neglected certificate shows. It names
 * hosts under .zz only, a top-level domain that does not exist, so that this key is no secret.
 */
export const UNTRUSTED_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO0e5kdpdue4VUpDW
89VcIf2XlKcVAjo/d8upkGZfh7KhRANCAASWeg8ala3FSxfTeK6He94nFr8GZ8UL
3P6ViAop50rOFLzraDPTN7ctnDpzdhKwsSpOwz+EtfZWU4wydlXA9bU+
-----END PRIVATE KEY-----
`;

/** Self-signed, 2020 to 2120, for *.sample.zz and *.zz; the sample's own names are others, so that it does not fit either. */
export const UNTRUSTED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIBATAKBggqhkjOPQQDAjArMSkwJwYDVQQDDCBXZWJvaWQg
c2FtcGxlLCB0cnVzdGVkIGJ5IG5vYm9keTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
MDEwMTAwMDAwMFowKzEpMCcGA1UEAwwgV2Vib2lkIHNhbXBsZSwgdHJ1c3RlZCBi
eSBub2JvZHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASWeg8ala3FSxfTeK6H
e94nFr8GZ8UL3P6ViAop50rOFLzraDPTN7ctnDpzdhKwsSpOwz+EtfZWU4wydlXA
9bU+o0owSDAcBgNVHREEFTATggsqLnNhbXBsZS56eoIEKi56ejAJBgNVHRMEAjAA
MB0GA1UdDgQWBBTtp5wibRC6VNfeVtEKYXhtMuY3pzAKBggqhkjOPQQDAgNIADBF
AiEA9mKHFt+3cIsdW9ECjwCC06H1fu5FTfd6ZG8Xku5RKu8CIAf/ZZpZ9liBbG2R
ElkiXSqa1IDC03ImU6LPv9Y/XF2t
-----END CERTIFICATE-----
`;

/** What must not change between two starts: the ports stand in the links, the day in the sites' fates. */
const stateSchema = z.object({
  http: z.int().min(1).max(65_535),
  https: z.int().min(1).max(65_535),
  wiki: z.int().min(1).max(65_535),
  /** Of the archive, whose address stands in its versions; 0: none yet. */
  archive: z.int().min(0).max(65_535).default(0),
  /** Day on which the sample was set up. */
  day: z.int().min(0).max(65_535),
});
type State = z.infer<typeof stateSchema>;

export interface Sample {
  readonly wiki: SampleWiki;
  /** Whether a URL is one of the sample web, at its ports: no other one leads to this machine by its names. */
  isOurs(url: NormalisedUrl): boolean;
  /** For `WEBOID_DNS`. */
  readonly dns: string;
  /** Base address of the sample archive, for WEBOID_ARCHIVE_ENDPOINTS. */
  readonly archive: string;
  readonly articles: ReturnType<typeof sampleArticles>;
  /** Day on which the sample was set up; its sites change by the days since then. */
  readonly day: Day;
  close(): Promise<void>;
}

/** Below the range from which systems give out ports of their own, so that ours are still free at the next start. */
const PORT_MIN = 20_000;
const PORT_MAX = 25_999;
const ATTEMPTS = 40;
/** The names lead wherever we say, so a port that is taken on one loopback address may be had on another. */
const ADDRESSES = ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.83.12.7"];

const anyPort = () => PORT_MIN + Math.floor(Math.random() * (PORT_MAX - PORT_MIN + 1));
const isTaken = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  /^EADDRINUSE$|^EADDRNOTAVAIL$|^EACCES$/.test(String(error.code));

/** The first attempt that does not meet a port that is taken. */
async function firstFree<A, T>(
  attempts: readonly A[],
  open: (attempt: A) => T | Promise<T>,
): Promise<T | null> {
  for (const attempt of attempts) {
    try {
      return await open(attempt);
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return null;
}

function readState(file: string): State | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

function writeState(file: string, state: State): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
  renameSync(`${file}.new`, file);
}

interface SampleOptions {
  /** Keeps `sample.json`. */
  readonly dataDir: string;
  /** The day that the sample web lives in. */
  readonly clock: Clock;
  readonly gadgetUrl: string;
}

/**
 * Starts the sample wiki, the sample web, the name server that leads to it, and the sample archive, all on loopback. A later start has the
 * same ports in the same links; a WorkError says what to do where one of them is taken.
 */
export async function startSample({ dataDir, clock, gadgetUrl }: SampleOptions): Promise<Sample> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "sample.json");
  const earlier = readState(file);
  const day = asDay(earlier?.day ?? clock.today());
  const open = async ({ hostname, http, https }: { hostname: string; http: number; https: number }) => ({
    hostname,
    server: await serveWeb({
      hostname,
      port: http,
      secure: { port: https, key: UNTRUSTED_KEY, cert: UNTRUSTED_CERTIFICATE },
      clock,
      web: (request) => answerAsSampleWeb(request, request.day - day),
    }),
  });
  const attempts =
    earlier === null
      ? Array.from({ length: ATTEMPTS }, () => ({ hostname: "127.0.0.1", http: anyPort(), https: anyPort() }))
      : ADDRESSES.map((hostname) => ({ hostname, http: earlier.http, https: earlier.https }));
  const web = await firstFree(attempts, open);
  if (web === null)
    throw new WorkError(
      earlier === null
        ? `no free ports between ${PORT_MIN} and ${PORT_MAX} for the sample web; stop other programs and start again`
        : `port ${earlier.http} or ${earlier.https}, which stand in the sample's links, is taken by another program; stop that, or begin a new sample by removing ${dataDir}`,
    );
  return rest(web, { file, earlier, day, gadgetUrl });
}

interface Rest {
  readonly file: string;
  readonly earlier: State | null;
  readonly day: Day;
  readonly gadgetUrl: string;
}

async function rest(web: { hostname: string; server: WebServer }, { file, earlier, day, gadgetUrl }: Rest) {
  const { port: http, securePort } = web.server;
  const https = securePort ?? http;
  const articles = sampleArticles({ http, https });
  // The wiki may move: its address is configured at every start.
  const ports = [...(earlier === null ? [] : [earlier.wiki]), ...Array.from({ length: ATTEMPTS }, anyPort)];
  const wiki = await firstFree(ports, (port) => serveSampleWiki({ port, articles, gadgetUrl }));
  if (wiki === null) {
    web.server.close();
    throw new WorkError(
      `no free port between ${PORT_MIN} and ${PORT_MAX} for the sample wiki; stop other programs`,
    );
  }
  const archivePorts = [earlier?.archive ?? 0, ...Array.from({ length: ATTEMPTS }, anyPort)].filter(
    (port) => port > 0,
  );
  const archive = await firstFree(archivePorts, (port) =>
    serveArchive({ port, capturesOf: (url) => capturesOfSample(url, day) }),
  );
  if (archive === null) {
    web.server.close();
    wiki.close();
    throw new WorkError(
      `no free port between ${PORT_MIN} and ${PORT_MAX} for the sample archive; stop other programs`,
    );
  }
  const names = await serveNames((name) => resolveSample(name, web.hostname));
  writeState(file, { http, https, wiki: wiki.port, archive: archive.port, day });
  return {
    wiki,
    dns: names.address,
    archive: archive.base,
    articles,
    day,
    isOurs: (url) => {
      const { host, port } = splitUrl(url);
      return (isSampleHost(host) || host.endsWith(GIVEN_UP)) && (port === http || port === https);
    },
    async close() {
      wiki.close();
      archive.close();
      web.server.close();
      await names.close();
    },
  } satisfies Sample;
}
