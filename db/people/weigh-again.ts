import { and, eq, gt } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import {
  domainOfScope,
  hostScope,
  type ReportScope,
  scopeOf,
  scopeText,
} from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { REPORTED } from "../hosts/softened.ts";
import { domainNote, host, report, scopeReport, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { decodeUrl, urlColumns } from "../urls/row.ts";
import { type Act, logActs, scopeInLog } from "./log.ts";
import { lockDomain } from "./row-locks.ts";
import { scopesOf, softenedOf, weigh, weighAll } from "./soften.ts";
import { isKnown } from "./voices.ts";
import { removeOutweighed } from "./withdrawals.ts";

/** URLs that are weighed in one transaction. */
const URLS_MAX = 1_000;

/** Weighs all once more that was said within the last 30 days: networks weigh more as they are known for longer (H5). Answers how many scopes. */
export async function weighAgain(db: Database, day: Day, signal?: AbortSignal): Promise<number> {
  await weighOpposed(db, day, signal);
  const scopes = await saidScopes(db, day);
  for (const scope of scopes) {
    if (signal?.aborted) break;
    await db.transaction(async (tx) => {
      await lockDomain(tx, domainOfScope(scope));
      await logSoftening(tx, [scope], async () => {
        const { reports } = await removeOutweighed(tx, { urls: [], scope }, day);
        await weigh(tx, scope, day, false);
        return reports > 0 ? [{ act: "withdraw", ...BY_TIME, ...scopeInLog(scope) }] : [];
      });
    });
  }
  const hosts = await db.orm
    .selectDistinct({ name: host.name })
    .from(report)
    .innerJoin(url, eq(url.id, report.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .where(isKnown(report, day));
  for (const { name } of hosts) {
    if (signal?.aborted) break;
    await db.transaction(async (tx) => {
      await lockDomain(tx, domainOfScope(hostScope(name)));
      const all = scopesOf(name, null);
      await logSoftening(tx, all, async () => {
        await weighAll(tx, all, name, day, false);
        return [];
      });
    });
  }
  return scopes.length + hosts.length;
}

/** Nobody's act: it is no wiki's, and no reader undoes it. */
const BY_TIME = { wiki: null, by: "maintenance" } as const;

/** Logs what `work` did, and which of the scopes are softened since or are so no longer (H5). */
async function logSoftening(
  tx: Database,
  scopes: readonly ReportScope[],
  work: () => Promise<readonly Act[]>,
): Promise<void> {
  const softened = async () => new Set((await softenedOf(tx.orm, scopes)).map(scopeText));
  const before = await softened();
  const acts = await work();
  const after = await softened();
  const changed = scopes.flatMap((scope): Act[] => {
    const text = scopeText(scope);
    if (before.has(text) === after.has(text)) return [];
    return [{ act: after.has(text) ? "soften" : "unsoften", ...BY_TIME, ...scopeInLog(scope) }];
  });
  await logActs(tx, [...acts, ...changed]);
}

/** Reports of URLs that others withdraw. */
async function weighOpposed(db: Database, day: Day, signal?: AbortSignal): Promise<void> {
  for (let last = 0 as UrlId; !signal?.aborted; ) {
    const rows = await db.orm
      .selectDistinct({ id: report.urlId })
      .from(report)
      .where(and(eq(report.against, true), gt(report.urlId, last)))
      .orderBy(report.urlId)
      .limit(URLS_MAX);
    const urls = rows.map(({ id }) => id);
    await db.transaction(async (tx) => {
      const { urls: gone } = await removeOutweighed(tx, { urls, scope: null }, day);
      const removed = (await addressesOf(tx, gone)).map(
        (target): Act => ({ act: "withdraw", ...BY_TIME, scope: "url", target, urls: 1 }),
      );
      await logActs(tx, removed);
    });
    const end = urls.at(-1);
    if (end === undefined || urls.length < URLS_MAX) return;
    last = end;
  }
}

async function addressesOf({ orm }: Database, ids: readonly UrlId[]): Promise<NormalisedUrl[]> {
  const rows = await orm
    .select(urlColumns)
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .where(isAnyOf(url.id, ids))
    .orderBy(url.id);
  return rows.map(decodeUrl);
}

/** Of which something was said as a whole lately, or which are softened. */
async function saidScopes({ orm }: Database, day: Day): Promise<ReportScope[]> {
  const { host: name, path } = scopeReport;
  const said = await orm
    .selectDistinct({ host: name, path })
    .from(scopeReport)
    .where(isKnown(scopeReport, day));
  const softened = await orm
    .select({ host: domainNote.host, path: domainNote.path })
    .from(domainNote)
    .where(eq(domainNote.kind, REPORTED));
  const all = [...said, ...softened].map((row) => ({ key: `${row.host} ${row.path}`, ...row }));
  return [...new Map(all.map((row) => [row.key, row])).values()].map((row) => scopeOf(row.host, row.path));
}
