import { buildPageAnswer, missingUrls, type PageSources } from "../../shared/answer/build.ts";
import type { Answer, AnswerError, PageAnswer } from "../../shared/answer/types.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { decodeInterwikis, type InterwikiMap, pseudoLinks } from "../../shared/interwiki/map.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import type { Refusal } from "../refusal.ts";
import { type KnownFacts, knownFacts } from "../sources/facts.ts";
import { heldTitles } from "../sources/held-titles.ts";
import { cachedLivePages } from "../sources/live-links.ts";
import { originBusy } from "../sources/origin.ts";
import { lookUpSisters, NO_SISTERS } from "../sources/spot.ts";
import { Store, type StoredPage } from "../sources/store.ts";
import type { TitleMeaning } from "../sources/titles.ts";
import type { LivePages } from "../sources/wiki.ts";
import { UNSENT, unanswered } from "../sources/wiki-gate.ts";
import { type AskedPages, type AskedTitle, badTitle, type PageQuery } from "./query.ts";
import {
  type Answered,
  linksUnavailable,
  titlesUnavailable,
  tooManyUrls,
  UNFIT_TITLES,
  unknownPage,
  unknownWiki,
  wikiUnavailable,
} from "./refusals.ts";

const silenceOf = (live: LivePages): string | undefined => (live.kind === "down" ? live.reason : undefined);

function mapOf({ interwikis = "" }: WikiProfile): () => InterwikiMap {
  let map: InterwikiMap | null = null;
  return () => {
    map ??= decodeInterwikis(interwikis);
    return map;
  };
}

/** Addresses that interwiki links of one question may come to in all: an isolate has 128 MB for everything. */
const PSEUDO_CHARS_MAX = 16 * 1024 * 1024;

/** A page that was asked for, with what each source has of it. */
interface Asked {
  readonly pageid: number;
  /** As the caller named it. */
  readonly name: string;
  /** The titles of the question that led to it, as the caller wrote them. */
  readonly asked?: readonly string[];
  /** The title of the question, where a redirect led away from it. */
  readonly redirectedFrom?: string;
  /** Why there can be no such page. */
  readonly unfit?: AnswerError;
  readonly snapshot: Exclude<StoredPage, "unread">;
}

interface Assembly {
  readonly query: PageQuery;
  readonly profile: WikiProfile;
  readonly live: LivePages;
  /** Of pages about which neither the wiki nor a snapshot says anything. */
  readonly unknown: Refusal;
  /** Read where it is needed: that of a WMF wiki is a hundred kilobytes. */
  readonly interwikis: () => InterwikiMap;
  readonly today: Day;
  readonly allowPrivate: boolean;
}

function failedPage(
  { query: { wiki } }: Assembly,
  { pageid, asked }: Pick<Asked, "pageid" | "asked">,
  error: AnswerError,
): PageAnswer {
  const nothing = { title: null, watched: false, live: false, asOf: null, urls: [] };
  return { wiki, pageid, ...nothing, ...(asked && { asked }), error };
}

/** What goes into the answer about one page; an error in its place when the page is unknown or nothing is known. */
function sourcesOf(assembly: Assembly, asked: Asked): Omit<PageSources, "origin"> | AnswerError {
  const { query, profile, live, unknown, interwikis, today, allowPrivate } = assembly;
  const page = live.kind === "pages" ? live.pages.find(({ pageid }) => pageid === asked.pageid) : undefined;
  if (asked.unfit !== undefined) return asked.unfit;
  if (live.kind === "pages" && page === undefined) return unknownPage(query.wiki, asked.name);
  if (page === undefined && asked.snapshot === null) return unknown.error;
  if (asked.snapshot === "too-many") return tooManyUrls(asked.name);
  const links = page?.interwikis ?? [];
  // Its wiki's list broke off before it: that is not to have no links.
  const isUnheard = page?.complete === false && page.links.length + links.length === 0;
  if (isUnheard && asked.snapshot === null && !query.ping) return linksUnavailable(query.wiki, asked.name);
  const charsMax = PSEUDO_CHARS_MAX / Math.max(1, live.kind === "pages" ? live.pages.length : 1);
  const pseudo =
    links.length === 0 ? { urls: [], sisters: [], cut: false } : pseudoLinks(interwikis(), links, charsMax);
  return {
    wiki: query.wiki,
    pageid: asked.pageid,
    title: page?.title ?? null,
    asked: asked.asked,
    redirectedFrom: asked.redirectedFrom,
    live: page === undefined ? null : [...page.links, ...pseudo.urls],
    sisters: pseudo.sisters,
    liveComplete: (page?.complete ?? true) && !pseudo.cut,
    snapshot: asked.snapshot,
    profile,
    today,
    selection: query,
    allowPrivate,
  };
}

/**
 * The pages of a title question are those to which its titles lead, in the order of the question, each once, with all titles that
 * led to it; what leads to none stands in its place.
 */
function askedPages(selector: AskedPages, live: LivePages): Omit<Asked, "snapshot">[] {
  if (selector.by === "pageid") return selector.pageids.map((pageid) => ({ pageid, name: String(pageid) }));
  const pages = new Map<string | number, Omit<Asked, "snapshot">>();
  for (const { text, title } of selector.asked) {
    const meaning = title === null ? undefined : live.titles.get(title);
    const key = meaning?.kind === "page" ? meaning.pageid : (title ?? text);
    const before = pages.get(key);
    const page = before ?? meantBy({ text, title }, meaning);
    pages.set(key, { ...page, asked: [...(before?.asked ?? []), text] });
  }
  return [...pages.values()];
}

function meantBy({ text, title }: AskedTitle, meaning: TitleMeaning | undefined): Omit<Asked, "snapshot"> {
  if (title === null) return { pageid: 0, name: "", unfit: badTitle(text) };
  const name = `"${title}"`;
  if (meaning === undefined) return { pageid: 0, name };
  if (meaning.kind !== "page") return { pageid: 0, name, unfit: UNFIT_TITLES[meaning.kind](name) };
  return { pageid: meaning.pageid, name, ...(meaning.redirected && { redirectedFrom: title }) };
}

/**
 * The answer about pages (design 8): snapshots and the wiki's own list are read side by side, then origin is asked
 * for the URLs that no snapshot has. Each source may fail alone: wiki down: the snapshot's list, `live` false;
 * origin down: those URLs are unknown.
 */
export async function answerPages(asked: PageQuery, deps: EdgeDeps, env: EdgeEnv): Promise<Answered> {
  const store = new Store(env.SNAPSHOTS, deps);
  const early = asked.pages.by === "pageid" ? asked.pages.pageids : [];
  const stored = (wiki: string) => store.snapshots(wiki, early);
  const [profile, snapshots] = await Promise.all([store.profile(asked.wiki), stored(asked.wiki)]);
  if (profile === null) return refusedFor(asked.wiki, deps, env);
  if (profile.wiki === asked.wiki) return answerFrom(asked, { profile, snapshots }, deps, env);
  const query = { ...asked, wiki: profile.wiki };
  return answerFrom(query, { profile, snapshots: await stored(profile.wiki) }, deps, env);
}

export const refusedFor = async (wiki: string, deps: EdgeDeps, env: EdgeEnv): Promise<Answered> => ({
  kind: "refused",
  ...(await unknownWiki(wiki, deps, env)),
});

interface Stored {
  readonly profile: WikiProfile;
  /** Of pages that were asked for by id, in their order. */
  readonly snapshots: readonly StoredPage[];
}

/** As the wiki has them; where it is down, with what its titles mean nevertheless. Refused: nobody can say that. */
async function livePagesOf(
  { wiki, pages }: PageQuery,
  profile: WikiProfile,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<LivePages | Extract<Answered, { kind: "refused" }>> {
  const live = await cachedLivePages(deps, env, profile, pages);
  if (live.kind !== "down" || pages.by === "pageid") return live;
  const titles = await heldTitles(wiki, pages.titles, live.titles, deps, env);
  return titles === null
    ? { kind: "refused", ...unanswered(wiki, live.reason, titlesUnavailable(wiki)) }
    : { ...live, titles };
}

async function answerFrom(
  query: PageQuery,
  { profile, snapshots }: Stored,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<Answered> {
  const store = new Store(env.SNAPSHOTS, deps);
  const live = await livePagesOf(query, profile, deps, env);
  if (live.kind === "refused") return live;
  const pages = askedPages(query.pages, live);
  const stored =
    query.pages.by === "pageid"
      ? snapshots
      : await store.snapshots(
          query.wiki,
          pages.map(({ pageid }) => pageid),
        );
  const assembly: Assembly = {
    query,
    profile,
    live,
    unknown: unanswered(query.wiki, silenceOf(live), wikiUnavailable(query.wiki)),
    interwikis: mapOf(profile),
    today: dayOfInstant(deps.now()),
    allowPrivate: env.WEBOID_ALLOW_PRIVATE === "1",
  };
  const sources = pages.map((page, at) => ({
    page,
    sources: sourcesOf(assembly, { ...page, snapshot: known(stored[at] ?? null) }),
  }));
  const answerable = sources.flatMap((page) => ("code" in page.sources ? [] : [page.sources]));
  const [origin, sisters] = await Promise.all([
    query.ping ? NO_FACTS : missingFacts(query.wiki, answerable, deps, env),
    query.ping ? NO_SISTERS : lookUpSisters(answerable, profile, assembly.interwikis, deps, env),
  ]);
  const busy = origin.facts === null && origin.busy !== null ? originBusy(origin.busy) : null;
  const concluded = conclude(
    assembly,
    sources.map(({ page, sources }) => {
      if ("code" in sources) return failedPage(assembly, page, sources);
      // Of a page without a snapshot all would be called unknown.
      if (busy !== null && sources.snapshot === null) return failedPage(assembly, page, busy.error);
      return buildPageAnswer({ ...sources, origin: origin.facts, spots: sisters.spots });
    }),
  );
  if (concluded.kind === "answer") {
    const isPassing = concluded.answer.pages.some(({ error }) => PASSING_ERRORS.includes(error?.code ?? ""));
    const { isAway } = origin;
    const isUnasked = silenceOf(live) === UNSENT.busy || origin.busy !== null || sisters.isBusy;
    const isShort = isUnasked || isAway || isPassing || stored.includes("unread");
    return { ...concluded, isShort, isOriginAway: isAway };
  }
  const cause = [busy, assembly.unknown].find((cause) => cause?.error === concluded.error);
  return { ...concluded, retrySeconds: cause?.retrySeconds };
}

const known = (stored: StoredPage): Asked["snapshot"] => (stored === "unread" ? null : stored);

const NO_FACTS: KnownFacts = { facts: null, busy: null, isAway: false };

async function missingFacts(
  wiki: string,
  sources: readonly Omit<PageSources, "origin">[],
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<KnownFacts> {
  const missing = new Set<string>();
  for (const page of sources) for (const url of missingUrls(page)) missing.add(url);
  return knownFacts(deps, env, wiki, [...missing]);
}

/** What another time would be answered. */
const PASSING_ERRORS = ["wiki-unavailable", "wiki-busy", "origin-busy"];

/** What a question is refused with of which no page could be answered: the first error that decides its status. */
function refusalOf(errors: readonly [AnswerError, ...AnswerError[]]): Pick<Refusal, "status" | "error"> {
  const passing = errors.find(({ code }) => PASSING_ERRORS.includes(code));
  if (passing !== undefined) return { status: 503, error: passing };
  const missing = errors.find(({ code }) => code !== "bad-title");
  return missing === undefined ? { status: 400, error: errors[0] } : { status: 404, error: missing };
}

function conclude({ profile, live, today }: Assembly, pages: readonly PageAnswer[]): Answered {
  const [first, ...others] = pages.flatMap(({ error }) => error ?? []);
  if (first !== undefined && others.length + 1 === pages.length)
    return { kind: "refused", ...refusalOf([first, ...others]), profile };
  return {
    kind: "answer",
    answer: { version: 1, generated: today, pages },
    profile,
    silence: silenceOf(live),
    // What the answer has no room for is there all the same.
    pageids: pages
      .filter(({ error }) => error === undefined || error.code === "too-many-urls")
      .map(({ pageid }) => pageid),
  };
}

/** Of how many links an answer was made, shown or not. */
export const linksOf = ({ pages }: Answer): number => pages.reduce((sum, { total = 0 }) => sum + total, 0);
