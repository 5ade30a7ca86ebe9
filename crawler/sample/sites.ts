import type { Resolution } from "./names.ts";
import type { WebReply, WebRequest } from "./web.ts";

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
