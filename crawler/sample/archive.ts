import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One capture of the sample archive. */
export interface Capture {
  /** YYYYMMDDhhmmss */
  readonly timestamp: string;
  /** As the archive wrote it down. */
  readonly original: string;
  /** null: a revisit record, which says that the content was that of an earlier capture. */
  readonly status: number | null;
  readonly mime: string;
  /** What the page showed. */
  readonly text: string;
}

export interface ArchiveServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, as WEBOID_ARCHIVE_ENDPOINTS takes it. */
  readonly base: string;
  close(): void;
}

interface ArchiveOptions {
  /** 0: any free one. */
  readonly port: number;
  /** What it has of a URL, oldest first. */
  readonly capturesOf: (url: string) => readonly Capture[];
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const COLUMNS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"];

/**
 * Starts a small archive on loopback that answers as the Wayback Machine documents it: the index of captures, availability,
 * TimeMaps in both forms, and the versions themselves. For the sample and the tests; its pages say that it is no real one.
 */
export function serveArchive({ port, capturesOf }: ArchiveOptions): Promise<ArchiveServer> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const base = `http://${request.headers.host}`;
    const { status, type, body, headers } = answer(request.url ?? "/", base, capturesOf);
    response.writeHead(status, {
      "content-type": type,
      "content-length": Buffer.byteLength(body),
      ...headers,
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen({ host: "127.0.0.1", port }, () => {
      const { port: own } = server.address() as AddressInfo;
      done({
        port: own,
        base: `http://127.0.0.1:${own}`,
        close() {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

const json = (value: unknown): Reply => ({
  status: 200,
  type: "application/json",
  body: `${JSON.stringify(value)}\n`,
});

function answer(path: string, base: string, capturesOf: ArchiveOptions["capturesOf"]): Reply {
  const { pathname, searchParams } = new URL(path, base);
  const behind = (start: string): string | null => (path.startsWith(start) ? path.slice(start.length) : null);
  if (pathname === "/cdx/search/cdx") {
    const captures = capturesOf(searchParams.get("url") ?? "");
    return json(table(within(captures, searchParams)));
  }
  if (pathname === "/wayback/available") {
    const url = searchParams.get("url") ?? "";
    return json({ url, archived_snapshots: closestOf(capturesOf(url), searchParams.get("timestamp"), base) });
  }
  const asJson = behind("/web/timemap/json/");
  if (asJson !== null) return json(table(capturesOf(asJson)));
  const asLinks = behind("/web/timemap/link/");
  if (asLinks !== null) return timeMap(capturesOf(asLinks), asLinks, base);
  const [, timestamp = "", url = ""] = /^\/web\/(\d{4,14})(?:[a-z]{2}_)?\/(.+)$/.exec(path) ?? [];
  const capture = capturesOf(url).find((one) => one.timestamp === timestamp);
  return capture === undefined ? page(404, "This archive does not have that page.") : replay(capture);
}

function within(captures: readonly Capture[], query: URLSearchParams): readonly Capture[] {
  const from = query.get("from") ?? "";
  const to = `${query.get("to") ?? ""}99999999999999`;
  const found = captures.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
  return found.slice(0, Number(query.get("limit") ?? found.length));
}

const table = (captures: readonly Capture[]): readonly (readonly string[])[] =>
  captures.length === 0
    ? []
    : [
        COLUMNS,
        ...captures.map(({ timestamp, original, status, mime, text }) => [
          keyOf(original),
          timestamp,
          original,
          status === null ? "warc/revisit" : mime,
          status === null ? "-" : String(status),
          digestOf(text),
          String(500 + text.length),
        ]),
      ];

/** The name under which an index files a URL: host from the end, then the path. */
function keyOf(original: string): string {
  const { hostname, pathname, search } = new URL(original);
  const host = hostname
    .replace(/^www\./, "")
    .split(".")
    .reverse()
    .join(",");
  return `${host})${pathname}${search}`.toLowerCase();
}

const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** SHA-1 in base 32. */
function digestOf(text: string): string {
  const bits = [...createHash("sha1").update(text).digest()]
    .map((byte) => byte.toString(2).padStart(8, "0"))
    .join("");
  return bits.replace(/.{5}/g, (five) => BASE_32[Number.parseInt(five, 2)] ?? "");
}

const versionUrl = ({ timestamp, original }: Capture, base: string) => `${base}/web/${timestamp}/${original}`;

function closestOf(captures: readonly Capture[], timestamp: string | null, base: string): object {
  const wanted = Number((timestamp ?? "9").padEnd(14, "0"));
  const distance = (capture: Capture) => Math.abs(Number(capture.timestamp) - wanted);
  const [closest] = captures
    .filter(({ status }) => status === 200)
    .toSorted((one, other) => distance(one) - distance(other));
  if (closest === undefined) return {};
  const url = versionUrl(closest, base);
  return { closest: { status: "200", available: true, url, timestamp: closest.timestamp } };
}

function timeMap(captures: readonly Capture[], url: string, base: string): Reply {
  if (captures.length === 0) return { status: 404, type: "text/plain", body: "" };
  const links = captures.map((capture, at) => {
    const rel = [at === 0 && "first", at === captures.length - 1 && "last", "memento"]
      .filter(Boolean)
      .join(" ");
    return `<${versionUrl(capture, base)}>; rel="${rel}"; datetime="${dateOf(capture)}"`;
  });
  const head = [
    `<${url}>; rel="original"`,
    `<${base}/web/timemap/link/${url}>; rel="self"; type="application/link-format"`,
    `<${base}/web/${url}>; rel="timegate"`,
  ];
  return { status: 200, type: "application/link-format", body: `${[...head, ...links].join(",\n")}\n` };
}

const dateOf = ({ timestamp: t }: Capture): string =>
  new Date(
    `${t.slice(0, 4)}-${t.slice(4, 6)}-${t.slice(6, 8)}T${t.slice(8, 10)}:${t.slice(10, 12)}:${t.slice(12)}Z`,
  ).toUTCString();

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (status: number, text: string): Reply => ({
  status,
  type: "text/html; charset=utf-8",
  body: `<!doctype html><title>Sample archive</title><p style="background:#eee;padding:.5em">This is the sample archive of Weboid on this machine, no real one.</p><p>${escaped(text)}</p>\n`,
});

/** The version with the status of that time, as archives replay it (RFC 7089, 2.1.1). */
function replay(capture: Capture): Reply {
  const reply = page(capture.status ?? 200, `${capture.original}, ${dateOf(capture)}: ${capture.text}`);
  return { ...reply, headers: { "memento-datetime": dateOf(capture) } };
}
