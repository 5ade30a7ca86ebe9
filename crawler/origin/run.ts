import { awayOf } from "../../db/errors.ts";
import { readOverview } from "../../db/lists/domains.ts";
import { FRIEND_TOUCH_LIMITS, queueTouches, TOUCH_LIMITS } from "../../db/pages/touches.ts";
import { isFriend, namespacePages } from "../../db/people/friends.ts";
import type { Reads } from "../../db/replica/replica.ts";
import { urlFacts } from "../../db/urls/facts.ts";
import { findWiki, type Wiki, wikisAt } from "../../db/wikis/wikis.ts";
import { ping } from "../../db/work/workers.ts";
import { keyFor } from "../../shared/protocol/keys.ts";
import { ORIGIN_REQUEST_BYTES_MAX } from "../../shared/protocol/types.ts";
import { classify } from "../../shared/url/classify.ts";
import type { Config } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { UsageError, WorkError } from "../runtime/errors.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { createOriginApp, type OriginDeps } from "./app.ts";
import { countsOf, createGates } from "./budget/admit.ts";
import { committedBy } from "./budget/in-time.ts";
import { openPools, type Pools } from "./budget/pools.ts";
import { answerEvent, answerFeed } from "./feed.ts";
import { domainPage } from "./lists/domain.ts";
import { domainList, organisationList } from "./lists/domains.ts";
import { wikiList } from "./lists/list.ts";
import { organisationPage } from "./lists/organisation.ts";
import { pathList } from "./lists/paths.ts";
import { relaunchList } from "./lists/relaunches.ts";
import { answerPeople } from "./people.ts";
import { answerLock, answerLog, answerUndo } from "./people-log.ts";
import { answerRecheck } from "./recheck.ts";
import { createAllowances } from "./search/allowance.ts";
import { search } from "./search/search.ts";
import { answerTitles } from "./titles.ts";

/** Pages of a namespace in one answer. */
const LIST_PAGES = 50;
/** How often it is looked whether the last answer is given. */
const ANSWERED_POLL_MS = 20;
/** No statement takes longer (budget/limits.ts), and a process that ends has eight seconds. */
const ANSWERED_MS_MAX = 6_000;

/** What an origin needs: the secret that it shares with edges. Throws a UsageError. */
export function originToken({ originToken: token }: Pick<Config, "originToken">): string {
  if (token === null)
    throw new UsageError(
      "ORIGIN_TOKEN is not set; set the same secret here and at the edge, such as: openssl rand -hex 32",
    );
  return token;
}

export interface OriginOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly hostname?: string;
  readonly token: string;
  /** The one before, accepted while it is exchanged. */
  readonly oldToken?: string | null;
  /** Called with the port once it listens. */
  readonly onListening?: (port: number) => void;
}

/** The origin service: what the edge asks when its snapshots do not know (design 8). Ends with the signal. */
export async function serveOrigin(ctx: RoleContext, options: OriginOptions): Promise<void> {
  const { token, oldToken = null } = options;
  // Of the older one as long as there is one: networks change their pseudonyms once, and not with each half of an exchange.
  const pseudonyms = keyFor(oldToken ?? token, "network");
  const touches: Touches = { dropped: 0 };
  const take = createAllowances(() => ctx.clock.now());
  await using opened = new AsyncDisposableStack();
  const pools = await openPools(ctx.db, ctx.replica, opened);
  const gates = createGates();
  const people = peopleOf(ctx, pools.people, pseudonyms);
  const app = createOriginApp({
    token,
    oldToken,
    gates,
    ...answersOfPages(ctx, pools.lookups, touches),
    ...answersOfWikis(ctx, pools),
    search: searching(pools.search, take),
    ...people,
    // To look at a link is a question as any about a link; asking for a check has bounds of its own.
    recheck: async (request, untilMs) =>
      (request.act === "look" ? take(request.ranges) : null) ?? people.recheck(request, untilMs),
    healthy: () => ping(ctx.db),
    failed: (error) => {
      const away = awayOf(error);
      ctx.log.error(
        away?.message ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)),
        "request-failed",
      );
    },
  });
  const server = listen(options, app.fetch);
  const figures = () => ({
    droppedTouches: touches.dropped,
    classes: countsOf(gates),
    ...ctx.replica?.figures(),
  });
  const life = startHeartbeat(ctx, "origin", figures, { runsOn: true });
  options.onListening?.(server.port ?? options.port);
  ctx.log.info(`the edge may ask at http://${server.hostname}:${server.port}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (ctx.signal.aborted) resolve();
  ctx.signal.addEventListener("abort", () => resolve());
  await promise;
  await endWhenAnswered(server);
  await life.stop();
}

/** Takes no more questions, and ends with the last answer; of half a question there is none, however long its rest is waited for. */
async function endWhenAnswered(server: ReturnType<typeof listen>): Promise<void> {
  void server.stop();
  const until = performance.now() + ANSWERED_MS_MAX;
  while (server.pendingRequests > 0 && performance.now() < until) await Bun.sleep(ANSWERED_POLL_MS);
  await server.stop(true);
}

/** An answer about a configured wiki; null: there is no such wiki. */
const ofWiki = <T>(
  reads: Reads,
  name: string,
  answer: (db: Database, wiki: Wiki) => Promise<T>,
): Promise<T | null> =>
  reads(async (db) => {
    const wiki = await findWiki(db, name);
    return wiki === null ? null : answer(db, wiki);
  });

/** What people say, and the log of it. */
function peopleOf(
  ctx: RoleContext,
  { reads, writes }: Pools["people"],
  pseudonyms: string,
): Pick<OriginDeps, "people" | "log" | "undo" | "lock" | "recheck"> {
  const within = (db: Database, untilMs: number) => ({ ...ctx, db: committedBy(db, untilMs) });
  return {
    recheck: (request, untilMs) =>
      ofWiki(writes, request.wiki, (db, wiki) =>
        answerRecheck(within(db, untilMs), pseudonyms, wiki, request),
      ),
    people: (request, untilMs) =>
      ofWiki(writes, request.wiki, (db, wiki) =>
        answerPeople(within(db, untilMs), pseudonyms, wiki, request),
      ),
    log: (request) => reads((db) => answerLog({ ...ctx, db }, request)),
    undo: (request, untilMs) => writes((db) => answerUndo(within(db, untilMs), pseudonyms, request)),
    lock: (request, untilMs) => writes((db) => answerLock(within(db, untilMs), pseudonyms, request)),
  };
}

/** Requests of strangers for pages, for which the queue had no room. */
interface Touches {
  dropped: number;
}

function answersOfPages(
  ctx: RoleContext,
  { db: primary, reads }: Pools["lookups"],
  touches: Touches,
): Pick<OriginDeps, "facts" | "titles" | "wikisAt" | "touch" | "isFriend" | "pages"> {
  return {
    facts: (wiki, urls) => {
      // The edge sends normalised URLs; a text that is none is on no list.
      const normalised = urls.flatMap((text) => {
        const classified = classify(text, { allowPrivate: ctx.config.allowPrivate });
        return classified.kind === "resource" ? [classified.url] : [];
      });
      return reads(async (db) => urlFacts(db, (await findWiki(db, wiki))?.id ?? null, normalised));
    },
    titles: ({ wiki, titles }) => ofWiki(reads, wiki, (db, found) => answerTitles(db, found, titles)),
    wikisAt: async ({ authority }) => {
      const wikis = await reads((db) => wikisAt(db, authority));
      return { wikis: wikis.map(({ name, api, articleUrl }) => ({ wiki: name, api, articleUrl })) };
    },
    touch: async (wiki, pageids, { friend }) => {
      const found = await findWiki(primary, wiki);
      if (found === null) return true;
      const limits = friend ? FRIEND_TOUCH_LIMITS : TOUCH_LIMITS;
      const { dropped } = await queueTouches(primary, found.id, pageids, ctx.clock.today(), limits);
      if (!friend) touches.dropped += dropped;
      return dropped === 0;
    },
    isFriend: (hash) => reads((db) => isFriend(db, hash)),
    pages: (wiki, namespace, after) =>
      ofWiki(reads, wiki, (db, { id }) => namespacePages(db, id, { namespace, after, limit: LIST_PAGES })),
  };
}

function answersOfWikis(
  { clock }: RoleContext,
  pools: Pools,
): Pick<
  OriginDeps,
  | "list"
  | "feed"
  | "event"
  | "domains"
  | "domain"
  | "organisation"
  | "organisations"
  | "relaunches"
  | "paths"
  | "overview"
> {
  const [lists, domains, feed] = [pools.lists.reads, pools.domains.reads, pools.feed.reads];
  return {
    list: (request) => ofWiki(lists, request.wiki, (db, wiki) => wikiList(db, wiki, request, clock.today())),
    feed: (request) => feed((db) => answerFeed(db, request)),
    event: (request) => feed((db) => answerEvent(db, request)),
    domains: ({ wiki: name, cursor }) =>
      ofWiki(domains, name, (db, wiki) => domainList(db, wiki, cursor, clock.today())),
    paths: (request) =>
      ofWiki(domains, request.wiki, (db, wiki) => pathList(db, wiki, request, clock.today())),
    domain: ({ wiki: name, domain }) =>
      ofWiki(domains, name, (db, wiki) => domainPage(db, wiki, domain, clock.today())),
    organisation: ({ wiki: name, domain }) =>
      ofWiki(domains, name, (db, wiki) => organisationPage(db, wiki, domain, clock.today())),
    organisations: ({ wiki: name, cursor }) =>
      ofWiki(domains, name, (db, wiki) => organisationList(db, wiki, cursor, clock.today())),
    relaunches: ({ wiki: name, cursor }) =>
      ofWiki(domains, name, (db, wiki) => relaunchList(db, wiki, cursor, clock.today())),
    overview: ({ wiki: name }) => ofWiki(domains, name, (db, wiki) => readOverview(db, wiki, clock.today())),
  };
}

function searching(
  { reads }: Pools["search"],
  take: ReturnType<typeof createAllowances>,
): OriginDeps["search"] {
  return async (request) =>
    take(request.askers) ??
    (request.wiki === null
      ? reads((db) => search(db, null, request))
      : ofWiki(reads, request.wiki, (db, wiki) => search(db, wiki, request)));
}

function listen(
  { port, hostname = "127.0.0.1" }: OriginOptions,
  fetch: (request: Request) => Response | Promise<Response>,
) {
  try {
    return Bun.serve({
      port,
      hostname,
      fetch,
      idleTimeout: 30,
      maxRequestBodySize: ORIGIN_REQUEST_BYTES_MAX,
    });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EADDRINUSE")
      throw new WorkError(
        `port ${port} of ${hostname} is taken by another program; choose another with --port`,
      );
    if (code === "EACCES")
      throw new WorkError(
        `port ${port} needs more rights than this user has; choose one above 1023 with --port`,
      );
    throw error;
  }
}
