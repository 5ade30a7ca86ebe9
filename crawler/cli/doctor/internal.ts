import { usedInFarm } from "../../../db/doctor/internal.ts";
import type { StoredUrl } from "../../../db/doctor/urls.ts";
import { markUsers } from "../../../db/pages/read-run.ts";
import { decodeUrl } from "../../../db/urls/row.ts";
import { farmWikis, listFarms } from "../../../db/wikis/farms.ts";
import { authorityKey, authorityOf, patternTest } from "../../../shared/interwiki/farm.ts";
import type { HostName } from "../../../shared/url/types.ts";
import type { Doctor } from "./context.ts";

/** Which hosts are a farm's own (U5). */
export interface FarmRule {
  readonly code: number;
  readonly name: string;
  readonly isOwn: (host: string, port: number) => boolean;
}

export async function farmRules(db: Doctor["db"]): Promise<FarmRule[]> {
  const rules: FarmRule[] = [];
  for (const { code, name, internalHosts } of await listFarms(db)) {
    const matches = patternTest(internalHosts || null);
    const own = new Set((await farmWikis(db, code)).map(({ articleUrl }) => authorityOf(articleUrl)));
    const isOwn = (host: string, port: number) =>
      own.has(authorityKey({ host: host as HostName, port })) || matches(host);
    rules.push({ code, name, isOwn });
  }
  return rules;
}

/** U5: what leads into the own farm of a page is looked up on the spot and not watched. */
export async function checkInternal(
  { db, repair, findings }: Doctor,
  rows: readonly StoredUrl[],
  farms: readonly FarmRule[],
): Promise<void> {
  for (const { code, name, isOwn } of farms) {
    const own = rows.filter(({ host, port }) => host !== null && isOwn(host, port));
    if (own.length === 0) continue;
    const used = await usedInFarm(
      db,
      code,
      own.map(({ id }) => id),
    );
    const those = own.filter(({ id }) => used.has(id));
    if (those.length === 0) continue;
    if (repair)
      await markUsers(
        db,
        those.map(({ id }) => id),
        { farm: code, wikiId: null },
      );
    const examples = those.map(
      (row) => `${decodeUrl({ ...row, host: row.host ?? "?" })} in pages of ${name}`,
    );
    findings.add("url-internal", { count: those.length, repaired: repair ? those.length : 0, examples });
  }
}
