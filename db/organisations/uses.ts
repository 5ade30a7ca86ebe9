import { and, count, eq, sql } from "drizzle-orm";
import { registrableDomain } from "../../shared/url/domain.ts";
import type { HostName } from "../../shared/url/types.ts";
import { batchOf, selectOf } from "../batch.ts";
import type { Orm } from "../connect.ts";
import { hostWithin, reversedName } from "../lists/conditions.ts";
import { host, organisationWork, url } from "../schema/index.ts";
import { setLocal } from "../statement.ts";

/** URLs of one host that are counted at most: the count only says which domains come first. */
export const COUNTED_MAX = 200;
export const USES_MAX = 2_000_000_000;

/** Of a domain with more hosts, the first ones are counted: its row is locked meanwhile. */
const HOSTS_COUNTED_MAX = 500;

/** How many URLs a domain has now, as `enterDomains` counts them: of the hosts that it read, as it adds the others. Right while its row is locked. */
export async function countUses(
  orm: Orm,
  domain: string,
  isKept: (host: string) => boolean,
): Promise<number> {
  // A plan that was made for any domain reads all hosts.
  await setLocal(orm, { plan_cache_mode: "force_custom_plan" });
  const hosts = await orm
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(
      and(
        hostWithin(domain),
        sql`${host.id} <= (select ${organisationWork.hostId} from ${organisationWork})`,
      ),
    )
    // As the index has them: any other order would read all of a domain's hosts first.
    .orderBy(reversedName)
    .limit(HOSTS_COUNTED_MAX);
  const own = hosts.filter(({ name }) => registrableDomain(name as HostName) === domain && isKept(name));
  const given = batchOf(
    "given",
    host.id,
    own.map(({ id }) => id),
  );
  const some = selectOf({ one: sql`1`.as("one") })
    .from(url)
    .where(eq(url.hostId, given.value))
    .limit(COUNTED_MAX)
    .as("some");
  const [counted] = await orm.select({ uses: count() }).from(given.rows).crossJoinLateral(some);
  return Math.min(USES_MAX, counted?.uses ?? 0);
}
