import { isLoopbackHost } from "../../shared/url/endpoint.ts";
import { type Config, VERSION } from "../runtime/config.ts";
import { UsageError, WorkError } from "../runtime/errors.ts";
import { lockDataFolder, refuseHeld } from "../runtime/folder-lock.ts";
import type { Log } from "../runtime/log.ts";
import { metricsOf } from "../runtime/metrics.ts";
import { choosePort } from "./port.ts";
import { edgeVars, startEdge } from "./start.ts";

export interface EdgeAloneOptions {
  readonly config: Config;
  readonly hostname: string;
  readonly port: number;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Settings that are most probably missing, and what that means. */
function warnOfSettings({ clientIpHeader, publicUrl }: Config, hostname: string, log: Log): void {
  if (!isLoopbackHost(hostname) && publicUrl === null)
    log.warn(
      `${hostname} is reached by others, but PUBLIC_URL is not set: set it to the address by which they reach it, ` +
        "which the gadget, feeds and forms name",
      "public-url-missing",
    );
  if (isLoopbackHost(hostname) && publicUrl !== null && clientIpHeader === null)
    log.warn(
      "CLIENT_IP_HEADER is not set: all callers seem to be this machine itself, whose questions are not counted. " +
        "Set it to the header in which your proxy passes their addresses",
      "client-header-missing",
    );
}

/** What the edge needs. Throws a UsageError. */
export function edgeSettings(config: Config): void {
  if (config.edgeToken === null)
    throw new UsageError(
      "EDGE_TOKEN is not set; set the same secret here and at the dispatcher, such as: openssl rand -hex 32",
    );
  if (config.originUrl !== null && config.originToken === null)
    throw new UsageError("ORIGIN_TOKEN is not set; set the same secret here and at the origin");
}

/**
 * The edge by itself, for those who serve answers from a machine of their own in place of Cloudflare (T1). Ends with the
 * signal; throws a UsageError or WorkError that says how to fix it.
 */
export async function runEdge({ config, hostname, port, signal, log }: EdgeAloneOptions): Promise<void> {
  // Before the settings: beside a running one nothing of them helps.
  refuseHeld(config.dataDir, "edge");
  edgeSettings(config);
  warnOfSettings(config, hostname, log);
  await using opened = new AsyncDisposableStack();
  // Before the port: who has that may be the one that has the folder.
  const lock = lockDataFolder(config.dataDir, "edge");
  opened.defer(() => lock.release());
  await choosePort(hostname, port);
  const edge = await startEdge({
    dataDir: config.dataDir,
    hostname,
    port,
    vars: edgeVars(config, config.originUrl),
    egress: config,
    log,
  });
  opened.defer(() => edge.stop());
  const { metrics } = await metricsOf(config, log, opened);
  opened.defer(metrics?.watch("edge", edge.figures) ?? (() => {}));
  lock.setUrl(edge.url);
  log.info(`started: Weboid ${VERSION} answers at ${edge.url}/`, "started");
  const stopped = new Promise<null>((done) => {
    if (signal.aborted) done(null);
    else signal.addEventListener("abort", () => done(null), { once: true });
  });
  const failure = await Promise.race([stopped, edge.failed]);
  if (failure !== null) throw new WorkError(`${failure}; start it again`);
}
