import type { ArchiveLink } from "../../shared/answer/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { EventDetail, EventKind } from "../../shared/protocol/feed.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { WikiChange } from "../changes/read.ts";
import type { Change, UrlId } from "../types.ts";

/** An event before it has its number and the titles of its pages. */
export interface Draft {
  readonly kind: EventKind;
  readonly day: Day;
  readonly urlId: UrlId | null;
  readonly url: string | null;
  readonly pages: readonly number[];
  readonly pageCount: number;
  /** Of a page that is gone, and so is found nowhere any more. */
  readonly gone?: { readonly title: string; readonly namespace: number };
  readonly detail: EventDetail;
}

/** What readers are warned of; where neither before nor after is one of these, another verdict is no event (Q9). */
const WARNINGS: ReadonlySet<Verdict> = new Set(["unreachable", "doubtful"]);
/** Verdicts that an event can be about; what is spam or internal has events, or answers, of its own. */
const VERDICT_KINDS = ["unreachable", "doubtful", "working", "refused", "unknown"] as const;

type UrlChange = Extract<Change, { kind: "url" }>;
type LinksChange = Extract<Change, { kind: "page-links" }>;
type Shown = UrlChange["payload"]["after"];
interface Step {
  readonly before: Shown;
  readonly after: Shown;
}

/** Changes of one URL in one batch. */
interface UrlGroup {
  readonly url: string;
  readonly urlId: UrlId | null;
  /** Steps of the verdict, in the order of the changes. */
  readonly steps: Step[];
  last: Shown;
  day: Day;
  pages: readonly number[];
  pageCount: number;
  archives: Map<string, ArchiveLink> | null;
  replacement: string | null | undefined;
  reports: string | undefined;
  target: string | undefined;
}

/**
 * What a batch of changes, in their order, amounts to for the followers of a wiki (D4): one event per URL and kind, in
 * the order of the last change behind each. A verdict or block that went and came back within the batch is
 * none; of reports, replacements and archives the last counts, as whether others stood before is not known here.
 */
export function coalesce(changes: readonly WikiChange[]): Draft[] {
  const urls = new Map<string, UrlGroup>();
  const spam = new Map<string, SpamGroup>();
  const gone = new Map<number, Draft>();
  const relaunches: Draft[] = [];
  for (const concerned of changes) {
    const { change } = concerned;
    if (change.kind === "url") addUrl(urls, change, concerned);
    else if (change.kind === "page-links") {
      // It came back: only what is new counts.
      if (change.page !== null) gone.delete(change.page.pageid);
      addSpam(spam, change);
    } else if (change.kind === "page-deleted" && change.page !== null) {
      gone.delete(change.page.pageid);
      gone.set(change.page.pageid, goneDraft(change, change.page.pageid));
    } else if (change.kind === "site-relaunched") relaunches.push(relaunchDraft(change, concerned));
  }
  return [...[...urls.values()].flatMap(urlDrafts), ...spamDrafts(spam), ...gone.values(), ...relaunches];
}

function addUrl(groups: Map<string, UrlGroup>, change: UrlChange, concerned: WikiChange): void {
  const { payload } = change;
  const known = groups.get(payload.url);
  const group: UrlGroup = known ?? {
    url: payload.url,
    urlId: change.url,
    steps: [],
    last: payload.after,
    day: change.day,
    pages: [],
    pageCount: 0,
    archives: null,
    replacement: undefined,
    reports: undefined,
    target: undefined,
  };
  // Behind those that nothing happened to since.
  groups.delete(payload.url);
  groups.set(payload.url, group);
  group.last = payload.after;
  group.day = change.day;
  if (payload.news.includes("verdict")) group.steps.push({ before: payload.before, after: payload.after });
  group.pages = concerned.pages;
  group.pageCount = concerned.pageCount;
  if (payload.archive !== undefined) {
    group.archives ??= new Map();
    if (payload.archive === null) group.archives.clear();
    else group.archives.set(payload.archive.type, payload.archive);
  }
  if (payload.replacement !== undefined) group.replacement = payload.replacement;
  if (payload.reports !== undefined) group.reports = payload.reports;
  const moved = payload.notes?.came.find(({ key }) => key === "moved")?.value;
  if (moved !== undefined) group.target = moved;
  else if (payload.notes?.gone.some(({ key }) => key === "moved")) group.target = undefined;
  if (payload.movedTo !== undefined) group.target = payload.movedTo ?? undefined;
}

/**
 * From where to where the verdict went. The order of changes is that of their transactions' beginnings, so of two that overlapped the
 * later step may stand first: the ends of one walk are known by themselves, as every other verdict is come to as
 * often as left. A change about something else saw the verdict as it was before or after such a transaction, and says nothing of it.
 */
function endsOf({ steps, last }: UrlGroup): Step {
  const [first, final] = [steps[0], steps.at(-1)];
  if (first === undefined || final === undefined) return { before: last, after: last };
  const left = new Map<Verdict, number>();
  for (const { before, after } of steps) {
    left.set(before.verdict, (left.get(before.verdict) ?? 0) + 1);
    left.set(after.verdict, (left.get(after.verdict) ?? 0) - 1);
  }
  const open = [...left.values()].filter((times) => times !== 0);
  if (open.length === 0) return { before: final.after, after: final.after };
  const start = steps.find(({ before }) => left.get(before.verdict) === 1);
  const end = steps.findLast(({ after }) => left.get(after.verdict) === -1);
  return open.length === 2 && start !== undefined && end !== undefined
    ? { before: start.before, after: end.after }
    : { before: first.before, after: final.after };
}

function urlDrafts(group: UrlGroup): Draft[] {
  const { archives, replacement, reports, target } = group;
  const { before: first, after } = endsOf(group);
  // What was seen since, unless it is of before the last step.
  const last = group.last.verdict === after.verdict ? group.last : after;
  const about = {
    day: group.day,
    urlId: group.urlId,
    url: group.url,
    pages: group.pages,
    pageCount: group.pageCount,
  };
  const state = { before: first.verdict, ...last };
  const drafts: Draft[] = [];
  const add = (kind: EventKind, detail: EventDetail) => void drafts.push({ ...about, kind, detail });
  const kind = VERDICT_KINDS.find((verdict) => verdict === last.verdict);
  if (
    kind !== undefined &&
    first.verdict !== last.verdict &&
    (WARNINGS.has(first.verdict) || WARNINGS.has(last.verdict))
  )
    add(kind, state);
  // If every redirect met on a first visit were an event, the feed would show nothing else.
  if (target !== undefined && first.verdict !== "unknown") add("moved", { ...last, target });
  if (archives !== null) add("archive", { ...last, archives: [...archives.values()] });
  if (replacement !== undefined) add("replacement", { ...last, replacement });
  if (reports !== undefined) add("report", { ...last, reason: reports });
  return drafts;
}

type Blocked = "global" | "local" | null;

/** By which list a URL was blocked on its pages before the batch, and is after it. */
interface SpamGroup {
  day: Day;
  readonly pages: Map<number, { readonly before: Blocked; readonly after: Blocked }>;
}

function addSpam(groups: Map<string, SpamGroup>, { day, page, payload }: LinksChange): void {
  if (page === null || payload.spam === undefined) return;
  const { came, gone } = payload.spam;
  const of = (url: string): SpamGroup => {
    const group = groups.get(url) ?? { day, pages: new Map() };
    group.day = day;
    groups.set(url, group);
    return group;
  };
  const step = (url: string, from: Blocked, after: Blocked) => {
    const { pages } = of(url);
    const known = pages.get(page.pageid);
    pages.set(page.pageid, { before: known === undefined ? from : known.before, after });
  };
  // What is on another list now is among both.
  for (const { url, list } of gone) step(url, list, null);
  for (const { url, list } of came) step(url, null, list);
}

const SPAM_STATES = ["global", "local", null] as const;

function* spamDrafts(groups: ReadonlyMap<string, SpamGroup>): Generator<Draft> {
  for (const [url, { day, pages }] of groups)
    for (const spam of SPAM_STATES) {
      const ids = [...pages].flatMap(([pageid, { before, after }]) =>
        after === spam && before !== after ? [pageid] : [],
      );
      if (ids.length > 0)
        yield {
          kind: "spam",
          day,
          // Lists are applied to links of pages: what is blocked there is not among the URLs that are watched.
          urlId: null,
          url,
          pages: ids.sort((a, b) => a - b),
          pageCount: ids.length,
          detail: { spam },
        };
    }
}

type GoneChange = Extract<Change, { kind: "page-deleted" }>;

function goneDraft({ day, payload }: GoneChange, pageid: number): Draft {
  return {
    kind: "page-gone",
    day,
    urlId: null,
    url: null,
    pages: [pageid],
    pageCount: 1,
    gone: { title: payload.title, namespace: payload.namespace },
    detail: { reason: payload.reason },
  };
}

const relaunchDraft = (
  { day, payload }: Extract<Change, { kind: "site-relaunched" }>,
  { pages, pageCount }: WikiChange,
): Draft => ({
  kind: "site-relaunched",
  day,
  urlId: null,
  url: null,
  pages,
  pageCount,
  detail: { relaunch: payload.relaunch },
});
