import { type BrokenDomain, dueDomains, expireScans } from "../../db/relaunches/domains.ts";
import { linksOf, type Site, sitesOf, usesByWiki } from "../../db/relaunches/links.ts";
import {
  expireRelaunches,
  type SiteRelaunch,
  type StoredRelaunch,
  storedRelaunches,
  storeRelaunches,
} from "../../db/relaunches/store.ts";
import { addDays } from "../../shared/calendar/day.ts";
import { isSameRelaunch, isUndone, relaunchesOf } from "../../shared/relaunch/detect.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { counted } from "../runtime/words.ts";

/** Domains of one round; the others are due in the next one, which follows at once. */
const DOMAINS_PER_ROUND = 500;
const PERIOD_MS = 6 * 3_600_000;
/** Relaunches are kept for so long. */
const KEEP_DAYS = 3 * 365;
const EXAMPLES = 5;

/** Looks for relaunches in all domains that are due (O5): now with `once`, else now and every six hours. Answers how many are new. */
export async function findRelaunches(
  ctx: RoleContext,
  { once }: { readonly once: boolean },
): Promise<number> {
  let all = 0;
  for (;;) {
    const { found, full } = await findDue(ctx);
    all += found;
    if (found > 0)
      ctx.log.info(`found: ${counted(found, "site")} that ${found === 1 ? "was" : "were"} relaunched`);
    if (ctx.signal.aborted) return all;
    if (full) continue;
    if (once) return all;
    await pause(PERIOD_MS, ctx.signal);
    if (ctx.signal.aborted) return all;
  }
}

/** `full`: more domains may be due. */
async function findDue(ctx: RoleContext): Promise<{ readonly found: number; readonly full: boolean }> {
  const { db, clock, signal } = ctx;
  if (signal.aborted) return { found: 0, full: false };
  const today = clock.today();
  const due = await retryWhileDatabaseDown(ctx, () => dueDomains(db, today, DOMAINS_PER_ROUND));
  const full = due.length === DOMAINS_PER_ROUND;
  let found = 0;
  for (const domain of due) {
    if (signal.aborted) return { found, full };
    found += await retryWhileDatabaseDown(ctx, () => findInDomain(ctx, domain));
  }
  if (signal.aborted) return { found, full };
  await retryWhileDatabaseDown(ctx, () => expireScans(db, today));
  await retryWhileDatabaseDown(ctx, () => expireRelaunches(db, addDays(today, -KEEP_DAYS)));
  return { found, full };
}

async function findInDomain({ db, clock, signal }: RoleContext, domain: BrokenDomain): Promise<number> {
  const today = clock.today();
  const stored = await storedRelaunches(db, domain.domain);
  const found: SiteRelaunch[] = [];
  const undone: number[] = [];
  for (const site of await sitesOf(db, domain.domain)) {
    // What was read so far is read again: a domain is stored whole.
    if (signal.aborted) return 0;
    const seen = await relaunchesOfSite(
      { db, today },
      site,
      stored.filter((one) => one.site === site.site),
    );
    found.push(...seen.found);
    undone.push(...seen.undone);
  }
  return storeRelaunches(db, domain, { found, undone }, today);
}

async function relaunchesOfSite(
  { db, today }: Pick<RoleContext, "db"> & { readonly today: ReturnType<RoleContext["clock"]["today"]> },
  site: Site,
  stored: readonly StoredRelaunch[],
): Promise<{ readonly found: readonly SiteRelaunch[]; readonly undone: readonly number[] }> {
  const links = await linksOf(db, site);
  const found: SiteRelaunch[] = [];
  for (const { links: lost, ...relaunch } of relaunchesOf(links, today)) {
    const examples = lost.slice(0, EXAMPLES).map(({ url }) => url);
    // An older one was known and is forgotten.
    if (relaunch.to >= addDays(today, -KEEP_DAYS))
      found.push({ ...relaunch, site: site.site, examples, uses: await usesByWiki(db, lost) });
  }
  const undone = stored
    .filter((one) => !found.some((other) => isSameRelaunch(one, other)) && isUndone(one, links, today))
    .map(({ id }) => id);
  return { found, undone };
}
