import { serversOf } from "../../../db/address.ts";
import { askServers, isSilence, isStanding, type Standing, strangeness } from "../../../db/servers.ts";
import { asUserOf } from "../../runtime/database.ts";
import { span } from "../../runtime/words.ts";
import type { Doctor } from "./context.ts";

/** A replica that replayed nothing for so long does not follow: what it lacks by then would be lost with the primary. */
const LATE_SECONDS = 600;
/** A file of the log: less than that is written without any transaction. */
const LATE_BYTES = 16 * 1024 ** 2;
const MB = 1_000_000;

/** The servers of DATABASE_URL: to which nobody could go after a failover. Of these and that of DATABASE_READ_URL: what they are. */
export async function checkServers({ config, findings }: Doctor): Promise<void> {
  const { databaseUrl, databaseReadUrl } = config;
  const named = serversOf(databaseUrl ?? "") ?? [];
  const read =
    databaseReadUrl === null ? [] : (serversOf(asUserOf(databaseUrl ?? "", databaseReadUrl)) ?? []);
  const others = read.filter(({ host }) => !named.some((server) => server.host === host));
  if (named.length + others.length < 2) return;
  const [servers, replicas] = await Promise.all([askServers(named), askServers(others)]);
  const known = [...servers, ...replicas].filter(isStanding);
  const [primary] = known
    .filter(({ isPrimary, url }) => isPrimary && named.some(({ host }) => host === url.host))
    .sort((one, other) => other.timeline - one.timeline);
  const examples = servers.flatMap((server) => {
    if (isSilence(server)) return [server.trouble.message];
    if (primary === undefined || server === primary) return [];
    const trouble = strangeness(server, primary.system) ?? lateness(server, primary);
    return trouble === null ? [] : [`${server.url.host} ${trouble}`];
  });
  findings.add("standby-unusable", { examples });
  for (const server of known) findings.note(`${server.url.host} is ${standing(server, primary)}`);
}

const behind = (replica: Standing, primary: Standing): number => Math.max(0, primary.bytes - replica.bytes);

function standing(server: Standing, primary: Standing | undefined): string {
  if (server === primary) return "the primary";
  if (server.isPrimary) return "another primary";
  const lack = primary === undefined ? 0 : behind(server, primary);
  return lack === 0
    ? "a replica that lacks nothing"
    : `a replica that lacks ${(lack / MB).toFixed(1)} MB of the log`;
}

export function lateness(replica: Standing, primary: Standing): string | null {
  const seconds = replica.replayedSeconds ?? Number.POSITIVE_INFINITY;
  if (behind(replica, primary) < LATE_BYTES || seconds < LATE_SECONDS) return null;
  const since = Number.isFinite(seconds) ? `for ${span(seconds * 1_000)}` : "since its start";
  return `replayed nothing ${since}, and lacks ${Math.round(behind(replica, primary) / MB)} MB: see its log, and pg_stat_replication at the primary`;
}
