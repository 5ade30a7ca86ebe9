import { CLOUDFLARE_API } from "../dispatch/cloudflare-api.ts";
import { cloudflareStore } from "../dispatch/cloudflare-store.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { purging, zonePurger } from "../dispatch/purge.ts";
import type { ReadableStore, SnapshotStore } from "../dispatch/store.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import type { CloudflareConfig, Config } from "../runtime/config.ts";
import { UsageError } from "../runtime/errors.ts";
import { upOn } from "../runtime/folder-lock.ts";
import type { Log } from "../runtime/log.ts";
import { runningEdge } from "../up/tokens.ts";
import type { Variable } from "./command.ts";

export const STORE_ENVIRONMENT: readonly Variable[] = [
  "EDGE_URL",
  "EDGE_TOKEN",
  "EDGE_NAME",
  "CLOUDFLARE_API_TOKEN",
  "CLOUDFLARE_ACCOUNT_ID",
  "CLOUDFLARE_KV_NAMESPACE_ID",
  "CLOUDFLARE_ZONE_ID",
  "CLOUDFLARE_API_BASE_URL",
  "WEBOID_DENY",
];

/** Which store the environment names. */
export type StoreChoice =
  | { readonly kind: "edge"; readonly edgeUrl: string; readonly edgeToken: string }
  | {
      readonly kind: "cloudflare";
      readonly apiToken: string;
      readonly accountId: string;
      readonly namespaceId: string;
    };

/**
 * Where neither a store nor a database is named: with the edge of the `weboid up` that runs on the data folder, if one does. Throws a
 * UsageError where that has secrets that were ended.
 */
export function withOwnEdge(config: Config): Config {
  const { databaseUrl, edgeUrl, cloudflare } = config;
  if (databaseUrl !== null || edgeUrl !== null || cloudflare.namespaceId !== null) return config;
  const edge = runningEdge(config);
  if (edge !== null && edge.edgeToken === null)
    throw new UsageError(
      `restart weboid up: the one on ${config.dataDir} runs with secrets that weboid keys rotate --force ended`,
    );
  return { ...config, ...edge };
}

/** Throws a UsageError that names what is missing; before any database is opened. */
export function chooseStore(config: Config): StoreChoice {
  const { edgeUrl, edgeToken, cloudflare } = config;
  const { namespaceId } = cloudflare;
  if (edgeUrl !== null && namespaceId !== null)
    throw new UsageError(
      "EDGE_URL and CLOUDFLARE_KV_NAMESPACE_ID are both set: unset one, as a dispatcher writes to one store",
    );
  if (namespaceId !== null) return { kind: "cloudflare", namespaceId, ...accountOf(cloudflare) };
  if (edgeUrl === null)
    throw new UsageError(
      `EDGE_URL is not set${upIsMissing(config)} set it to the address of the edge, such as https://weboid.example.org, or CLOUDFLARE_KV_NAMESPACE_ID to write to Cloudflare's KV`,
    );
  if (edgeToken === null)
    throw new UsageError(
      "EDGE_TOKEN is not set: set the same secret here and at the edge, such as from: openssl rand -hex 32",
    );
  return { kind: "edge", edgeUrl, edgeToken };
}

/** Why `withOwnEdge` found none; nothing where it does not look. */
function upIsMissing({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== null) return ":";
  return upOn(dataDir) === null
    ? `, and no weboid up runs on ${dataDir}, whose edge would be meant. Start that, or`
    : `, and the weboid up on ${dataDir}, whose edge would be meant, is still starting. Wait for it, or`;
}

function accountOf({ apiToken, accountId }: CloudflareConfig) {
  if (accountId === null)
    throw new UsageError(
      "CLOUDFLARE_ACCOUNT_ID is not set: set it to the id of the account that has the namespace (wrangler whoami)",
    );
  if (apiToken === null)
    throw new UsageError(
      "CLOUDFLARE_API_TOKEN is not set: make a token with the permission Workers KV Storage: Edit in Cloudflare's dashboard",
    );
  return { accountId, apiToken };
}

/** The zone whose cache is purged; null: none. Throws a UsageError. */
function zoneOf({ zoneId, apiToken }: CloudflareConfig) {
  if (zoneId === null) return null;
  if (apiToken === null)
    throw new UsageError(
      "CLOUDFLARE_ZONE_ID is set without CLOUDFLARE_API_TOKEN: make a token with the permission Cache Purge: Purge for that zone",
    );
  return { zoneId, apiToken };
}

/** What a dispatcher needs; throws a UsageError before any database is opened. */
export function dispatchSettings(given: Config): { readonly config: Config; readonly choice: StoreChoice } {
  const config = withOwnEdge(given);
  zoneOf(config.cloudflare);
  return { config, choice: chooseStore(config) };
}

interface Surroundings {
  readonly config: Config;
  readonly http: HttpClient;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export function openStore(
  choice: StoreChoice,
  { config, http, signal }: Omit<Surroundings, "log">,
): ReadableStore {
  if (choice.kind === "edge") return edgeStore({ ...choice, http, signal });
  const apiUrl = config.cloudflare.apiUrl ?? CLOUDFLARE_API;
  return cloudflareStore({ ...choice, apiUrl, http, signal });
}

/** For how long Cloudflare's KV may go on giving readers the value of before, by its documentation. */
const KV_SETTLE_MS = 60_000;

/** The store as dispatchers write to it: with a zone's cache purged behind it, where a zone is set. */
export async function withPurging<T>(
  choice: StoreChoice,
  surroundings: Surroundings,
  work: (store: SnapshotStore) => Promise<T>,
): Promise<T> {
  const store = openStore(choice, surroundings);
  const { http, log, config } = surroundings;
  const zone = zoneOf(config.cloudflare);
  if (zone === null) return work(store);
  const purger = zonePurger({
    http,
    log,
    ...zone,
    apiUrl: config.cloudflare.apiUrl ?? CLOUDFLARE_API,
    afterMs: choice.kind === "cloudflare" ? KV_SETTLE_MS : 0,
    // What was written before the signal is still purged of.
    signal: new AbortController().signal,
  });
  try {
    return await work(purging(store, purger));
  } finally {
    await purger.close();
  }
}
