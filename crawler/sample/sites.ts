import { createSocket } from "node:dgram";
import type { WebReply, WebRequest } from "./web.ts";

/** What a small name server of our own says of a name. */
export type Resolution =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "refused" }
  | { readonly kind: "failed" }
  | { readonly kind: "silent" };

export interface NameServer {
  /** `127.0.0.1:PORT`, as `WEBOID_DNS` takes it. */
  readonly address: string;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const RCODE = { address: 0, failed: 2, unknown: 3, refused: 5 } as const;
const TYPE_A = 1;
const ANSWER = 0x8400;
const RECURSION_DESIRED = 0x0100;
const RECURSION_AVAILABLE = 0x0080;
const TTL_S = 5;

interface Question {
  readonly name: string;
  readonly type: number;
  /** First byte after the question section's only entry. */
  readonly end: number;
}

/** RFC 1035, 4.1.2: one question, no compression in it. Null: not a query that we understand. */
function readQuestion(message: Buffer): Question | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63 || at + 1 + length > message.length) return null;
    if (length === 0) break;
    labels.push(message.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  if (at + 5 > message.length) return null;
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answer(message: Buffer, question: Question, resolution: Resolution): Buffer | null {
  if (resolution.kind === "silent") return null;
  // An existing name without the type asked for: an empty answer (RFC 2308, "no data").
  const address = resolution.kind === "address" && question.type === TYPE_A ? resolution.address : null;
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(message.readUInt16BE(0), 0);
  const asked = message.readUInt16BE(2) & RECURSION_DESIRED;
  head.writeUInt16BE(ANSWER | asked | RECURSION_AVAILABLE | RCODE[resolution.kind], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(address === null ? 0 : 1, 6);
  const parts = [head, message.subarray(HEADER_BYTES, question.end)];
  if (address !== null) {
    const record = Buffer.alloc(16);
    record.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
    record.writeUInt16BE(TYPE_A, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(TTL_S, 6);
    record.writeUInt16BE(4, 10);
    for (const [i, byte] of address.split(".").entries()) record.writeUInt8(Number(byte), 12 + i);
    parts.push(record);
  }
  return Buffer.concat(parts);
}

/** A name server on loopback (UDP, a free port) for the sample and the tests. `resolve` is given names in lower case. */
export function serveNames(resolve: (name: string) => Resolution): Promise<NameServer> {
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const question = readQuestion(message);
    const reply = question === null ? null : answer(message, question, resolve(question.name));
    if (reply !== null) socket.send(reply, from.port, from.address);
  });
  return new Promise((done, fail) => {
    socket.once("error", fail);
    socket.bind(0, "127.0.0.1", () => {
      socket.off("error", fail);
      socket.on("error", () => {});
      done({
        address: `127.0.0.1:${socket.address().port}`,
        close: () => new Promise((closed) => socket.close(() => closed())),
      });
    });
  });
}

/** Names of the sample web; `.zz` is no top-level domain of the real one. */
export const SAMPLE_DOMAIN = "sample.zz";

/**
 * What a site answers. `age`: days since the day on which the sample was set up, negative for the weeks before it, which
 * the sample lives through at its first start.
 */
type Site = (age: number, request: WebRequest) => WebReply;

const page = (title: string): WebReply => ({
  kind: "answer",
  status: 200,
  body: `<!doctype html><title>${title}</title><h1>${title}</h1><p>A page of the sample web.</p>\n`,
});
const status = (number: number): WebReply => ({ kind: "answer", status: number });
const moved = (location: string, number = 301): WebReply => ({ kind: "answer", status: number, location });
const file = (type: string, length: number): WebReply => ({
  kind: "answer",
  status: 200,
  type,
  length,
  body: type === "application/pdf" ? "%PDF-1.7\n% a sample without pages\n" : "PK\u0003\u0004",
});
const here = (request: WebRequest, host: string, path: string) =>
  `http://${host}.${SAMPLE_DOMAIN}:${new URL(`http://${request.authority}`).port}${path}`;

/** By the first label of the host name. A label that is not here has no address: its domain was given up. */
const SITES: Readonly<Record<string, Site>> = {
  // Well for as long as anyone looked.
  "lantern-museum": () => page("The Lantern Museum of Harrowmere"),
  "harrowmere-council": () => page("Harrowmere Town Council"),
  "tern-island-trust": () => page("Tern Island Trust"),
  "osmere-bells": () => page("Osmere Bellfounders' Guild"),
  "kite-festival": () => page("The Kite Parliament"),
  "xn--mller-kva": () => page("Müller's travels"),
  "orchid-society": () => page("Saltmarsh Orchid Society"),
  // Answers in its own good time.
  "slow-archive": () => ({ ...page("Osmere county archive"), delayMs: 900 }) as WebReply,
  // A document worth telling of (C8), and one with an odd type.
  "thornbury-letters": () => file("application/pdf", 1_482_752),
  "quillan-observatory": (_, { path }) =>
    path.endsWith(".zip") ? file("application/zip", 48_300_000) : page("Quillan Observatory"),
  // HEAD is not to its taste (C1).
  "copper-railway": (_, { method }) => (method === "HEAD" ? status(405) : page("Copper Railway")),
  // Gone for good before we first looked.
  "lamp-collectors": () => status(410),
  "old-harrowmere": () => status(404),
  // Fine at first, then no more: five weeks ago, and only last week.
  "tern-keepers": (age) => (age < -37 ? page("Keepers of Tern Island") : status(404)),
  "kite-news": (age) => (age < -6 ? page("Kite News") : status(404)),
  "osmere-chronicle": (age) => (age < -52 ? page("Osmere Chronicle") : status(410)),
  // Was away for weeks, came back.
  "thornbury-maps": (age) => (age > -60 && age < -31 ? status(404) : page("The maps of Ada Thornbury")),
  // Comes and goes.
  "comet-watch": (age) => (((age % 6) + 6) % 6 < 3 ? page("Comet Watch") : status(503)),
  // Moved: to a page that is there, within the site, to nowhere, round and round.
  "railway-timetable": (_, request) => moved(here(request, "copper-railway", "/timetable")),
  "saltmarsh-reserve": (_, { path }) => (path.endsWith("/") ? page("Saltmarsh reserve") : moved(`${path}/`)),
  "harrowmere-guide": (_, request) => moved(here(request, "old-harrowmere", "/")),
  "bell-index": (_, { path }) => moved(path === "/a" ? "/b" : "/a", 302),
  // Turns robots away; says nothing about readers.
  "lighthouse-register": () => status(403),
  "bell-auctions": () => status(429),
  // In trouble for weeks.
  "orchid-atlas": () => status(500),
  "county-gazette": () => ({ kind: "reset" }),
  "ferry-tickets": (age) => (age < -24 ? page("Ferry tickets") : { kind: "reset" }),
  // Answers well, with a certificate that nobody signed.
  "tern-weather": () => page("Weather on Tern Island"),
  // "Not found" with the size and type of a book: not to be believed (C7).
  "museum-catalogue": () => ({
    kind: "answer",
    status: 404,
    type: "application/pdf",
    body: `%PDF-1.7\n${"% a page of the catalogue\n".repeat(12_000)}`,
  }),
};

/** The whole sample web, seen from a day that is `age` days after the sample was set up. */
export function answerAsSampleWeb(request: WebRequest, age: number): WebReply {
  const [label = "", ...rest] = request.host.split(".");
  const site = rest.join(".") === SAMPLE_DOMAIN ? SITES[label] : undefined;
  return site === undefined ? status(404) : site(age, request);
}

/** Names of the sample web lead to `address`; a domain that was given up, and all others, are unknown. */
export function resolveSample(name: string, address: string): Resolution {
  const [label = "", ...rest] = name.split(".");
  const known = rest.join(".") === SAMPLE_DOMAIN && Object.hasOwn(SITES, label);
  return known ? { kind: "address", address } : { kind: "unknown" };
}
