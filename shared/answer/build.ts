import type { Day } from "../calendar/day.ts";
import { publicHistory } from "../history/types.ts";
import { internalTest, type OwnHosts } from "../interwiki/farm.ts";
import type { OnTheSpot } from "../interwiki/spot.ts";
import type { Note } from "../status/note.ts";
import { INVALID, type Status, statusOfHttp, UNTRIED } from "../status/table.ts";
import { classify } from "../url/classify.ts";
import { sortByUrl } from "../url/sort.ts";
import type { NormalisedUrl, UrlFlag, UrlParts } from "../url/types.ts";
import { type UnusableReason, unusableReason } from "../url/unusable.ts";
import { judge } from "../verdict/judge.ts";
import { mayBeUnreachable } from "../verdict/runs.ts";
import { markArchivedHere } from "./archived-here.ts";
import { isFinding, spotVerdict } from "./finding.ts";
import { type Sort, type STATUS_FILTERS, sorted } from "./order.ts";
import { NOTHING_KNOWN, type PageAnswer, type PageFacts, type UrlAnswer, type UrlFacts } from "./types.ts";

/** Which URLs of a page are shown: those with findings, all, or those of one verdict whatever `show` says (Q2). */
interface Selection {
  readonly show: "findings" | "all";
  readonly status: (typeof STATUS_FILTERS)[number] | null;
  /** Left out: by domain. */
  readonly sort?: Sort | null;
}

export interface PageSources {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageid: number;
  /** Current title; null: the snapshot's, if there is one. */
  readonly title: string | null;
  /** `PageAnswer.asked` */
  readonly asked?: readonly string[] | undefined;
  /** `PageAnswer.redirectedFrom` */
  readonly redirectedFrom?: string | undefined;
  /** External links as the wiki has them now, in any spelling; null: the wiki did not answer. */
  readonly live: readonly string[] | null;
  /** Interwiki links to sister wikis (U7), as addresses: of the own farm, whatever their hosts. */
  readonly sisters?: readonly string[];
  /** What was looked up of links into the own farm. */
  readonly spots?: ReadonlyMap<NormalisedUrl, OnTheSpot>;
  /** False: `live` breaks off (time, size); the snapshot's links fill in. */
  readonly liveComplete?: boolean;
  readonly snapshot: PageFacts | null;
  /** What origin knows of URLs that the snapshot does not have; null: it did not answer. */
  readonly origin: readonly UrlFacts[] | null;
  readonly profile: OwnHosts | null;
  readonly today: Day;
  readonly selection: Selection;
  /** Private addresses are resources: only for wikis and test webs on this machine. */
  readonly allowPrivate?: boolean;
}

type LinkSources = Pick<
  PageSources,
  "live" | "sisters" | "liveComplete" | "snapshot" | "profile" | "allowPrivate"
>;

/** One link of the page, in every spelling of it. */
type Link =
  | {
      readonly kind: "resource";
      readonly url: NormalisedUrl;
      readonly parts: UrlParts;
      readonly flags: readonly UrlFlag[];
      readonly internal: boolean;
    }
  | { readonly kind: "invalid"; readonly text: string; readonly reason: UnusableReason };

interface Links {
  /** Each URL once, in the order of answers (Q2). */
  readonly resources: readonly Extract<Link, { kind: "resource" }>[];
  readonly invalid: readonly Extract<Link, { kind: "invalid" }>[];
}

/** Links of a page as URLs: several spellings of one become one (U4), ignored ones are left out (U1, U2). */
function linksOf({
  live,
  sisters = [],
  liveComplete,
  snapshot,
  profile,
  allowPrivate = false,
}: LinkSources): Links {
  const isInternal = internalTest(profile);
  const resources = new Map<NormalisedUrl, Extract<Link, { kind: "resource" }>>();
  const invalid = new Map<string, Extract<Link, { kind: "invalid" }>>();
  const stored = snapshot?.urls.map(({ url }) => url) ?? [];
  const texts = live === null ? stored : liveComplete === false ? [...live, ...stored] : live;
  for (const text of texts) {
    const classified = classify(text, { allowPrivate });
    const reason = unusableReason(classified);
    if (reason !== null) invalid.set(text, { kind: "invalid", text, reason });
    if (classified.kind !== "resource") continue;
    const { url, flags, parts } = classified;
    const before = resources.get(url);
    resources.set(url, {
      kind: "resource",
      url,
      parts,
      flags: before ? [...new Set([...before.flags, ...flags])] : flags,
      internal: isInternal(parts),
    });
  }
  for (const text of sisters) {
    const found = classify(text, { allowPrivate });
    if (found.kind === "resource") resources.set(found.url, { ...found, internal: true });
  }
  return {
    resources: sortByUrl([...resources.values()], ({ parts }) => parts),
    invalid: [...invalid.values()].sort((a, b) => (a.text < b.text ? -1 : 1)),
  };
}

/** URLs of a page that its snapshot does not have, to be asked of origin in one request (design 8). */
export function missingUrls(sources: LinkSources): NormalisedUrl[] {
  const known = new Set<string>(sources.snapshot?.urls.map(({ url }) => url));
  return linksOf(sources)
    .resources.filter(({ url, internal }) => !internal && !known.has(url))
    .map(({ url }) => url);
}

/** Links into the own farm, to be looked up on the spot (U5, U7). */
export function internalLinks(sources: LinkSources): ReadonlyMap<NormalisedUrl, UrlParts> {
  const { resources } = linksOf(sources);
  return new Map(resources.filter(({ internal }) => internal).map(({ url, parts }) => [url, parts]));
}

const SUSPICIOUS: ReadonlySet<UrlFlag> = new Set([
  "bidi-control",
  "invisible-character",
  "control-character",
]);

function notesOf(notes: readonly Note[], flags: readonly UrlFlag[]): readonly Note[] {
  const isNoted = notes.some(({ key }) => key === "suspicious-syntax");
  return isNoted || !flags.some((flag) => SUSPICIOUS.has(flag))
    ? notes
    : [...notes, { key: "suspicious-syntax" }];
}

/** What was looked up on the spot, in the numbers of table S. */
const SPOT_STATUS: Partial<Record<OnTheSpot["result"], { readonly status: Status; readonly http: number }>> =
  {
    exists: { status: statusOfHttp(200), http: 200 },
    missing: { status: statusOfHttp(404), http: 404 },
    "bad-title": { status: statusOfHttp(404), http: 404 },
  };

function urlAnswer(
  link: Pick<Links["resources"][number], "url" | "flags" | "internal">,
  known: UrlFacts | undefined,
  spot: OnTheSpot | undefined,
  today: Day,
): UrlAnswer {
  const { history, notes, mime, kib, archives, replacement, movedTo, reports, spam } = known ?? NOTHING_KNOWN;
  const [latest] = history;
  const { verdict, rule, since, last, checks } = judge(
    { history, notes, spam, internal: link.internal },
    today,
  );
  const broken = verdict !== "working" && verdict !== "unknown";
  // Key by key: what is spread takes several times as long.
  const answer: UrlAnswer = {
    url: link.url,
    verdict,
    rule,
    since,
    last,
    checks,
    mime,
    kib,
    reports,
    spam,
    // What people say of links that do not work has nothing to say of those that do (H1, H4).
    notes: notesOf(notes, link.flags).filter(({ key }) => broken || key !== "reported-working"),
    archives,
    replacement: broken ? replacement : null,
    status: latest?.status ?? UNTRIED,
    http: latest?.http ?? null,
    history: publicHistory(history),
  };
  // While it works a note names the new address.
  const moved = broken && movedTo !== undefined ? { ...answer, movedTo } : answer;
  return spot === undefined ? moved : { ...moved, ...SPOT_STATUS[spot.result], onTheSpot: spot };
}

/** What is known of a URL that no page was asked for. */
export const answerAbout = (facts: UrlFacts, today: Day): UrlAnswer =>
  urlAnswer({ url: facts.url as NormalisedUrl, flags: [], internal: false }, facts, undefined, today);

function invalidAnswer({ text, reason }: Links["invalid"][number], today: Day): UrlAnswer {
  return {
    ...NOTHING_KNOWN,
    ...judge({ ...NOTHING_KNOWN, invalid: `invalid-${reason}` }, today),
    url: text,
    status: INVALID,
    http: null,
    history: [],
  };
}

const storedTotal = (snapshot: PageFacts | null): number =>
  snapshot === null ? 0 : snapshot.urls.length + snapshot.unwatched;

/**
 * The answer about one page (design 8): its links of this minute joined with what the snapshot and, for URLs that it
 * does not have, origin know of them. A URL that neither knows is `unknown`.
 */
export function buildPageAnswer(sources: PageSources): PageAnswer {
  const { wiki, pageid, live, liveComplete, snapshot, origin, today, selection } = sources;
  const known = new Map((origin ?? []).map((facts) => [facts.url, facts]));
  for (const facts of snapshot?.urls ?? []) known.set(facts.url, facts);
  const { resources, invalid } = linksOf(sources);
  const answers = resources.map((link) =>
    urlAnswer(link, known.get(link.url), sources.spots?.get(link.url), today),
  );
  const urls = [
    ...markArchivedHere(answers, resources),
    ...invalid.map((link) => invalidAnswer(link, today)),
  ];
  const wanted = (url: UrlAnswer): boolean => {
    if (selection.status !== null) return (spotVerdict(url.onTheSpot) ?? url.verdict) === selection.status;
    return selection.show === "all" || isFinding(url);
  };
  return {
    wiki,
    pageid,
    title: sources.title ?? snapshot?.title ?? null,
    watched: snapshot !== null,
    live: live !== null && liveComplete !== false,
    asOf: snapshot?.asOf ?? null,
    ...(sources.asked !== undefined && { asked: sources.asked }),
    ...(sources.redirectedFrom !== undefined && { redirectedFrom: sources.redirectedFrom }),
    // What the wiki alone knows of now was counted when it was last read.
    total:
      live === null || liveComplete === false ? Math.max(urls.length, storedTotal(snapshot)) : urls.length,
    urls: sorted(urls.filter(wanted), selection.sort ?? "domain"),
  };
}

/**
 * What a gadget gets of a page (G1), from its snapshot alone: the presumed unreachable. Stored URLs have their one spelling and
 * stand in the order of answers: to look at that again would take longer than all else.
 */
export function buildGadgetAnswer(
  { wiki, pageid, total }: Pick<PageAnswer, "wiki" | "pageid" | "total">,
  snapshot: PageFacts | null,
  today: Day,
): PageAnswer {
  const stored = snapshot?.urls ?? [];
  const dead = stored
    // Judging a URL costs a hundred times as much as this look at its newest run, and most URLs work.
    .filter(({ spam, history }) => spam === null && mayBeUnreachable(history))
    .map((facts) => answerAbout(facts, today))
    .filter(({ verdict }) => verdict === "unreachable");
  const marked = dead.length === 0 ? [] : markArchivedHere(dead, stored);
  return {
    wiki,
    pageid,
    title: snapshot?.title ?? null,
    watched: snapshot !== null,
    live: false,
    asOf: snapshot?.asOf ?? null,
    ...(total !== undefined && { total }),
    urls: marked.filter(({ archivedHere }) => archivedHere === undefined),
  };
}
