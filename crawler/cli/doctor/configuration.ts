import { lstatSync, readFileSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { serversOf } from "../../../db/address.ts";
import { session } from "../../../db/doctor/server.ts";
import { clusterOf } from "../../../db/embedded/place.ts";
import { listWikis } from "../../../db/wikis/wikis.ts";
import { isLoopbackHost } from "../../../shared/url/endpoint.ts";
import { RUN_FOLDER, storeOf } from "../../edge-host/order.ts";
import type { Config } from "../../runtime/config.ts";
import { openReadReplica } from "../../runtime/database.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { tokensFile } from "../../up/tokens.ts";
import type { Doctor } from "./context.ts";
import { checkServers } from "./servers.ts";

const TOKEN_CHARS_MIN = 32;
const TOKEN_DIFFERENT_MIN = 10;
const DISK_BYTES_MIN = 1024 ** 3;
const DISK_SHARE_MIN = 0.05;
const FILES_MIN = 4_096;

/** The environment of this process, the data folder, and the connection. */
export async function checkConfiguration(doctor: Doctor): Promise<void> {
  const { config, findings, db } = doctor;
  findings.add("token-weak", { examples: weakTokens(config) });
  if (config.publicUrl === null && (config.edgeUrl !== null || config.originUrl !== null))
    findings.note(
      "PUBLIC_URL is not set: an edge at Cloudflare refuses what has to name its own address, and one on this machine names the address at which it listens",
    );
  await findings.attempt("wikis", async () => {
    const outside = (await listWikis(db)).filter(({ api }) => !isHere(api));
    if (config.contact === null && outside.length > 0)
      findings.add("contact-missing", { examples: outside.map(({ name }) => name), count: 1 });
  });
  const remote = serversOf(config.databaseUrl ?? "")?.filter(({ href }) => !isHere(href)) ?? [];
  if (remote.length > 0) {
    const { encrypted } = await session(db);
    if (encrypted === false)
      findings.add("database-plain", { examples: remote.map(({ hostname }) => hostname) });
  }
  await checkServers(doctor);
  await checkReplica(doctor);
  checkSecretFiles(doctor);
  if (config.databaseUrl === null) checkRoom(doctor);
  checkFiles(doctor);
}

/** Whether roles with this environment could use it; how far it lags is said by those that do (weboid status). */
async function checkReplica({ config, db, findings }: Doctor): Promise<void> {
  const examples: string[] = [];
  const log = { info() {}, warn: (text: string) => void examples.push(text) };
  try {
    const replica = await openReadReplica(
      config,
      { db, url: config.databaseUrl ?? "" },
      { log, name: "weboid doctor" },
    );
    await replica?.close();
  } catch (error) {
    if (!(error instanceof WorkError || error instanceof UsageError)) throw error;
    examples.push(error.message);
  }
  findings.add("replica-unusable", { examples });
}

function isHere(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return host === "" || isLoopbackHost(host);
}

/** Names of variables, never what they hold. */
export function weakTokens(config: Config): string[] {
  const tokens = Object.entries({
    ORIGIN_TOKEN: config.originToken,
    ORIGIN_TOKEN_OLD: config.originTokenOld,
    EDGE_TOKEN: config.edgeToken,
    EDGE_TOKEN_OLD: config.edgeTokenOld,
  }).filter((entry): entry is [string, string] => entry[1] !== null);
  const weak = tokens.flatMap(([name, token]) => {
    if (token.length < TOKEN_CHARS_MIN)
      return [`${name} has ${token.length} characters, fewer than ${TOKEN_CHARS_MIN}`];
    return new Set(token).size < TOKEN_DIFFERENT_MIN ? [`${name} has few different characters`] : [];
  });
  const equal = [...Map.groupBy(tokens, ([, token]) => token).values()].filter(({ length }) => length > 1);
  return [...weak, ...equal.map((those) => `${those.map(([name]) => name).join(" and ")} are equal`)];
}

/** Of the data folder: what only its owner may read, whichever of it is there. */
function checkSecretFiles({ config, findings }: Doctor): void {
  const { dataDir } = config;
  const cluster = clusterOf(dataDir);
  const store = storeOf(dataDir);
  const secret = [
    ...(cluster === null ? [] : ["password", "data"].map((name) => join(cluster, name))),
    tokensFile(dataDir),
    ...["", "-wal", "-shm"].map((suffix) => store + suffix),
    join(dataDir, "edge", RUN_FOLDER),
  ];
  const open = secret.flatMap((path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat !== undefined && (stat.mode & 0o077) !== 0
      ? [`${path} (${(stat.mode & 0o777).toString(8)})`]
      : [];
  });
  findings.add("folder-open", { examples: open });
}

/** For the embedded database. */
function checkRoom({ config, findings }: Doctor): void {
  const cluster = clusterOf(config.dataDir);
  if (cluster === null) return;
  for (const folder of new Set([config.dataDir, dirname(cluster)])) {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free >= DISK_BYTES_MIN && bavail >= blocks * DISK_SHARE_MIN) continue;
    findings.add("disk-full", { examples: [`${folder}: ${Math.round(free / 1024 ** 2)} MB are free`] });
  }
}

/** Linux says it of a process (proc(5)); elsewhere nothing is said. */
function checkFiles({ findings }: Doctor): void {
  let limits: string;
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    return;
  }
  // A process may raise its limit up to the second number.
  const [, hard = ""] = /^Max open files\s+\S+\s+(\S+)/m.exec(limits) ?? [];
  if (/^\d+$/.test(hard) && Number(hard) < FILES_MIN)
    findings.add("files-few", { examples: [`${hard} at most`] });
}
