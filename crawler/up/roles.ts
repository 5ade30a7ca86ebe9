import { writeEvents } from "../../db/events/write.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { archive } from "../archive/run.ts";
import type { Checker } from "../check/checker.ts";
import { dispatch } from "../dispatch/run.ts";
import type { SnapshotStore } from "../dispatch/store.ts";
import { feedWikis } from "../feed/run.ts";
import { maintain } from "../maintain/run.ts";
import { archiveEndpoints as archiveAddresses, openHttpClient } from "../net/egress/clients.ts";
import { attach } from "../organisation/attach/run.ts";
import { originToken, serveOrigin } from "../origin/run.ts";
import { NO_PACE } from "../politeness/rate-limiter.ts";
import type { Config } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { LogLevel } from "../runtime/log.ts";
import type { Sample } from "../sample/sample.ts";
import type { Fleet } from "../sweep/fleet.ts";
import { crawl } from "../sweep/run.ts";
import type { Supervisor } from "./supervisor.ts";

/** F2: pages are fed every one or two weeks. */
const FEED_DAYS = 14;

/** A role's context with a log of its own, of at least this severity. */
export type ContextOf = (role: string, least?: LogLevel) => RoleContext;

interface DayParts {
  readonly contextOf: ContextOf;
  readonly wikis: readonly string[];
  readonly checker: Pick<Checker, "check">;
  readonly store: SnapshotStore;
}

/**
 * One day of every role but the archivist, as a function of the context with that day's clock: links are checked every day, and what comes
 * of it is maintained and published as often as pages are fed, and on the last day.
 */
export function dayOfWork({
  contextOf,
  wikis,
  checker,
  store,
}: DayParts): (ctx: RoleContext) => Promise<void> {
  let fed: number | null = null;
  return async (ctx) => {
    const today = ctx.clock.today();
    const as = (role: string): RoleContext => ({ ...ctx, db: contextOf(role).db });
    const isDue = fed === null || today - fed >= FEED_DAYS;
    if (isDue) {
      await feedWikis(as("feed"), { wikis, once: true });
      fed = today;
    }
    await crawl(as("crawl"), { once: true, checker, pace: NO_PACE });
    // Day by day they took half the time of a first start.
    if (!isDue && today !== contextOf("maintain").clock.today()) return;
    await maintain(as("maintain"), { once: true });
    await dispatch(as("dispatch"), { once: true, store, events: writeEvents });
  };
}

/** The archivist, which asks the sample's own archive about the sample's links, and others about others. */
export function openArchivist(
  ctx: RoleContext,
  opened: AsyncDisposableStack,
  sample: Pick<Sample, "archive" | "isOurs"> | null,
): (once: boolean) => Promise<unknown> {
  const own = sample === null ? [] : [[SAMPLE_ARCHIVE, sample.archive] as const];
  const archiveEndpoints = new Map([...ctx.config.archiveEndpoints, ...own]);
  const config = { ...ctx.config, archiveEndpoints };
  const http = openHttpClient(config, archiveAddresses(config));
  opened.defer(() => http.close());
  if (sample === null) return (once) => archive(ctx, { once, http });
  const isAsked = (type: string, url: NormalisedUrl) => (type === SAMPLE_ARCHIVE) === sample.isOurs(url);
  return (once) => archive({ ...ctx, config }, { once, http, isAsked });
}

const SAMPLE_ARCHIVE = "sample-archive";

interface RoleParts {
  readonly checker: Pick<Checker, "check">;
  readonly fleet: Fleet;
  readonly store: SnapshotStore;
  readonly archivist: (once: boolean) => Promise<unknown>;
}

/** The endless work of every role, until the supervisor's signal. */
export function startRoles(
  supervisor: Supervisor,
  contextOf: ContextOf,
  { checker, fleet, store, archivist }: RoleParts,
): void {
  void supervisor.watch(feedWikis(contextOf("feed"), { wikis: [], once: false }));
  void supervisor.watch(crawl(contextOf("crawl"), { once: false, checker, fleet }));
  void supervisor.watch(dispatch(contextOf("dispatch"), { once: false, store, events: writeEvents }));
  void supervisor.watch(archivist(false));
  void supervisor.watch(maintain(contextOf("maintain"), { once: false }));
  void supervisor.watch(attach(contextOf("organisation"), { once: false }));
}

/** Starts the origin on any free port of loopback and returns the port; null when it failed or was stopped first. */
export async function startOrigin(
  ctx: RoleContext,
  supervisor: Supervisor,
  config: Pick<Config, "originToken" | "originTokenOld">,
): Promise<number | null> {
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const [token, oldToken] = [originToken(config), config.originTokenOld];
  const serving = supervisor.watch(serveOrigin(ctx, { port: 0, token, oldToken, onListening: resolve }));
  return Promise.race([listening, serving.then(() => null)]);
}
