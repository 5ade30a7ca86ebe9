import { type Day, dayOfInstant, daysBetween } from "../../shared/calendar/day.ts";
import { looksLikeMarkup } from "../../shared/status/mime.ts";
import type { Exchange, Outcome, SiteSigns } from "../../shared/status/outcome.ts";
import { isMereChange } from "../../shared/status/redirect.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { leadsToMarketplace } from "../classify/owner-signs.ts";
import { hash24, readPage } from "../classify/page.ts";
import { folderKey } from "../classify/random-address.ts";
import {
  endsAtPage,
  endsAtRoot,
  SHARED_SOURCES_MIN,
  sourceKey,
  speakerKey,
  targetKey,
} from "../classify/redirects.ts";
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
} from "../classify/site-facts.ts";
import { isAnother, isSoft404 } from "../classify/soft-404.ts";
import type { NameServers } from "../net/names.ts";
import { dropOldest } from "../net/oldest.ts";
import type { Target } from "./deps.ts";
import { columnOf, type Host, isNewColumn, type Site, SiteHosts, siteAt, takeIn } from "./site-hosts.ts";
import { lookAtRoot, PARKED_SIGNS, parkedFacts, probeFolder, probeSite } from "./site-probe.ts";

type Answer = Extract<Outcome, { kind: "answer" }>;

/** What is known of the site of a URL before its check. */
export interface SiteHint {
  /** The column of its host (crawler/classify/site-facts.ts). */
  readonly known: string;
  readonly today: Day;
}

/** Further requests of a check, under its deadline, its manners and its turn at the host. */
export interface SiteRequests {
  /** By GET and with its page, redirects followed; null: no time is left. */
  get(url: NormalisedUrl): Promise<Outcome | null>;
  /** The same, of an address that nobody linked, after a rest. */
  getBeyond(url: NormalisedUrl): Promise<Outcome | null>;
  /** By HEAD alone, of an address that nobody linked, after a rest; null: no answer came. */
  headBeyond(url: NormalisedUrl): Promise<Exchange | null>;
  /** HEAD found what GET does not: the link and, from now on, its host are asked by GET (`WalledHosts`). */
  distrustHead(url: NormalisedUrl): void;
  /** Gives the host's turn back, while another check of the host is waited for; no longer than there is time. */
  pause(others: Promise<void>): Promise<void>;
  msLeft(): number;
}

/** Looks beside a URL that answered well: is it the page that was meant (C6, C7), and still that owner's (C11)? */
export interface SiteWatch {
  /** The outcome with what was seen of the site. A promise only where something has to be asked. */
  look(target: Target, outcome: Outcome, requests: SiteRequests, hint?: SiteHint): Outcome | Promise<Outcome>;
}

/** Targets of a host's redirects that are counted, and sources of each. */
const TARGETS_MAX = 16;

export function createSiteWatch(nameServers: NameServers): SiteWatch {
  return new Sites(nameServers);
}

/** An answer that browsers show as a page. */
const isPage = ({ http, wall, mime, headless, firstBytes }: Exchange): boolean =>
  http === 200 &&
  wall === null &&
  headless !== true &&
  (mime === "text/html" ||
    mime === "application/xhtml+xml" ||
    (mime === null && looksLikeMarkup(firstBytes)));

class Sites implements SiteWatch {
  readonly #nameServers: NameServers;
  readonly #hosts = new SiteHosts();

  constructor(nameServers: NameServers) {
    this.#nameServers = nameServers;
  }

  look(
    target: Target,
    outcome: Outcome,
    requests: SiteRequests,
    hint?: SiteHint,
  ): Outcome | Promise<Outcome> {
    if (outcome.kind !== "answer" || outcome.end !== "final") return outcome;
    const final = outcome.chain.at(-1) ?? outcome.chain[0];
    if (!isPage(final)) return outcome;
    const { url } = target;
    const { host: name, port, path } = target.parts;
    const today = hint?.today ?? dayOfInstant(Date.now());
    const host = this.#hosts.of(name);
    if (hint !== undefined) takeIn(host, hint.known);
    const site = siteAt(host, port);
    const { facts } = site;
    // Most checks: the site was looked at, and nothing is to be told of it.
    const known = isProbed(facts, today, final.method === "HEAD") && facts.kind !== "soft";
    const quiet = facts.parkedSince === null && facts.bettingSince === null;
    if (known && quiet && !host.news && path !== "/" && outcome.chain.length === 1) return outcome;
    const nameServers = this.#nameServers;
    const kept = hint !== undefined;
    const moved = outcome.chain.length > 1 && !isMereChange(url, final.url);
    const byHead = (moved ? outcome.chain : [final]).every(({ method }) => method === "HEAD");
    const look: Look = { url, outcome, final, byHead, host, site, today, kept, requests, nameServers };
    if (moved) return lookAtRedirect(look, this.#hosts);
    if (path === "/") return isFresh(site.facts.looked, today) ? told(look) : lookAtFirstPage(look);
    if (isProbed(site.facts, today, byHead) && site.facts.kind !== "soft") return told(look);
    return lookAtPage(look);
  }
}

interface Look {
  readonly url: NormalisedUrl;
  readonly outcome: Answer;
  readonly final: Exchange;
  /** What is to be believed, the way there included where it led elsewhere, was told to HEAD. */
  readonly byHead: boolean;
  readonly host: Host;
  readonly site: Site;
  readonly today: Day;
  /** What is learnt has a row to be written to, as it was given (`SiteHint`). */
  readonly kept: boolean;
  readonly requests: SiteRequests;
  readonly nameServers: NameServers;
}

function learn({ host, site, kept }: Look, facts: Partial<SiteFacts>): void {
  site.facts = { ...site.facts, ...facts };
  host.news ||= kept;
}

const NO_SIGNS: SiteSigns = {};

/** The outcome with what is known now; what is new of the host is told once. */
function told({ host, site, outcome, today }: Look, seen: SiteSigns = NO_SIGNS): Answer {
  const { parkedSince, clean, confirmed, bettingSince, looked } = site.facts;
  // What nobody saw for so long is told no more: the site may have come to show nothing that would end it.
  const seenLately = isFresh(looked, today);
  const betting = seenLately ? becameBetting(site.facts) : null;
  if (!host.news && parkedSince === null && bettingSince === null && seen === NO_SIGNS) return outcome;
  const learnt = host.news ? { learnt: columnOf(host) } : {};
  if (learnt.learnt !== undefined) isNewColumn(host, learnt.learnt);
  host.news = false;
  const parked =
    parkedSince === null || !seenLately
      ? {}
      : { parked: { since: clean !== null && confirmed ? parkedSince : null } };
  const signs: SiteSigns = { ...seen, ...parked, ...(betting !== null && { betting }), ...learnt };
  return Object.keys(signs).length === 0 ? outcome : { ...outcome, site: signs };
}

/** One look at a time, however many checks want it; `null` from `ask`: it could not be asked through our own trouble. */
async function once(look: Look, ask: () => Promise<Partial<SiteFacts> | null>): Promise<void> {
  const { site, requests, today } = look;
  if (site.looking !== null) {
    await requests.pause(site.looking);
    return;
  }
  if (site.gaveUp === today) return;
  const looking = (async () => {
    const facts = await ask();
    if (facts === null) site.gaveUp = today;
    else learn(look, facts);
  })();
  site.looking = looking.catch(() => {});
  try {
    await looking;
  } finally {
    site.looking = null;
  }
}

async function probed(look: Look, beside: NormalisedUrl): Promise<void> {
  const { site, today, byHead } = look;
  // Twice, as the look that was waited for may have been one by HEAD that says nothing of this link.
  for (let looks = 0; looks < 2 && !isProbed(site.facts, today, byHead); looks++)
    await once(look, () => probeSite(beside, site.facts, look));
}

async function lookAtFirstPage(look: Look): Promise<Outcome> {
  await once(look, () => lookAtRoot(look.final.url, look.site.facts, look));
  return told(look);
}

async function lookAtPage(look: Look): Promise<Outcome> {
  return told(look, await softSigns(look));
}

/** C7: is it the page that the site shows for any address? */
async function softSigns(look: Look): Promise<SiteSigns> {
  const { final, site, requests } = look;
  await probed(look, final.url);
  const { kind, print, folder } = site.facts;
  if (kind !== "soft" || print === null) return NO_SIGNS;
  const again = await requests.get(final.url);
  const last = again?.kind === "answer" && again.end === "final" ? again.chain.at(-1) : undefined;
  // What answers otherwise by now says nothing of what was seen a moment ago.
  if (last === undefined || last.page === undefined || !isPage(last) || last.url !== final.url)
    return NO_SIGNS;
  const page = readPage(last.page, last.url);
  const besideRandom = folderKey(final.url) === folder;
  const soft = isSoft404(print, page, besideRandom);
  // From now on a page that stands beside the random address may be told from it.
  if (besideRandom && isAnother(print, page)) learn(look, { folder: NO_FOLDER });
  return soft ? { soft } : NO_SIGNS;
}

/** C6: is the page lost at the end, or is what is there not the page (C7)? */
async function lookAtRedirect(look: Look, hosts: SiteHosts): Promise<Outcome> {
  const { url, outcome, final, site, today } = look;
  // One page that leads to a registrar is a link of the site's; what any address does is seen by the random one.
  if (splitUrl(url).path === "/" && leadsToMarketplace(url, final.url)) {
    if (!isFresh(site.facts.looked, today))
      await once(look, () => parkedFacts(PARKED_SIGNS, url, site.facts, look));
    return told(look);
  }
  if (endsAtRoot(url, outcome.chain)) return told(look);
  if (await isShared(look)) return told(look, { shared: true });
  return endsAtPage(url, outcome.chain) ? told(look, await softSigns(lookThere(look, hosts))) : told(look);
}

/** The look that a link to the end of a redirect would get. */
function lookThere(look: Look, hosts: SiteHosts): Look {
  const { final } = look;
  const { host: name, port } = splitUrl(final.url);
  const host = hosts.of(name);
  return { ...look, url: final.url, byHead: final.method === "HEAD", host, site: siteAt(host, port) };
}

/** C6: does it end where the site sends any address, or many others? */
async function isShared(look: Look): Promise<boolean> {
  const { url, outcome, final, site, today } = look;
  const source = sourceKey(url, outcome.chain);
  const speaker = source === null ? speakerKey(url, outcome.chain) : null;
  const target = targetKey(final.url);
  if (target === null || (source === null && speaker === null)) return false;
  await probed(look, url);
  if (source === null) return speaker !== null && speaksInVain(look, speaker, randomSink(target));
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
async function speaksInVain(look: Look, speaker: string, sink: number): Promise<boolean> {
  const { url, site, today } = look;
  const asked = isSink(site.facts, sink, today) || site.facts.folder === folderKey(url);
  if (!asked && countSource(site, sink, speaker, today) === SHARED_SOURCES_MIN) {
    await once(look, () => probeFolder(url, site.facts, look));
    // Whatever comes of it: the fourth is counted once.
    site.sources.get(sink)?.keys.add("");
  }
  return isSink(site.facts, sink, today);
}

function countSource({ sources }: Site, sink: number, source: string, today: Day): number {
  const counted = sources.get(sink);
  if (counted !== undefined && isFresh(counted.since, today)) return counted.keys.add(source).size;
  sources.set(sink, { since: today, keys: new Set([source]) });
  dropOldest(sources, TARGETS_MAX);
  return 1;
}
