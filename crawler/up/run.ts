import { writeEvents } from "../../db/events/write.ts";
import type { Wiki } from "../../db/types.ts";
import type { FrontSample } from "../../shared/protocol/types.ts";
import type { Checker } from "../check/checker.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { dispatch } from "../dispatch/run.ts";
import { openWikiClient } from "../feed/api/client.ts";
import type { WikiClient } from "../feed/api/wiki.ts";
import { systemClock } from "../runtime/clock.ts";
import { type Config, requireContact, userAgent } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { asWorkError, openDatabase, watchSchema } from "../runtime/database.ts";
import { WorkError } from "../runtime/errors.ts";
import { createHttpClient } from "../runtime/http.ts";
import { createLog, createProgress, LOG_LEVELS, type Log, type LogLevel } from "../runtime/log.ts";
import { checkingSample } from "../sample/checker.ts";
import { type Sample, startSample } from "../sample/sample.ts";
import { SAMPLE_DBNAME } from "../sample/wiki-api.ts";
import { type Manners, openManners } from "../sweep/manners.ts";
import { age, type RelayClock, refuseToAge, relayClock } from "./age.ts";
import { announce, samplesPair } from "./announce.ts";
import { edgeVars, type LocalEdge, startEdge } from "./edge.ts";
import { choosePort } from "./port.ts";
import { type ContextOf, dayOfWork, openChecker, startOrigin, startRoles } from "./roles.ts";
import { holdDataDir, watchParent } from "./running.ts";
import { Closers, Supervisor } from "./supervisor.ts";
import { loadTokens } from "./tokens.ts";
import { articlesOf, FARM, firstWikis, mineOf, registerWikis, samplePages, wantsSample } from "./wikis.ts";

export interface UpOptions {
  /** Addresses of api.php; none: the built-in sample. */
  readonly wikis: readonly string[];
  /** null: the usual one, or another where that is taken. */
  readonly port: number | null;
  /** Weeks of simulated time to live through at the first start; null: SAMPLE_WEEKS for the sample, none for a wiki. */
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
/** Enough for every rule of the verdict: three sweeps, and a link that died at the first is long unreachable. */
const SAMPLE_WEEKS = 12;

/** What every step of a start needs. */
interface Start extends UpContext {
  readonly options: UpOptions;
  readonly closers: Closers;
  readonly supervisor: Supervisor;
  readonly log: Log;
  /** Filled in once it is open, to say in words what a failure of it means. */
  readonly database: { url: string };
}

/**
 * The whole system on this machine (contract.md): database, feeder, crawler, dispatcher, maintainer and origin in this
 * process, the edge in a child. Ends with the signal, within its 10 s, and leaves nothing running.
 * Throws a UsageError or WorkError that says the mend.
 */
export async function up(ctx: UpContext, options: UpOptions): Promise<void> {
  if (options.wikis.length > 0) requireContact(ctx.config);
  const closers = new Closers();
  const supervisor = new Supervisor(ctx.signal);
  const log = createLog("up", ctx.config.logLevel);
  const database = { url: "" };
  try {
    await run({ ...ctx, options, closers, supervisor, log, database });
  } catch (error) {
    if (!supervisor.signal.aborted) supervisor.fail(error);
  } finally {
    supervisor.stop();
    await supervisor.settled();
    await closers.close();
  }
  await asWorkError(database.url, async () => supervisor.throwFailure());
}

async function run(start: Start): Promise<void> {
  const { options, closers, supervisor, log, print } = start;
  const { dataDir } = start.config;
  const lock = holdDataDir(dataDir);
  closers.add(() => lock.release());
  closers.add(watchParent(start.env, () => supervisor.stop()));
  const { port, note } = await choosePort(HOSTNAME, options.port);
  if (note !== null) log.info(note);
  const edgeUrl = `http://${HOSTNAME}:${port}`;
  const config = { ...start.config, ...loadTokens(start.config), edgeUrl };
  const database = await openDatabase(config, log, { schema: "migrate", name: "weboid up" });
  closers.add(() => database.close());
  start.database.url = database.url;
  const { db } = database;
  closers.add(await watchSchema(db, (error) => supervisor.fail(error)));
  if (options.ageWeeks !== null && options.ageWeeks > 0)
    await refuseToAge(db, dataDir, mineOf(options.wikis));
  const webClock = relayClock();
  const wanted = await wantsSample({ db, config, log }, options.wikis);
  const sample = wanted ? await openSample(start, edgeUrl, webClock) : null;
  const contextOf: ContextOf = (role, least = config.logLevel) => ({
    db,
    clock: systemClock,
    log: createLog(role, severer(least, config.logLevel)),
    signal: supervisor.signal,
    config,
  });
  const http = createHttpClient({ userAgent: userAgent(config.contact), dns: config.dns });
  closers.add(() => http.close());
  const wikiHttp = openWikiClient(contextOf("feed"), http);
  const starting = beginEdge(start, contextOf, port);

  const apis = sample === null ? options.wikis : [sample.wiki.api];
  const wikis = await registerWikis(contextOf("feed"), wikiHttp, apis, { mayMove: sample !== null });
  const names = wikis.map(({ name }) => name);
  const inHaste = sampleChecker(sample, config, closers) ?? openChecker(config, closers);
  const work = dayOfWork(http, names, inHaste);
  await liveThrough(start, contextOf, sample !== null, async (ctx) => {
    webClock.follow(ctx.clock);
    await work(ctx);
  });
  webClock.follow(systemClock);

  const edge = await starting;
  if (edge === null || supervisor.signal.aborted) return;
  const { edgeToken } = config;
  const store = edgeStore({ http, edgeUrl: edge.url, edgeToken, signal: supervisor.signal });
  await dispatch(contextOf("dispatch"), { once: true, store, events: writeEvents });
  const shown = wikis.length > 0 ? wikis : await firstWikis(db);
  const samples = await frontSamples(sample, shown, wikiHttp, supervisor.signal);
  const told = await store.put([samplesPair(samples)]);
  if (supervisor.signal.aborted) return;
  if (told.kind === "failed") throw new WorkError(told.message);
  lock.update({ url: edgeUrl });
  const manners = await openManners(contextOf("crawl"));
  closers.add(() => manners.close());
  const ours = openChecker(config, closers, manners);
  const checker = sampleChecker(sample, config, closers, { manners, elsewhere: ours }) ?? ours;
  startRoles(supervisor, contextOf, { http, checker, manners, store });
  // In one piece: whoever waits for the first line finds the others beside it.
  const lines = announce({ edgeUrl, samples, gadgetInArticles: sample !== null, dataDir });
  await print(lines.join("\n"));
  await supervisor.stopped();
  log.info("stopping");
}

/**
 * The sample leads its own names to its own web, on loopback; for anything else the operator's settings stand. Null:
 * there is no sample.
 */
function sampleChecker(
  sample: Sample | null,
  config: Config,
  closers: Closers,
  { manners, elsewhere = null }: { readonly manners?: Manners; readonly elsewhere?: Checker | null } = {},
): Pick<Checker, "check"> | null {
  if (sample === null) return null;
  const inSample = openChecker({ ...config, dns: [sample.dns], allowPrivate: true }, closers, manners);
  return checkingSample(sample.isOurs, inSample, elsewhere);
}

const severer = (one: LogLevel, other: LogLevel): LogLevel =>
  LOG_LEVELS.indexOf(one) > LOG_LEVELS.indexOf(other) ? one : other;

async function openSample({ config, closers, log }: Start, edgeUrl: string, clock: RelayClock) {
  const gadgetUrl = `${edgeUrl}/gadget.js?dbname=${SAMPLE_DBNAME}@${FARM}`;
  const sample = await startSample({ dataDir: config.dataDir, clock, gadgetUrl });
  closers.add(() => sample.close());
  log.info(`sample wiki at ${sample.wiki.articleUrl("Main Page")}, its links lead to a web of its own`);
  return sample;
}

/** Origin, then the edge that asks it. Null: stopped before it was up, or failed, which the supervisor knows. */
async function beginEdge(start: Start, contextOf: ContextOf, port: number): Promise<LocalEdge | null> {
  const { supervisor, closers, log } = start;
  const origin = contextOf("origin", "warn");
  const { config } = origin;
  const originPort = await startOrigin(origin, supervisor, config.originToken);
  if (originPort === null) return null;
  log.info(`starting the edge on ${HOSTNAME}:${port}`);
  const vars = edgeVars(config, `http://${HOSTNAME}:${originPort}`);
  const edgeLog = contextOf("edge").log;
  const edge = await supervisor.watch(
    startEdge({ dataDir: config.dataDir, hostname: HOSTNAME, port, vars, log: edgeLog }),
  );
  if (edge === null) return null;
  closers.add(() => edge.stop());
  void edge.failed.then((why) => supervisor.fail(new WorkError(`${why}; start again`)));
  return edge;
}

async function liveThrough(
  { options, config, log }: Start,
  contextOf: ContextOf,
  isSample: boolean,
  live: (ctx: RoleContext) => Promise<void>,
): Promise<void> {
  const weeks = options.ageWeeks ?? (isSample ? SAMPLE_WEEKS : 0);
  const progress = createProgress(log);
  const days = await age(contextOf("up", "warn"), {
    weeks,
    dataDir: config.dataDir,
    isMine: mineOf(options.wikis),
    live,
    onDay(ago, done, of) {
      if (done === 0)
        log.info(`living through ${weeks} weeks of simulated time, so that there is something to tell`);
      progress.update(`${ago} days ago (${done + 1} of ${of} looks)`);
    },
  });
  progress.done(days === 0 ? undefined : `${days} looks at every link that was due, up to today`);
}

const frontSamples = (
  sample: Sample | null,
  wikis: readonly Wiki[],
  http: WikiClient,
  signal: AbortSignal,
): Promise<FrontSample[]> =>
  sample === null
    ? samplePages(http, wikis, signal)
    : Promise.resolve(wikis.flatMap(({ name }) => articlesOf(sample, name)));
