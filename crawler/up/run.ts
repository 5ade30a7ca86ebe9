import type { Database } from "../../db/connect.ts";
import { forgetTarget } from "../../db/dispatch/published.ts";
import { writeEvents } from "../../db/events/write.ts";
import { enterOrganisation } from "../../db/lists/organisation.ts";
import { COMPONENTS } from "../../db/roles/grants.ts";
import type { Wiki } from "../../db/wikis/wikis.ts";
import type { FrontSample } from "../../shared/protocol/types.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { dispatch } from "../dispatch/run.ts";
import type { SnapshotStore } from "../dispatch/store.ts";
import { choosePort } from "../edge-host/port.ts";
import { edgeVars, hasNoStore, type LocalEdge, startEdge } from "../edge-host/start.ts";
import { openWikiClient } from "../feed/api/client.ts";
import type { WikiClient } from "../feed/api/wiki.ts";
import { openHttpClient, storeEndpoints } from "../net/egress/clients.ts";
import { systemClock } from "../runtime/clock.ts";
import { type Config, requireContact, VERSION } from "../runtime/config.ts";
import { asWorkError, openDatabase, watchSchema } from "../runtime/database.ts";
import { openDatabaseClock } from "../runtime/database-clock.ts";
import { WorkError } from "../runtime/errors.ts";
import { lockDataFolder } from "../runtime/folder-lock.ts";
import { createProgress, createRoleLog, LOG_LEVELS, type Log, type LogLevel } from "../runtime/log.ts";
import { metricsOf } from "../runtime/metrics.ts";
import { SAMPLE_ORGANISATION } from "../sample/organisation.ts";
import type { Sample } from "../sample/sample.ts";
import { openFleet } from "../sweep/fleet.ts";
import { openChecker } from "../sweep/open-checker.ts";
import { announce, samplesPair } from "./announce.ts";
import { watchParent } from "./parent.ts";
import { type ContextOf, dayOfWork, openArchivist, startOrigin, startRoles } from "./roles.ts";
import { openSample, sampleChecker } from "./sample.ts";
import { type RelayClock, refuseSimulation, relayClock, roundsInWords, simulateDays } from "./simulation.ts";
import { Supervisor } from "./supervisor.ts";
import { loadTokens, type Tokens } from "./tokens.ts";
import { articlesOf, firstWikis, mineOf, registerWikis, samplePages, wantsSample } from "./wikis.ts";

export interface UpOptions {
  /** Addresses of api.php; none: the built-in sample. */
  readonly wikis: readonly string[];
  /** null: the usual one, or another where that is taken. */
  readonly port: number | null;
  /** Weeks of simulated time at the first start; null: SAMPLE_WEEKS for the sample, none for a wiki. */
  readonly ageWeeks: number | null;
}

export interface UpContext {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Lines on standard output. */
  readonly print: (lines: string) => Promise<void>;
}

const HOSTNAME = "127.0.0.1";
/** A year in which links die, come back and move. Its last pass over all links is three weeks ago: what it found is this week's news. */
const SAMPLE_WEEKS = 51;

/** What every step of a start needs. */
interface Start extends UpContext {
  readonly options: UpOptions;
  /** What was opened; closed in the opposite order at the end. */
  readonly opened: AsyncDisposableStack;
  readonly supervisor: Supervisor;
  readonly log: Log;
  /** Filled in once it is open, to say in words what a failure of it means. */
  readonly database: { url: string };
}

/** What the roles stand on, once it is open. */
interface System {
  /** With the tokens and the address of this machine's own edge. */
  readonly config: Config & Tokens;
  readonly port: number;
  readonly edgeUrl: string;
  readonly contextOf: ContextOf;
}

/**
 * The whole system on this machine (docs/cli.md): database and every role (docs/operators.md) in this process, the edge in a
 * child. Ends with the signal, within its 10 s, and leaves nothing running.
 * Throws a UsageError or WorkError that says how to fix it.
 */
export async function up(ctx: UpContext, options: UpOptions): Promise<void> {
  if (options.wikis.length > 0) requireContact(ctx.config);
  const opened = new AsyncDisposableStack();
  const supervisor = new Supervisor(ctx.signal);
  const log = createRoleLog("up", ctx.config);
  const database = { url: "" };
  try {
    await run({ ...ctx, options, opened, supervisor, log, database });
  } catch (error) {
    if (!supervisor.signal.aborted) supervisor.fail(error);
  } finally {
    supervisor.stop();
    await supervisor.settled();
    await opened.disposeAsync();
  }
  await asWorkError(database.url, async () => supervisor.throwFailure());
}

async function run(start: Start): Promise<void> {
  const { options, opened, supervisor, log, print } = start;
  const { dataDir } = start.config;
  const lock = lockDataFolder(dataDir);
  opened.defer(() => lock.release());
  const edgeLock = lockDataFolder(dataDir, "edge");
  opened.defer(() => edgeLock.release());
  opened.defer(watchParent(start.env, () => supervisor.stop()));
  const tokens = loadTokens(start.config);
  lock.setTokens(tokens.digest);
  const system = await openSystem(start, tokens);
  const { config, edgeUrl, contextOf } = system;
  const { db } = contextOf("up");
  if (options.ageWeeks !== null && options.ageWeeks > 0)
    await refuseSimulation(db, dataDir, mineOf(options.wikis));

  const webClock = relayClock();
  supervisor.signal.throwIfAborted();
  const sample = (await wantsSample(contextOf("up"), options.wikis))
    ? await openSample(start, edgeUrl, webClock)
    : null;
  supervisor.signal.throwIfAborted();
  const starting = startOriginAndEdge(start, system);
  const apis = sample === null ? options.wikis : [sample.wiki.api];
  const wikiHttp = openWikiClient(contextOf("feed"));
  opened.defer(() => wikiHttp.close());
  const wikis = await registerWikis(contextOf("up"), wikiHttp, apis, { mayMove: sample !== null });
  const edge = await starting;
  if (edge === null || supervisor.signal.aborted) return;
  const { edgeToken } = config;
  const http = openHttpClient(config, storeEndpoints(config));
  opened.defer(() => http.close());
  const store = edgeStore({ http, edgeUrl: edge.url, edgeToken, signal: supervisor.signal });
  await simulateWeeks(start, system, { sample, wikis, webClock, store });
  if (supervisor.signal.aborted) return;
  if (sample !== null) await enterOrganisation(db, SAMPLE_ORGANISATION, sample.day);
  const archivist = openArchivist(contextOf("archive"), opened, sample);
  if (sample !== null) await archivist(true);
  if (supervisor.signal.aborted) return;
  const shown = wikis.length > 0 ? wikis : await firstWikis(db);
  const samples = await publish(start, system, { store, sample, wikiHttp, wikis: shown });
  if (supervisor.signal.aborted) return;
  for (const each of [lock, edgeLock]) each.setUrl(edgeUrl);
  const crawling = contextOf("crawl");
  const fleet = await openFleet(crawling);
  opened.defer(() => fleet.close());
  const parts = { fleet, log: crawling.log };
  const ours = openChecker(config, opened, parts);
  const checker = sampleChecker(sample, config, opened, { ...parts, elsewhere: ours }) ?? ours;
  startRoles(supervisor, contextOf, { checker, fleet, store, archivist });
  // In one piece: a program that waits for the first line finds the others with it.
  const lines = announce({ edgeUrl, samples, gadgetInArticles: sample !== null, dataDir });
  await print(lines.join("\n"));
  log.info(`started: Weboid ${VERSION}`, "started");
  await supervisor.stopped();
  log.info("stopping");
}

/** Opens the port and the database. */
async function openSystem(start: Start, tokens: Tokens): Promise<System> {
  const { options, opened, supervisor, log } = start;
  const { port, note } = await choosePort(HOSTNAME, options.port);
  if (note !== null) log.info(note);
  const edgeUrl = `http://${HOSTNAME}:${port}`;
  const config = { ...start.config, ...tokens, edgeUrl };
  const database = await openDatabase(config, log, {
    schema: "migrate",
    name: "weboid up",
    onLost: (error) => supervisor.fail(error),
    signal: supervisor.signal,
  });
  opened.defer(() => database.close());
  supervisor.signal.throwIfAborted();
  start.database.url = database.url;
  opened.defer(watchSchema(database.db, (error) => supervisor.fail(error)));
  const clock = await openDatabaseClock(database.db, { log, onSkewed: (error) => supervisor.fail(error) });
  opened.defer(() => clock.close());
  const figures = await metricsOf(config, log, opened);
  const components = new Map<string, Database>();
  for (const component of COMPONENTS) {
    supervisor.signal.throwIfAborted();
    components.set(component, await database.as(component));
  }
  const contextOf: ContextOf = (role, least = config.logLevel) => ({
    db: components.get(role) ?? database.db,
    clock,
    log: createRoleLog(role, { ...config, logLevel: severer(least, config.logLevel) }),
    signal: supervisor.signal,
    config,
    ...figures,
  });
  return { config, port, edgeUrl, contextOf };
}

const severer = (one: LogLevel, other: LogLevel): LogLevel =>
  LOG_LEVELS.indexOf(one) > LOG_LEVELS.indexOf(other) ? one : other;

/** Origin, then the edge that asks it. Null: stopped before it was up, or failed, which the supervisor knows. */
async function startOriginAndEdge(
  start: Start,
  { config, port, contextOf }: System,
): Promise<LocalEdge | null> {
  const { supervisor, opened, log } = start;
  const originPort = await startOrigin(contextOf("origin", "warn"), supervisor, config);
  if (originPort === null || supervisor.signal.aborted) return null;
  // Before the store is made: a start that ends in between leaves one that is not new, and is empty.
  if (hasNoStore(config.dataDir)) await forgetTarget(contextOf("up").db, config.edgeName);
  log.info(`starting the edge on ${HOSTNAME}:${port}`);
  const vars = edgeVars(config, `http://${HOSTNAME}:${originPort}`);
  const { dataDir } = config;
  const edge = await supervisor.watch(
    startEdge(
      { dataDir, hostname: HOSTNAME, port, vars, egress: config, log: contextOf("edge").log },
      supervisor.signal,
    ),
  );
  if (edge === null) return null;
  opened.defer(() => edge.stop());
  opened.defer(contextOf("edge").metrics?.watch("edge", edge.figures) ?? (() => {}));
  void edge.failed.then((why) => supervisor.fail(new WorkError(`${why}; start again`)));
  return edge;
}

interface Simulated {
  readonly sample: Sample | null;
  readonly wikis: readonly Wiki[];
  /** Followed by the sample's web; the real time at the end. */
  readonly webClock: RelayClock;
  readonly store: SnapshotStore;
}

/** Feeds and crawls through simulated weeks at a first start, so that there is data to see. */
async function simulateWeeks(
  { options, opened, supervisor, log }: Start,
  { config, contextOf }: System,
  { sample, wikis, webClock, store }: Simulated,
): Promise<void> {
  const weeks = options.ageWeeks ?? (sample === null ? 0 : SAMPLE_WEEKS);
  const isMine = mineOf(options.wikis);
  const { dataDir } = config;
  const checker = sampleChecker(sample, config, opened) ?? openChecker(config, opened);
  const names = wikis.map(({ name }) => name);
  const day = dayOfWork({ contextOf, wikis: names, checker, store });
  const progress = createProgress(log);
  const rounds = await simulateDays(contextOf("up", "warn"), {
    weeks,
    dataDir,
    isMine,
    async work(ctx) {
      webClock.follow(ctx.clock);
      await day(ctx);
    },
    onDay(ago, done, of) {
      if (done === 0) log.info(`simulating ${weeks} weeks, so that there is data to see`);
      progress.update(`${ago} days ago (round ${done + 1} of ${of})`);
    },
  });
  progress.done(roundsInWords(rounds, supervisor.signal.aborted));
  webClock.follow(systemClock);
}

interface Published {
  readonly store: SnapshotStore;
  readonly sample: Sample | null;
  readonly wikiHttp: WikiClient;
  /** Those of which the front page names pages. */
  readonly wikis: readonly Wiki[];
}

/** Writes what is known to the edge's store, and the pages that its front page offers to look at; returns these. */
async function publish(
  { supervisor }: Start,
  { contextOf }: System,
  { store, sample, wikiHttp, wikis }: Published,
): Promise<FrontSample[]> {
  const dispatcher = contextOf("dispatch");
  // What cannot be published of one wiki is no reason to do nothing for the others: the dispatcher tries again.
  await dispatch(dispatcher, { once: true, store, events: writeEvents }).catch((error: unknown) => {
    if (!(error instanceof WorkError)) throw error;
    dispatcher.log.warn(error.message, "delivery-failed");
  });
  const samples =
    sample === null
      ? await samplePages({ db: contextOf("up").db, http: wikiHttp }, wikis, supervisor.signal)
      : wikis.flatMap(({ name }) => articlesOf(sample, name));
  const stored = await store.put([samplesPair(samples)]);
  if (stored.kind === "failed" && !supervisor.signal.aborted) throw new WorkError(stored.message);
  return samples;
}
