import {
  claimSurvey,
  nextLinks,
  releaseSurvey,
  renewSurvey,
  type SurveyLease,
  storeSurvey,
  surveyUrls,
  type Unclear,
} from "../../db/lists/survey.ts";
import { softenedScopes } from "../../db/people/said-scopes.ts";
import { type Reads, readsOf } from "../../db/replica/replica.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { decodeExtras, decodeHistory } from "../../db/urls/row.ts";
import { COUNTED_VERDICTS, type DomainCount } from "../../shared/answer/overview.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { Note } from "../../shared/status/note.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { coveredBy } from "../../shared/url/report-scope.ts";
import type { HostName } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { workerName } from "../runtime/heartbeat.ts";
import { IdSet } from "../runtime/id-set.ts";
import { LeaseKeeper } from "../runtime/lease-keeper.ts";

const STEP = { pages: 1_000, urls: 5_000 };
const PERIOD_MS = 30_000;
const LEASE_SECONDS = 120;
/** Domains that are stored for a wiki. */
const DOMAINS_MAX = 10_000;

/** What the links of a wiki amount to, by verdict and by domain. */
interface Tally {
  readonly counts: Record<(typeof COUNTED_VERDICTS)[number], number>;
  readonly domains: Map<string, { unreachable: number; doubtful: number }>;
}

/** `softened`: what people report to work (H3). */
function judgeAll(
  tally: Tally,
  unclear: readonly Unclear[],
  softened: (place: { readonly host: string; readonly path: string }) => boolean,
  today: Day,
): void {
  for (const { host, path, history, extras } of unclear) {
    const { notes } = decodeExtras(extras);
    const standing: readonly Note[] = softened({ host, path })
      ? [...notes, { key: "reported-working" }]
      : notes;
    const { verdict } = judge({ history: decodeHistory(history), notes: standing }, today);
    const counted = COUNTED_VERDICTS.find((one) => one === verdict);
    if (counted === undefined) continue;
    tally.counts[counted] += 1;
    if (counted !== "unreachable" && counted !== "doubtful") continue;
    const domain = registrableDomain(host as HostName);
    const before = tally.domains.get(domain) ?? { unreachable: 0, doubtful: 0 };
    tally.domains.set(domain, { ...before, [counted]: before[counted] + 1 });
  }
}

const worstFirst = (a: DomainCount, b: DomainCount): number =>
  b.unreachable - a.unreachable || b.doubtful - a.doubtful || (a.domain < b.domain ? -1 : 1);

/** All URLs of a wiki; fewer where the signal comes first. */
async function urlsOf(reads: Reads, wiki: WikiId, signal: AbortSignal): Promise<IdSet> {
  const urls = new IdSet();
  const next = (after: number) => reads((from) => nextLinks(from, wiki, after, STEP.pages));
  for (let reading = next(0); ; ) {
    const links = await reading;
    if (links === null || signal.aborted) return urls;
    // Read while these are added.
    reading = next(links.last);
    for (const id of links.urls) urls.add(id);
  }
}

/**
 * Counts one wiki, each of its URLs once, in the order of their ids: that of the table, of which else a block would be read for each URL. Where
 * the signal comes first, nothing is stored.
 */
async function surveyWiki(
  { db, clock, replica }: RoleContext,
  lease: SurveyLease,
  signal: AbortSignal,
): Promise<void> {
  const { wiki } = lease;
  const began = performance.now();
  const today = clock.today();
  const counts = { unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 };
  const tally: Tally = { counts, domains: new Map() };
  const reads = replica?.reads(db) ?? readsOf(db);
  const softened = coveredBy(await reads(softenedScopes));
  for (const some of (await urlsOf(reads, wiki, signal)).batches<UrlId>(STEP.urls)) {
    if (signal.aborted) return;
    const { working, unknown, unclear } = await reads((from) => surveyUrls(from, some));
    counts.working += working;
    counts.unknown += unknown;
    judgeAll(tally, unclear, softened, today);
  }
  if (signal.aborted) return;
  const domains = [...tally.domains].map(([domain, broken]) => ({ domain, ...broken })).sort(worstFirst);
  const tookMs = performance.now() - began;
  await storeSurvey(db, lease, today, { counts, domains: domains.slice(0, DOMAINS_MAX), tookMs });
}

/** Counts the wiki that is due next, unless another maintainer takes it over meanwhile; null: none is due. */
async function surveyNext(
  ctx: RoleContext,
  worker: string,
  but: readonly WikiId[] | null,
): Promise<WikiId | null> {
  const { db, log, signal } = ctx;
  const lease = await claimSurvey(db, { worker, leaseSeconds: LEASE_SECONDS }, but);
  if (lease === null) return null;
  const keeper = new LeaseKeeper({
    seconds: LEASE_SECONDS,
    renew: () => renewSurvey(db, lease, LEASE_SECONDS),
    release: () => releaseSurvey(db, lease),
    log,
  });
  try {
    await surveyWiki(ctx, lease, AbortSignal.any([signal, keeper.lost]));
    return lease.wiki;
  } finally {
    await keeper.end();
  }
}

/** Counts the links of each wiki by verdict (Q5): all wikis with `once`, else those that are due. Ends with the signal. */
export async function surveyWikis(ctx: RoleContext, { once }: { readonly once: boolean }): Promise<void> {
  const worker = workerName("maintain");
  const done: WikiId[] = [];
  while (!ctx.signal.aborted) {
    const found = await retryWhileDatabaseDown(ctx, () => surveyNext(ctx, worker, once ? done : null));
    if (found !== null) done.push(found);
    else if (once) return;
    else await pause(PERIOD_MS, ctx.signal);
  }
}
