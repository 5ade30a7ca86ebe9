import pMap from "p-map";
import { awayOf, isConflict, messageOf } from "../../../db/errors.ts";
import type { DomainRow } from "../../../db/organisations/domains.ts";
import { readAgainByParsers } from "../../../db/organisations/organisations.ts";
import {
  claimDomains,
  enterDomains,
  postponeDomain,
  releaseDomains,
  renewDomains,
} from "../../../db/organisations/queue.ts";
import { forgetOtherParsers } from "../../../db/organisations/registries.ts";
import { pause } from "../../runtime/clock.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../../runtime/database-retry.ts";
import { startHeartbeat } from "../../runtime/heartbeat.ts";
import { LeaseKeeper } from "../../runtime/lease-keeper.ts";
import { sharedHosters } from "../hosters.ts";
import { openRetrieval } from "../open.ts";
import { type Attached, Attacher } from "./attacher.ts";
import { databaseCache, databaseLeases } from "./database.ts";
import { isKept } from "./signs.ts";

const LEASE_SECONDS = 300;
/** Domains in hand, and looked at side by side: resolvers are asked by crawlers as well. */
const DOMAINS_AT_ONCE = 40;
const LOOKS_AT_ONCE = 4;
const HOSTS_AT_ONCE = 500;
/** How often is looked for new hosts and domains that are due. */
const PERIOD_MS = 60_000;

/** How many domains were looked at, and how many of these belong to an organisation. */
export interface AttachTally {
  looked: number;
  belong: number;
}

/**
 * Attaches the domains of all hosts to organisations (O5): those that are due with `once`, else until the signal. Asks DNS, and
 * registries within the budgets of the configuration; nobody waits for it.
 */
export async function attach(given: RoleContext, { once }: { readonly once: boolean }): Promise<AttachTally> {
  const ctx = withBackoff(given, once);
  const { db, clock, signal, config, log } = ctx;
  const asks = mayAsk(config);
  if (!asks)
    log.info("registries are not asked: WEBOID_CONTACT is not set, or WEBOID_REGISTRY_QUESTIONS is 0");
  const tally: AttachTally = { looked: 0, belong: 0 };
  const heartbeat = startHeartbeat(ctx, "organisation", () => ({ ...tally }), { runsOn: !once });
  const leases = databaseLeases({ db, clock, signal, perDay: config.registryQuestions });
  const opened = openRetrieval({ config, clock, signal, cache: databaseCache(db), leases });
  const attacher = new Attacher({
    ...{ ctx, asks, worker: heartbeat.name, retrieval: opened.retrieval },
    lists: sharedHosters(config.sharedHosters),
  });
  let failed = true;
  try {
    await heartbeat.begun;
    await retryWhileDatabaseDown(ctx, () => readAgainByParsers(db, clock.today(), signal));
    await retryWhileDatabaseDown(ctx, () => forgetOtherParsers(db, signal));
    while (!signal.aborted) {
      await enterAll(ctx);
      while (!signal.aborted && (await lookAtSome(ctx, { attacher, tally, worker: heartbeat.name })));
      if (once) break;
      await pause(PERIOD_MS, signal);
    }
    failed = false;
    return tally;
  } finally {
    await opened[Symbol.asyncDispose]();
    await heartbeat.stop(failed);
  }
}

/** Registries of other people see who asks; servers of the operator's own need not. */
const mayAsk = ({ contact, rdapBootstrap, whoisServer, registryQuestions }: RoleContext["config"]): boolean =>
  registryQuestions > 0 && (contact !== null || (rdapBootstrap !== null && whoisServer !== null));

async function enterAll(ctx: RoleContext): Promise<void> {
  const enter = () => enterDomains(ctx.db, HOSTS_AT_ONCE, isKept);
  while (!ctx.signal.aborted && (await retryWhileDatabaseDown(ctx, enter)) > 0);
}

interface Work {
  readonly attacher: Attacher;
  readonly tally: AttachTally;
  readonly worker: string;
}

/** False: nothing is due, or today's budget is spent. */
async function lookAtSome(ctx: RoleContext, work: Work): Promise<boolean> {
  const { tally, worker } = work;
  const { db, clock, signal, config, log } = ctx;
  const claim = { worker, leaseSeconds: LEASE_SECONDS, limit: DOMAINS_AT_ONCE, perDay: config.domainLooks };
  const rows = await retryWhileDatabaseDown(ctx, () => claimDomains(db, { ...claim, today: clock.today() }));
  if (rows.length === 0) return false;
  const keeper = new LeaseKeeper({
    seconds: LEASE_SECONDS,
    renew: () => renewDomains(db, worker, LEASE_SECONDS),
    release: () => releaseDomains(db, worker, clock.today()),
    log,
  });
  try {
    await pMap(
      rows,
      async (row) => {
        if (signal.aborted) return;
        const attached = await retryWhileDatabaseDown(ctx, () => lookOrPostpone(ctx, work, row));
        if (attached === "lost" || attached === "postponed") return;
        tally.looked += 1;
        if (attached === "belongs") tally.belong += 1;
      },
      { concurrency: LOOKS_AT_ONCE },
    );
  } finally {
    await keeper.end();
  }
  return true;
}

/** One domain that cannot be looked at, whatever strangers say of it, does not stop the others: it waits. */
async function lookOrPostpone(
  { db, clock, log }: RoleContext,
  { attacher, worker }: Work,
  row: DomainRow,
): Promise<Attached> {
  try {
    return await attacher.look(row);
  } catch (error) {
    if (awayOf(error) !== null || isConflict(error)) throw error;
    log.error(`${row.domain} cannot be looked at, and is later: ${messageOf(error)}`, "domain-failed");
    await postponeDomain(db, worker, row, clock.today());
    return "postponed";
  }
}
