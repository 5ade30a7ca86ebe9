import { type Config, userAgent } from "../../runtime/config.ts";
import { type Configured, createEgressGuard, type EgressGuard } from "./guard.ts";
import { createHttpClient, type HttpClient, type HttpClientOptions } from "./http-client.ts";

/** What of the configuration bounds everything that leaves this process. */
export type EgressConfig = Pick<Config, "allowPrivate" | "deny" | "dns" | "contact">;

/** The guard of a client that needs `configured` and nothing else of what the operator configured. */
const guardOf = (
  config: Pick<Config, "allowPrivate" | "deny">,
  ...configured: readonly Configured[]
): EgressGuard => createEgressGuard({ allowPrivate: config.allowPrivate, deny: config.deny }, ...configured);

/** How a client of this configuration dials, and who it says it is. */
export const clientOptions = (
  config: EgressConfig,
  ...configured: readonly Configured[]
): HttpClientOptions => ({
  userAgent: userAgent(config.contact),
  dns: config.dns,
  guard: guardOf(config, ...configured),
});

export const openHttpClient = (config: EgressConfig, ...configured: readonly Configured[]): HttpClient =>
  createHttpClient(clientOptions(config, ...configured));

/** The edge's store: an edge of the operator's own, or Cloudflare's interface. */
export const storeEndpoints = ({
  edgeUrl,
  cloudflare,
}: Pick<Config, "edgeUrl" | "cloudflare">): Configured => [edgeUrl, cloudflare.apiUrl];

/** Archives at addresses of the operator's choice. */
export const archiveEndpoints = (
  config: Pick<Config, "archiveEndpoints" | "archiveTimeMaps">,
): Configured => [...config.archiveEndpoints.values(), ...config.archiveTimeMaps.values()];
