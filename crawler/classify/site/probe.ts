import type { Day } from "../../../shared/calendar/day.ts";
import { registrableDomain } from "../../../shared/url/domain.ts";
import { joinUrl, splitUrl } from "../../../shared/url/parts.ts";
import type { HostName, NormalisedUrl } from "../../../shared/url/types.ts";
import { isThrottled } from "../../runtime/retry-after.ts";
import { gateAt } from "../gates.ts";
import type { Exchange, Outcome } from "../outcome.ts";
import { targetKey } from "../redirects.ts";
import { becameBetting, isFresh, ORDINARY_LOOKS, randomSink, type SiteFacts, withSink } from "./facts.ts";
import { bettingOn, isParkingNameServer, leadsToMarketplace, parkingSigns } from "./owner.ts";
import { hash24, readPage, type SitePage } from "./page.ts";
import { softPrint } from "./soft-404.ts";

/** What a look at a site asks for; the check carries it out, in what is left of its time. */
export interface SiteRequests {
  /**
   * By GET and with its page, redirects followed; not `linked`: of an address that nobody linked, after a rest. null: no time
   * is left.
   */
  page(url: NormalisedUrl, linked: boolean): Promise<Outcome | null>;
  /** By HEAD alone, of an address that nobody linked, after a rest. null: no answer came. */
  head(url: NormalisedUrl): Promise<Exchange | null>;
  /** Names of the name servers of a domain, none where they are not known. */
  nameServers(domain: HostName): Promise<readonly string[]>;
  /** Until another check's look at the site is over, or no time is left. */
  waitFor(until: Promise<void>): Promise<void>;
}

/** What the probes of one look have in common. */
export interface Probe {
  readonly requests: SiteRequests;
  readonly today: Day;
  /** Letters and digits by which an address that cannot exist is made up. */
  readonly newToken: () => string;
  /** The answers that are to be believed were given to HEAD. */
  readonly byHead: boolean;
  /** Hosts at which HEAD found an address that cannot exist, and GET did not. */
  readonly headLiars: Set<HostName>;
}

type News = Partial<SiteFacts>;

/** Extensions that different programs of a server answer for; that of a document would say nothing of pages. */
const PAGE_EXTENSION = /\.(?:html?|xhtml|shtml|php\d?|aspx?|jspx?|jsf|cfm|cgi|pl|do|action|py|rb)$/i;

const pathOf = (url: NormalisedUrl): string => splitUrl(url).path.split("?", 1)[0] ?? "/";

/** The path up to its last slash; of `/a/b/` the folder in which `b` stands. */
function folderOf(path: string): string {
  const end = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return end.slice(0, end.lastIndexOf("/") + 1);
}

/** The number by which a page's folder is remembered. */
export const folderKey = (url: NormalisedUrl): number => hash24(folderOf(pathOf(url)));

/**
 * An address that cannot exist, as like to `url` as can be: in its folder and with its extension, as sites differ by
 * both. A folder whose name has digits may be a page's number, with any title after it, so it is made up too. No
 * query, as programs pass over parameters that they do not know. `token`: letters and digits, to be found in the result.
 */
export function randomSibling(url: NormalisedUrl, token: string): NormalisedUrl {
  const path = pathOf(url);
  const folders = folderOf(path).split("/");
  if (/\d/.test(folders.at(-2) ?? "")) folders[folders.length - 2] = token;
  const end = path.length > 1 && path.endsWith("/") ? "/" : (PAGE_EXTENSION.exec(path)?.[0] ?? "");
  return joinUrl({ ...splitUrl(url), path: `${folders.join("/")}weboid-${token}${end}` });
}

/** Signs that are enough for a note: two of the three (loaded from a parking service, offered, name servers). */
export const PARKED_SIGNS = 2;

/** null: our own trouble, or no time left. */
const observed = (outcome: Outcome | null): Exclude<Outcome, { kind: "not-tried" }> | null =>
  outcome === null || outcome.kind === "not-tried" ? null : outcome;

function pageOf(outcome: Outcome | null): { page: SitePage; last: Exchange } | null {
  const last = outcome?.kind === "answer" && outcome.end === "final" ? outcome.chain.at(-1) : undefined;
  if (last?.page === undefined || last.http !== 200 || last.wall !== null) return null;
  return { page: readPage(last.page, last.url), last };
}

/** Asks for an address that cannot exist, and in the case of a page for the site's first page (C7). null: could not ask. */
export async function probeSite(beside: NormalisedUrl, known: SiteFacts, probe: Probe): Promise<News | null> {
  const news = await askForNothing(beside, known, probe);
  if (news === null || news.bettingSince !== undefined || becameBetting(known) === null) return news;
  // What is held against the owner is looked at again, also where the answer itself has no need of the first page.
  const root = await lookAtRoot(rootOf(beside), known, probe);
  return root === null ? null : { ...root, ...news };
}

const isMissing = (http: number): boolean => http === 404 || http === 410;

/** No sign of it; or addresses are distinguished, where parked domains answer everything. */
const notParked = (today: Day): News => ({
  looked: today,
  parkedSince: null,
  clean: today,
  confirmed: false,
});

const rootOf = (url: NormalisedUrl): NormalisedUrl => joinUrl({ ...splitUrl(url), path: "/" });

async function askForNothing(beside: NormalisedUrl, known: SiteFacts, probe: Probe): Promise<News | null> {
  const { requests, today, newToken, byHead } = probe;
  const token = newToken();
  const asked = randomSibling(beside, token);
  const news = { asked: today, folder: folderKey(asked), print: null };
  const otherKind = isFresh(known.asked, today) ? known.kind : "unknown";
  const head = byHead ? await requests.head(asked) : null;
  if (head !== null && isMissing(head.http) && head.wall === null && head.guarded !== true) {
    const kind = otherKind === "proper-to-get" ? "proper" : "proper-to-head";
    return { ...news, kind, ...notParked(today) };
  }
  const plain: News = { ...news, kind: "plain" };
  // C4. It says nothing, which is remembered: the next check must not ask for the same.
  if (head !== null && isThrottled(head)) return plain;
  const outcome = observed(await requests.page(asked, false));
  if (outcome === null) return null;
  if (outcome.kind !== "answer" || outcome.end !== "final") return plain;
  const { http, url } = outcome.chain.at(-1) ?? outcome.chain[0];
  const missing = isMissing(http);
  const lied = head?.http === 200 && url === asked && (missing || http >= 500);
  if (lied) probe.headLiars.add(splitUrl(asked).host);
  if (missing) {
    const kind = !lied && (byHead || otherKind === "proper-to-head") ? "proper" : "proper-to-get";
    return { ...news, kind, ...notParked(today) };
  }
  // A login or wall before everything: what is behind it was not seen.
  const random = gateAt(asked, url) === null ? pageOf(outcome) : null;
  if (random === null) return plain;
  const parked = leadsToMarketplace(asked, url) ? PARKED_SIGNS : parkingSigns(random.page, url);
  const sinks = outcome.chain.length > 1 ? withSinkOf(url, token, known, today) : null;
  if (sinks !== null)
    return { ...news, kind: "elsewhere", sinks, ...(await parkedFacts(parked, asked, known, probe)) };
  const atRoot = observed(await requests.page(rootOf(url), false));
  if (atRoot === null) return null;
  const first = pageOf(atRoot);
  const signs = Math.max(parked, first === null ? 0 : parkingSigns(first.page, first.last.url));
  const print = first === null ? null : softPrint(random.page, first.page);
  const owner = await parkedFacts(signs, asked, known, probe);
  const betting = bettingFacts(first?.page ?? null, known, today);
  const kind = print === null ? "plain" : "soft";
  // The pages that stand beside it stand where it ended.
  return { ...news, folder: folderKey(url), kind, print, ...owner, ...betting };
}

/** With the target at which a random address ended; null: it is of that address only. */
function withSinkOf(url: string, token: string, { sinks }: SiteFacts, today: Day): SiteFacts["sinks"] | null {
  const target = targetKey(url);
  if (target === null || target.includes(token)) return null;
  return withSink(withSink(sinks, hash24(target), today), randomSink(target), today);
}

/** Asks for an address that cannot exist in one more folder, whose pages end at one target (C6). null: could not ask. */
export async function probeFolder(
  beside: NormalisedUrl,
  known: SiteFacts,
  { requests, today, newToken }: Probe,
): Promise<News | null> {
  const token = newToken();
  const asked = randomSibling(beside, token);
  const outcome = observed(await requests.page(asked, false));
  if (outcome === null) return null;
  const end = pageOf(outcome)?.last.url ?? asked;
  const sinks = end === asked || gateAt(asked, end) !== null ? null : withSinkOf(end, token, known, today);
  return sinks === null ? {} : { sinks };
}

/** C11, where only the first page is linked. */
export async function lookAtRoot(
  url: NormalisedUrl,
  known: SiteFacts,
  { requests, today }: Pick<Probe, "requests" | "today">,
): Promise<News | null> {
  const outcome = observed(await requests.page(url, false));
  if (outcome === null) return null;
  const first = pageOf(outcome);
  if (first === null) {
    // Signs of parking that were not seen again are looked for at the next check, and shown for a while.
    const looked = known.parkedSince === null ? today : known.looked;
    return { looked, ...bettingFacts(null, known, today) };
  }
  const owner = await parkedFacts(parkingSigns(first.page, first.last.url), url, known, { requests, today });
  return { ...owner, ...bettingFacts(first.page, known, today) };
}

/** @param first null: no page was shown. Sites that were about betting from the first look on are none that changed, whatever they show meanwhile. */
function bettingFacts(first: SitePage | null, known: SiteFacts, today: Day): News {
  const { bettingSince, ordinaryLooks, looked } = known;
  const betting = first === null ? "unsure" : bettingOn(first);
  if (betting === "yes") return { bettingSince: bettingSince ?? today };
  if (bettingSince !== null && becameBetting(known) === null) return {};
  const another = Number(betting === "no" && looked !== today);
  return { bettingSince: null, ordinaryLooks: Math.min(ORDINARY_LOOKS, ordinaryLooks + another) };
}

/**
 * What a number of signs on pages amounts to, name servers asked only where there is one. That the owner changed is said
 * only with both: a page alone may be a joke, a shop or a broker's own, and name servers alone are those of many sites that work.
 */
export async function parkedFacts(
  signs: number,
  url: NormalisedUrl,
  known: SiteFacts,
  { requests, today }: Pick<Probe, "requests" | "today">,
): Promise<News> {
  if (signs === 0) return notParked(today);
  const confirmed = (await requests.nameServers(registrableDomain(splitUrl(url).host))).some(
    isParkingNameServer,
  );
  const parked = signs + Number(confirmed) >= PARKED_SIGNS;
  return { looked: today, parkedSince: parked ? (known.parkedSince ?? today) : null, confirmed };
}
