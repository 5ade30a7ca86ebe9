import type { Day } from "../../shared/calendar/day.ts";
import type { Exchange, Outcome } from "../../shared/status/outcome.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { joinUrl, splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { gateAt } from "../classify/gates.ts";
import { bettingOn, isParkingNameServer, leadsToMarketplace, parkingSigns } from "../classify/owner-signs.ts";
import { hash24, readPage, type SitePage } from "../classify/page.ts";
import { folderKey, randomSibling } from "../classify/random-address.ts";
import { targetKey } from "../classify/redirects.ts";
import {
  becameBetting,
  isFresh,
  ORDINARY_LOOKS,
  randomSink,
  type SiteFacts,
  withSink,
} from "../classify/site-facts.ts";
import { softPrint } from "../classify/soft-404.ts";
import type { NameServers } from "../net/names.ts";
import { asksForPeace } from "./ask.ts";
import type { SiteRequests } from "./site.ts";

interface Means {
  readonly requests: SiteRequests;
  readonly nameServers: NameServers;
  readonly today: Day;
}

/** `byHead`: the answers that are to be believed were given to HEAD. */
type Probing = Means & { readonly byHead: boolean };
type News = Partial<SiteFacts>;

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
export async function probeSite(
  beside: NormalisedUrl,
  known: SiteFacts,
  means: Probing,
): Promise<News | null> {
  const news = await askForNothing(beside, known, means);
  if (news === null || news.bettingSince !== undefined || becameBetting(known) === null) return news;
  // What is held against the owner is looked at anew, also where the answer itself has no need of the first page.
  const root = await lookAtRoot(rootOf(beside), known, means);
  return root === null ? null : { ...root, ...news };
}

const isMissing = (http: number): boolean => http === 404 || http === 410;

/** No sign of it; or addresses are told apart, where parked domains answer everything. */
const notParked = (today: Day): News => ({
  looked: today,
  parkedSince: null,
  clean: today,
  confirmed: false,
});

const rootOf = (url: NormalisedUrl): NormalisedUrl => joinUrl({ ...splitUrl(url), path: "/" });

const newToken = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);

async function askForNothing(beside: NormalisedUrl, known: SiteFacts, means: Probing): Promise<News | null> {
  const { requests, today, byHead } = means;
  const token = newToken();
  const asked = randomSibling(beside, token);
  const news = { asked: today, folder: folderKey(asked), print: null };
  const otherKind = isFresh(known.asked, today) ? known.kind : "unknown";
  const head = byHead ? await requests.headBeyond(asked) : null;
  if (head !== null && isMissing(head.http) && head.wall === null && head.guarded !== true) {
    const kind = otherKind === "proper-to-get" ? "proper" : "proper-to-head";
    return { ...news, kind, ...notParked(today) };
  }
  const plain: News = { ...news, kind: "plain" };
  // C4. It tells nothing, which is remembered: the next check must not ask for the same.
  if (head !== null && asksForPeace(head)) return plain;
  const outcome = observed(await requests.getBeyond(asked));
  if (outcome === null) return null;
  if (outcome.kind !== "answer" || outcome.end !== "final") return plain;
  const { http, url } = outcome.chain.at(-1) ?? outcome.chain[0];
  const missing = isMissing(http);
  if (head?.http === 200 && url === asked && (missing || http >= 500)) requests.distrustHead(asked);
  if (missing) {
    const kind = byHead || otherKind === "proper-to-head" ? "proper" : "proper-to-get";
    return { ...news, kind, ...notParked(today) };
  }
  // A login or wall before everything: what is behind it was not seen.
  const random = gateAt(asked, url) === null ? pageOf(outcome) : null;
  if (random === null) return plain;
  const parked = leadsToMarketplace(asked, url) ? PARKED_SIGNS : parkingSigns(random.page, url);
  const sinks = outcome.chain.length > 1 ? withSinkOf(url, token, known, today) : null;
  if (sinks !== null)
    return { ...news, kind: "elsewhere", sinks, ...(await parkedFacts(parked, asked, known, means)) };
  const atRoot = observed(await requests.getBeyond(rootOf(url)));
  if (atRoot === null) return null;
  const first = pageOf(atRoot);
  const signs = Math.max(parked, first === null ? 0 : parkingSigns(first.page, first.last.url));
  const print = first === null ? null : softPrint(random.page, first.page);
  const owner = await parkedFacts(signs, asked, known, means);
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
  means: Means,
): Promise<News | null> {
  const { requests, today } = means;
  const token = newToken();
  const asked = randomSibling(beside, token);
  const outcome = observed(await requests.getBeyond(asked));
  if (outcome === null) return null;
  const end = pageOf(outcome)?.last.url ?? asked;
  const sinks = end === asked || gateAt(asked, end) !== null ? null : withSinkOf(end, token, known, today);
  return sinks === null ? {} : { sinks };
}

/** C11, where only the first page is linked. */
export async function lookAtRoot(url: NormalisedUrl, known: SiteFacts, means: Means): Promise<News | null> {
  const outcome = observed(await means.requests.getBeyond(url));
  if (outcome === null) return null;
  const first = pageOf(outcome);
  if (first === null) {
    // Signs of parking that were not seen again are looked for at the next check, and told for a while.
    const looked = known.parkedSince === null ? means.today : known.looked;
    return { looked, ...bettingFacts(null, known, means.today) };
  }
  const owner = await parkedFacts(parkingSigns(first.page, first.last.url), url, known, means);
  return { ...owner, ...bettingFacts(first.page, known, means.today) };
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
  { nameServers, today }: Means,
): Promise<News> {
  if (signs === 0) return notParked(today);
  const confirmed = (await nameServers(registrableDomain(splitUrl(url).host))).some(isParkingNameServer);
  const parked = signs + Number(confirmed) >= PARKED_SIGNS;
  return { looked: today, parkedSince: parked ? (known.parkedSince ?? today) : null, confirmed };
}
