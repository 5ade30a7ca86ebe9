import { type Day, daysBetween } from "../../../shared/calendar/day.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../../shared/url/types.ts";
import { looksLikeMarkup } from "../mime.ts";
import type { Exchange, Outcome, SiteSigns } from "../outcome.ts";
import { isMereChange } from "../redirect.ts";
import {
  endsAtPage,
  endsAtRoot,
  type Redirect,
  redirectOf,
  SHARED_SOURCES_MIN,
  sourceKey,
  speakerKey,
  targetKey,
} from "../redirects.ts";
import {
  becameBetting,
  isFresh,
  isProbed,
  isSink,
  NO_FOLDER,
  randomSink,
  SITE_DAYS,
  type SiteFacts,
  withSink,
} from "./facts.ts";
import { countSource, type Site, type SiteHost, type SiteMemory } from "./memory.ts";
import { leadsToMarketplace } from "./owner.ts";
import { hash24, readPage } from "./page.ts";
import {
  folderKey,
  lookAtRoot,
  PARKED_SIGNS,
  type Probe,
  parkedFacts,
  probeFolder,
  probeSite,
  type SiteRequests,
} from "./probe.ts";
import { isAnother, isSoft404 } from "./soft-404.ts";

type Answer = Extract<Outcome, { kind: "answer" }>;

/** What is known of the site of a URL before its check. */
export interface SiteHint {
  /** The column of its host (facts.ts). */
  readonly known: string;
  readonly today: Day;
}

export interface SiteContext {
  readonly requests: SiteRequests;
  /** What this process knows of sites; it learns from the look. */
  readonly memory: SiteMemory;
  /** Absent: what is learnt has no row to be written to. */
  readonly hint?: SiteHint | undefined;
  readonly today: Day;
  /** Letters and digits by which an address that cannot exist is made up; others at each call. */
  readonly newToken: () => string;
}

export interface Looked {
  /** With what was seen of the site. */
  readonly outcome: Outcome;
  /** Hosts at which HEAD found an address that cannot exist, and GET did not: what HEAD says there is not to be believed. */
  readonly headLiars: ReadonlySet<HostName>;
}

const NO_HOSTS: ReadonlySet<HostName> = new Set();

/** An answer that browsers show as a page. */
const isPage = ({ http, wall, mime, headless, firstBytes }: Exchange): boolean =>
  http === 200 &&
  wall === null &&
  headless !== true &&
  (mime === "text/html" ||
    mime === "application/xhtml+xml" ||
    (mime === null && looksLikeMarkup(firstBytes)));

/**
 * Looks beside a URL that answered well: is it the page that was meant (C6, C7), and still that owner's (C11)? The one place that
 * decides what is asked of a site for that, and what follows from it; the check only carries out its requests.
 */
export async function lookAtSite(
  { url, parts }: { readonly url: NormalisedUrl; readonly parts: UrlParts },
  outcome: Outcome,
  { requests, memory, hint, today, newToken }: SiteContext,
): Promise<Looked> {
  const unseen: Looked = { outcome, headLiars: NO_HOSTS };
  if (outcome.kind !== "answer" || outcome.end !== "final") return unseen;
  const final = outcome.chain.at(-1) ?? outcome.chain[0];
  if (!isPage(final)) return unseen;
  const host = memory.of(parts.host);
  if (hint !== undefined) host.takeIn(hint.known);
  const site = host.siteAt(parts.port);
  const { facts } = site;
  // Most checks: the site was looked at, and nothing is to be said of it.
  const known = isProbed(facts, today, final.method === "HEAD") && facts.kind !== "soft";
  const quiet = facts.parkedSince === null && facts.bettingSince === null;
  if (known && quiet && !host.news && parts.path !== "/" && outcome.chain.length === 1) return unseen;
  const moved = outcome.chain.length > 1 && !isMereChange(url, final.url);
  const byHead = (moved ? outcome.chain : [final]).every(({ method }) => method === "HEAD");
  const probe: Probe = { requests, today, newToken, byHead, headLiars: new Set() };
  const look: Look = { url, outcome, final, byHead, host, site, today, kept: hint !== undefined, probe };
  const signs = moved ? await redirectSigns(look, memory) : await pageSigns(look, parts.path);
  return { outcome: withSigns(look, signs), headLiars: probe.headLiars };
}

interface Look {
  readonly url: NormalisedUrl;
  readonly outcome: Answer;
  readonly final: Exchange;
  /** What is to be believed, the way there included where it led elsewhere, was an answer to HEAD. */
  readonly byHead: boolean;
  readonly host: SiteHost;
  readonly site: Site;
  readonly today: Day;
  /** What is learnt has a row to be written to, as it was given (`SiteHint`). */
  readonly kept: boolean;
  readonly probe: Probe;
}

function learn({ host, site, kept }: Look, facts: Partial<SiteFacts>): void {
  site.facts = { ...site.facts, ...facts };
  host.news ||= kept;
}

const NO_SIGNS: SiteSigns = {};

/** The outcome with what is known now; what is new of the host goes with one outcome. */
function withSigns({ host, site, outcome, today }: Look, seen: SiteSigns): Answer {
  const { parkedSince, clean, confirmed, bettingSince, looked } = site.facts;
  const betting = isFresh(looked, today) ? becameBetting(site.facts) : null;
  if (!host.news && parkedSince === null && bettingSince === null && seen === NO_SIGNS) return outcome;
  const learnt = host.news ? { learnt: host.column() } : {};
  host.news = false;
  const parked = isParked(site.facts, today)
    ? { parked: { since: clean !== null && confirmed ? parkedSince : null } }
    : {};
  const signs: SiteSigns = { ...seen, ...parked, ...(betting !== null && { betting }), ...learnt };
  return Object.keys(signs).length === 0 ? outcome : { ...outcome, site: signs };
}

/** One look at a time, however many checks want it; `null` from `ask`: it could not be asked through our own trouble. */
async function once(look: Look, ask: () => Promise<Partial<SiteFacts> | null>): Promise<void> {
  const { site, today } = look;
  if (site.looking !== null) return look.probe.requests.waitFor(site.looking);
  if (site.gaveUp === today) return;
  const looking = Promise.withResolvers<void>();
  site.looking = looking.promise;
  try {
    const facts = await ask();
    if (facts === null) site.gaveUp = today;
    else learn(look, facts);
  } finally {
    site.looking = null;
    looking.resolve();
  }
}

async function probed(look: Look, beside: NormalisedUrl): Promise<void> {
  const { site, today, byHead, probe } = look;
  // Twice, as the look that was waited for may have been one by HEAD that says nothing of this link.
  for (let looks = 0; looks < 2 && !isProbed(site.facts, today, byHead); looks++)
    await once(look, () => probeSite(beside, site.facts, probe));
}

/** Of a link that leads nowhere else. */
async function pageSigns(look: Look, path: string): Promise<SiteSigns> {
  const { site, final, today, byHead } = look;
  if (path === "/") {
    if (!isFresh(site.facts.looked, today))
      await once(look, () => lookAtRoot(final.url, site.facts, look.probe));
    return NO_SIGNS;
  }
  if (isProbed(site.facts, today, byHead) && site.facts.kind !== "soft") return NO_SIGNS;
  return softSigns(look);
}

/** C7: is it the page that the site shows for any address? */
async function softSigns(look: Look): Promise<SiteSigns> {
  const { final, site, probe } = look;
  await probed(look, final.url);
  const { kind, print, folder } = site.facts;
  if (kind !== "soft" || print === null) return NO_SIGNS;
  const again = await probe.requests.page(final.url, true);
  const last = again?.kind === "answer" && again.end === "final" ? again.chain.at(-1) : undefined;
  // What answers otherwise by now says nothing of what was seen a moment ago.
  if (last === undefined || last.page === undefined || !isPage(last) || last.url !== final.url)
    return NO_SIGNS;
  const page = readPage(last.page, last.url);
  const besideRandom = folderKey(final.url) === folder;
  const soft = isSoft404(print, page, besideRandom);
  // From now on a page that stands beside the random address may be distinguished from it.
  if (besideRandom && isAnother(print, page)) learn(look, { folder: NO_FOLDER });
  return soft ? { soft } : NO_SIGNS;
}

/** C6: is the page lost at the end, or is what is there not the page (C7)? */
async function redirectSigns(look: Look, memory: SiteMemory): Promise<SiteSigns> {
  const { url, outcome, final, site, today } = look;
  // One page that leads to a registrar is a link of the site's; what any address does is seen by the random one.
  if (splitUrl(url).path === "/" && leadsToMarketplace(url, final.url)) {
    if (!isFresh(site.facts.looked, today))
      await once(look, () => parkedFacts(PARKED_SIGNS, url, site.facts, look.probe));
    return NO_SIGNS;
  }
  const redirect = redirectOf(url, outcome.chain);
  if (redirect === null || endsAtRoot(redirect)) return NO_SIGNS;
  if (await isShared(look, redirect)) return { shared: true };
  if (!endsAtPage(redirect)) return NO_SIGNS;
  const there = lookThere(look, memory);
  const signs = await softSigns(there);
  // Of the owner of this link's own host it says nothing.
  return isParked(there.site.facts, today) ? { ...signs, parked: { since: null } } : signs;
}

/** What nobody saw for so long is not said any more: the site may have come to show nothing that would end it. */
const isParked = ({ parkedSince, looked }: SiteFacts, today: Day): boolean =>
  parkedSince !== null && isFresh(looked, today);

/** The look that a link to the end of a redirect would get. */
function lookThere(look: Look, memory: SiteMemory): Look {
  const { final, probe } = look;
  const { host: name, port } = splitUrl(final.url);
  const host = memory.of(name);
  const byHead = final.method === "HEAD";
  return { ...look, url: final.url, byHead, host, site: host.siteAt(port), probe: { ...probe, byHead } };
}

/** C6: does it end where the site sends any address, or many others? */
async function isShared(look: Look, redirect: Redirect): Promise<boolean> {
  const { url, final, site, today } = look;
  const source = sourceKey(redirect);
  const speaker = source === null ? speakerKey(redirect) : null;
  const target = targetKey(final.url);
  if (target === null || (source === null && speaker === null)) return false;
  await probed(look, url);
  if (source === null)
    return speaker !== null && (await isCatchAllRedirect(look, speaker, randomSink(target)));
  const sink = hash24(target);
  const seen = site.facts.sinks.get(sink);
  const due = seen === undefined || daysBetween(seen, today) > SITE_DAYS / 2;
  if (due && countSource(site, sink, source, today) >= SHARED_SOURCES_MIN) {
    site.sources.delete(sink);
    const sinks = withSink(site.facts.sinks, sink, today);
    if (sinks !== site.facts.sinks) learn(look, { sinks });
  }
  return isSink(site.facts, sink, today);
}

/**
 * However many pages of an article end at it, they may mean it: the random address alone does not. Where that was asked for in another
 * folder, it is in this one, once, as soon as many end there.
 */
async function isCatchAllRedirect(look: Look, speaker: string, sink: number): Promise<boolean> {
  const { url, site, today } = look;
  const asked = isSink(site.facts, sink, today) || site.facts.folder === folderKey(url);
  if (!asked && countSource(site, sink, speaker, today) === SHARED_SOURCES_MIN) {
    await once(look, () => probeFolder(url, site.facts, look.probe));
    // Whatever comes of it: the fourth is counted once.
    site.sources.get(sink)?.keys.add("");
  }
  return isSink(site.facts, sink, today);
}
