import { readArchiveLinks } from "../../db/archives/links.ts";
import {
  claimArchive,
  registerArchives,
  releaseArchive,
  renewArchive,
  type ServiceLease,
  unaskedArchives,
} from "../../db/archives/services.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import { pause } from "../runtime/clock.ts";
import { allEnded, type RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../runtime/database-retry.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { LeaseKeeper } from "../runtime/lease-keeper.ts";
import { type OpenArchive, openArchives } from "./lookup.ts";
import { openSaver } from "./saving/saver.ts";
import { openUnasked } from "./unasked.ts";
import { type Tally, visitSome, type Work } from "./visits.ts";

const LEASE_SECONDS = 120;
const LINKS_AT_ONCE = 1_000;
/** How often an archive is looked after that rests, that another archivist asks, or for which nothing is due. */
const PERIOD_MS = 10_000;

const NOTHING: Tally = { chosen: 0, empty: 0, missing: 0, failed: 0 };

export interface ArchiveOptions {
  /** Ends when nothing is due. */
  readonly once: boolean;
  readonly http: HttpClient;
  /** Whether an archive may be asked about a URL; absent: about all. */
  readonly isAsked?: (type: string, url: NormalisedUrl) => boolean;
}

/**
 * The archivist: asks the archives of the configuration about URLs that fail, or about which they were never asked, and again each quarter
 * (A3); and looks after the versions of others that pages link to or people named (A4). Answers what it came to, by archive.
 */
export async function archive(
  given: RoleContext,
  { once, http, isAsked = () => true }: ArchiveOptions,
): Promise<ReadonlyMap<string, Tally>> {
  const failing = new AbortController();
  const ctx = withBackoff({ ...given, signal: AbortSignal.any([given.signal, failing.signal]) }, once);
  const { config, clock, signal } = ctx;
  const { contact } = config;
  const archives = openArchives(config, { http, clock, signal });
  const savers = new Map(archives.map(({ type }) => [type, openSaver(ctx, http, type)]));
  const tallies = new Map<string, Tally>();
  for (const { type } of archives) tallies.set(type, { ...NOTHING });
  await retryWhileDatabaseDown(ctx, () => registerArchives(ctx.db, [...tallies.keys()]));
  const figures = () => Object.fromEntries([...tallies].map(([type, tally]) => [type, { ...tally }]));
  const heartbeat = startHeartbeat(ctx, "archive", figures, { runsOn: !once });
  let failed = true;
  try {
    const workOf = (one: OpenArchive): Work => {
      const tally = tallies.get(one.type) ?? { ...NOTHING };
      tallies.set(one.type, tally);
      return {
        ctx,
        archive: one,
        worker: heartbeat.name,
        tally,
        isAsked,
        saver: savers.get(one.type) ?? null,
      };
    };
    const unasked = (type: string) => workOf(openUnasked(type, { db: ctx.db, contact, http, clock, signal }));
    await allEnded(
      [...archives.map((one) => attend(workOf(one), once)), attendUnasked(ctx, unasked, once)],
      failing,
    );
    failed = false;
  } finally {
    await heartbeat.stop(failed);
  }
  return tallies;
}

/** Looks after one archive: until nothing is due with `once`, else until the signal. */
async function attend(work: Work, once: boolean): Promise<void> {
  const { ctx, archive } = work;
  while (!ctx.signal.aborted) {
    const isOurs = await attendOnce(work);
    if (!isOurs && once)
      ctx.log.info(`${archive.type} is asked by another archivist, or rests after a failure`);
    if (once) return;
    await pause(PERIOD_MS, ctx.signal);
  }
}

/** Until nothing is due. False: another archivist asks it, or it rests. */
async function attendOnce(work: Work): Promise<boolean> {
  const { ctx, archive, worker } = work;
  const lease = await retryWhileDatabaseDown(ctx, () =>
    claimArchive(ctx.db, archive.type, { worker, leaseSeconds: LEASE_SECONDS }),
  );
  if (lease !== null) await visitUnder(work, lease);
  return lease !== null;
}

/** Finds the links into archives among new URLs, and looks after archives that are not asked, side by side. */
async function attendUnasked(ctx: RoleContext, open: (type: string) => Work, once: boolean): Promise<void> {
  const works = new Map<string, Work>();
  const running = new Map<string, Promise<unknown>>();
  const { db, clock, config, signal } = ctx;
  while (!signal.aborted) {
    const read = () => readArchiveLinks(db, config.archives, clock.today(), LINKS_AT_ONCE);
    while (!signal.aborted && (await retryWhileDatabaseDown(ctx, read)) > 0);
    for (const type of await retryWhileDatabaseDown(ctx, () => unaskedArchives(db))) {
      const work = works.get(type) ?? open(type);
      works.set(type, work);
      if (!running.has(type))
        running.set(
          type,
          // One that failed stays: its error ends the archivist.
          attendOnce(work).then(() => running.delete(type)),
        );
    }
    const all = Promise.all(running.values());
    if (once) return void (await all);
    // One that takes long does not keep the others waiting.
    await Promise.race([pause(PERIOD_MS, signal), all.then(() => pause(PERIOD_MS, signal))]);
  }
  await Promise.all(running.values());
}

async function visitUnder(work: Work, lease: ServiceLease): Promise<void> {
  const { ctx } = work;
  const keeper = new LeaseKeeper({
    seconds: LEASE_SECONDS,
    renew: () => renewArchive(ctx.db, lease, LEASE_SECONDS),
    release: () => releaseArchive(ctx.db, lease),
    log: ctx.log,
  });
  const signal = AbortSignal.any([ctx.signal, keeper.lost]);
  try {
    while (!signal.aborted && (await visitSome(work, lease, signal)));
  } finally {
    await keeper.end();
  }
}
