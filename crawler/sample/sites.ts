import { SAMPLE_SUFFIX } from "../../shared/url/sample.ts";
import type { Resolution } from "./names.ts";
import type { WebReply, WebRequest } from "./web.ts";

/**
 * What a site answers. `age`: days since the day on which the sample was set up, negative for the year before it, which
 * the sample lives through at its first start.
 */
type Site = (age: number, request: WebRequest) => WebReply;

const page = (title: string, text = "A page of the sample web."): WebReply => ({
  kind: "answer",
  status: 200,
  body: `<!doctype html><title>${title}</title><h1>${title}</h1><p>${text}</p>\n`,
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
const at = (request: WebRequest, host: string, path: string) =>
  `http://${host}.${SAMPLE_SUFFIX}:${new URL(`http://${request.authority}`).port}${path}`;

/** The page of a parked domain, with the mark of the machinery that makes such pages. */
const forSale = (domain: string): WebReply => ({
  kind: "answer",
  status: 200,
  body: `<!doctype html><title>${domain}</title><script>window.park = "eyJ9"</script><p>The domain ${domain} is for sale. Buy this domain.</p>\n`,
});

/** Fine until that day, and another answer from then on. */
const until =
  (last: number, title: string, then: WebReply): Site =>
  (age) =>
    age < last ? page(title) : then;

/** A relaunch: pages in `/archive/` moved to `/stories/`; the redirects were dropped some months later. Those about the paper stayed. */
const relaunched: Site = (age, { path }) => {
  const [, name] = /^\/archive\/([a-z-]+\.html)$/.exec(path) ?? [];
  if (path.startsWith("/about/")) return page("About the Osmere Chronicle");
  if (age < -150) return name === undefined ? status(404) : page("Osmere Chronicle");
  if (/^\/stories\/[a-z-]+\.html$/.test(path)) return page("Osmere Chronicle");
  return name === undefined || age >= -60 ? status(404) : moved(`/stories/${name}`);
};

/** By the first label of the host name. A label that is not here has no address. */
const SITES: Readonly<Record<string, Site>> = {
  // Well for as long as anyone looked.
  "lantern-museum": () => page("The Lantern Museum of Harrowmere"),
  "harrowmere-council": () => page("Harrowmere Town Council"),
  "tern-island-trust": () => page("Tern Island Trust"),
  "osmere-bells": () => page("Osmere Bellfounders' Guild"),
  "kite-festival": () => page("The Kite Parliament"),
  "xn--mller-kva": () => page("Müller's travels"),
  "orchid-society": () => page("Saltmarsh Orchid Society"),
  // Slow today; a year that is lived through in seconds is not slowed down.
  "slow-archive": (age) => ({ ...page("Osmere county archive"), delayMs: age < 0 ? 0 : 900 }) as WebReply,
  // A document that people want to be told of (C8), and one with an odd type.
  "thornbury-letters": () => file("application/pdf", 1_482_752),
  "quillan-observatory": (_, { path }) =>
    path.endsWith(".zip") ? file("application/zip", 48_300_000) : page("Quillan Observatory"),
  // Refuses HEAD (C1).
  "copper-railway": (_, { method }) => (method === "HEAD" ? status(405) : page("Copper Railway")),
  // Gone before the first check.
  "lamp-collectors": () => status(410),
  "old-harrowmere": () => status(404),
  // Fine at first, then dead: in the course of the year, and three weeks ago.
  "ropewalk-diary": until(-300, "Diary of the ropewalk", status(404)),
  "osmere-miners": until(-233, "Miners of Osmere", status(410)),
  "harbour-office": until(-22, "Harbour office", status(404)),
  "tern-keepers": until(-97, "Keepers of Tern Island", status(404)),
  "kite-news": until(-23, "Kite News", status(404)),
  "osmere-chronicle": relaunched,
  // Was away for weeks, came back.
  "county-library": (age) => (age > -290 && age < -205 ? status(404) : page("Osmere county library")),
  "thornbury-maps": (age) => (age > -75 && age < -6 ? status(404) : page("The maps of Ada Thornbury")),
  // Comes and goes.
  "comet-watch": (age) => (((age % 6) + 6) % 6 < 3 ? page("Comet Watch") : status(503)),
  // Moved: to a page that is there, within the site, to nowhere, round and round.
  "railway-timetable": (_, request) => moved(at(request, "copper-railway", "/timetable")),
  "saltmarsh-reserve": (_, { path }) => (path.endsWith("/") ? page("Saltmarsh reserve") : moved(`${path}/`)),
  "harrowmere-guide": (_, request) => moved(at(request, "old-harrowmere", "/")),
  "bell-index": (_, { path }) => moved(path === "/a" ? "/b" : "/a", 302),
  // Given up by its owner, and for sale since (C11).
  "grand-hotel": (age, { host }) => (age < -120 ? page("Grand Hotel, Harrowmere") : forSale(host)),
  // Turn robots away; that says nothing about readers.
  "lighthouse-register": () => status(403),
  "bell-auctions": () => status(429),
  "harrowmere-times": () => ({
    kind: "answer",
    status: 403,
    headers: { "cf-mitigated": "challenge" },
  }),
  // In trouble for weeks.
  "orchid-atlas": (age) => (age < -140 ? page("Orchid atlas") : status(500)),
  "county-gazette": (age) => (age < -260 ? page("County gazette") : { kind: "reset" }),
  "ferry-tickets": (age) =>
    age < -24 || (age > -12 && age < -7) ? page("Ferry tickets") : { kind: "reset" },
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
  const site = rest.join(".") === SAMPLE_SUFFIX ? SITES[label] : undefined;
  return site === undefined ? status(404) : site(age, request);
}

/** Names of the sample web lead to `address`; all others are unknown. */
export function resolveSample(name: string, address: string): Resolution {
  const [label = "", ...rest] = name.split(".");
  const known = rest.join(".") === SAMPLE_SUFFIX && Object.hasOwn(SITES, label);
  return known ? { kind: "address", address } : { kind: "unknown" };
}
