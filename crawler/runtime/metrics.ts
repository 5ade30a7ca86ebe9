import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Counter, Gauge, Registry } from "prom-client";
import type { Json } from "../../db/types.ts";
import { cacheFigures } from "./caches.ts";
import type { Config } from "./config.ts";
import { FIGURES } from "./figures.ts";
import type { Log } from "./log.ts";
import { filesOf } from "./processes.ts";

/** Said once: calculated at each reading it would move with the clock, and count as a restart. */
const STARTED_SECONDS = Math.round(Date.now() / 1_000 - process.uptime());

/** What a role says of itself, as in its sign of life: numbers, and numbers of several things by their names. */
export type Figures = { readonly [name: string]: Json | undefined };

export interface Metrics {
  /** Shows a role's figures until the returned function is called. Asked at each scrape, which fails where they do. */
  watch(role: string, figures: () => Figures | Promise<Figures>): () => void;
}

export interface OpenMetrics extends Metrics {
  /** Where it listens; the port is a free one where 0 was asked for. */
  readonly port: number;
  close(): Promise<void>;
}

const CONNECTIONS_MAX = 8;
const REQUEST_MS_MAX = 5_000;

/**
 * Serves `GET /metrics` in the text format of Prometheus: what this process takes of its machine, what it keeps in memory, and the
 * figures of its roles as `weboid_ROLE_NAME` (figures.ts). Null, and a warning, where it cannot listen there: a command beside a role has its environment.
 */
export async function openMetrics(
  { host, port }: NonNullable<Config["metrics"]>,
  log: Pick<Log, "warn">,
): Promise<OpenMetrics | null> {
  // Loaded only where figures are wanted: every command starts without.
  const prom = await import("prom-client");
  const watched: Watched = new Map();
  const server = createServer(
    { requestTimeout: REQUEST_MS_MAX, headersTimeout: REQUEST_MS_MAX },
    (asked, answer) => {
      if (asked.method !== "GET" || asked.url !== "/metrics") {
        answer.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("GET /metrics\n");
        return;
      }
      registryOf(prom, watched)
        .then(async (registry) => {
          const text = await registry.metrics();
          answer.writeHead(200, { "content-type": registry.contentType }).end(text);
        })
        // The next scrape may succeed: a missing one is what Prometheus shows best.
        .catch(() => answer.writeHead(500).end());
    },
  );
  boundConnections(server);
  const listening = once(server, "listening");
  server.listen(port, host);
  try {
    await listening;
  } catch (error) {
    log.warn(
      `no figures of this process: WEBOID_METRICS, ${host}:${port}: ${(error as Error).message}`,
      "metrics-not-served",
    );
    return null;
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    watch(role, figures) {
      const own = watched.get(role) ?? new Set();
      watched.set(role, own.add(figures));
      return () => void own.delete(figures);
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Beyond the bound the connection that has asked nothing for longest is closed: unfinished requests keep no scrape away. */
function boundConnections(server: Server): void {
  const open = new Set<Socket>();
  /** Of them, those without a whole request, the oldest first. */
  const silent = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    silent.delete(socket);
  };
  server.on("connection", (socket) => {
    open.add(socket);
    silent.add(socket);
    socket.once("close", () => forget(socket));
    const [oldest] = silent;
    if (open.size <= CONNECTIONS_MAX || oldest === undefined) return;
    forget(oldest);
    oldest.destroy();
  });
  server.on("request", ({ socket }, answer) => {
    silent.delete(socket);
    answer.once("close", () => open.has(socket) && silent.add(socket));
  });
}

/**
 * What a context has of the figures that WEBOID_METRICS asks for: nothing where it is not set. They are served until `opened` is
 * disposed of.
 */
export async function metricsOf(
  { metrics: endpoint }: Pick<Config, "metrics">,
  log: Pick<Log, "warn">,
  opened: AsyncDisposableStack,
): Promise<{ readonly metrics?: Metrics }> {
  const metrics = endpoint === null ? null : await openMetrics(endpoint, log);
  if (metrics === null) return {};
  opened.defer(() => metrics.close());
  return { metrics };
}

type Prom = typeof import("prom-client");
/** Those who know the figures, by role. */
type Watched = Map<string, Set<() => Figures | Promise<Figures>>>;

async function registryOf(prom: Prom, watched: Watched): Promise<Registry> {
  const registry = new prom.Registry();
  const { user, system } = process.cpuUsage();
  new prom.Counter({
    name: "process_cpu_seconds_total",
    help: "CPU time that this process took, of user and system, in seconds.",
    registers: [registry],
  }).inc((user + system) / 1e6);
  const gauge = (name: string, help: string) => new prom.Gauge({ name, help, registers: [registry] });
  gauge("process_resident_memory_bytes", "Memory that this process has resident, in bytes.").set(
    process.memoryUsage.rss(),
  );
  // Nobody knows them where there is no /proc.
  const files = filesOf(process.pid);
  if (files > 0) gauge("process_open_fds", "Files and sockets that this process has open.").set(files);
  gauge("process_start_time_seconds", "When this process started, in seconds since 1970.").set(
    STARTED_SECONDS,
  );
  addCaches(prom, registry);
  for (const [role, all] of watched) {
    gauge(`weboid_${role}_running`, `How many of the role ${role} this process runs.`).set(all.size);
    for (const figures of all) addFigures(prom, registry, role, await figures());
  }
  return registry;
}

function addCaches(prom: Prom, registry: Registry): void {
  const gauge = (name: string, help: string) =>
    new prom.Gauge({ name, help, labelNames: ["cache"], registers: [registry] });
  const entries = gauge("weboid_cache_entries", "Entries of a cache or queue in memory.");
  const most = gauge("weboid_cache_entries_max", "How many entries a cache or queue may have.");
  for (const { name: cache, ...figure } of cacheFigures()) {
    entries.set({ cache }, figure.entries);
    most.set({ cache }, figure.max);
  }
}

/**
 * `{checked: 3}` is `weboid_crawl_checked_total 3`; `{classes: {people: {running: 1}}}` is `weboid_origin_classes_running{class="people"} 1`.
 * What FIGURES does not describe is left out.
 */
function addFigures(prom: Prom, registry: Registry, role: string, figures: Figures): void {
  const add = (path: readonly string[], value: number, of: string | null) => {
    const described = FIGURES[role]?.[path.map(snakeCase).join("_")];
    if (described === undefined) return;
    const { type, help, label } = described;
    const name = ["weboid", role, ...path.map(snakeCase), ...(type === "counter" ? ["total"] : [])].join("_");
    const options = { name, help, labelNames: label === undefined ? [] : [label], registers: [registry] };
    const known = registry.getSingleMetric(name) as Gauge | Counter | undefined;
    const metric = known ?? (type === "counter" ? new prom.Counter(options) : new prom.Gauge(options));
    if (label === undefined || of === null) metric.inc(value);
    else metric.inc({ [label]: of }, value);
  };
  const walk = (path: readonly string[], name: string, value: Json | undefined, of: string | null) => {
    if (typeof value === "number" && Number.isFinite(value)) add([...path, name], value, of);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const members = Object.entries(value);
    // What has numbers is one of several things of a kind.
    const isThing = members.some(([, member]) => typeof member === "number");
    for (const [member, inner] of members)
      walk(isThing ? path : [...path, name], member, inner, isThing ? name : of);
  };
  for (const [name, value] of Object.entries(figures)) walk([], name, value, null);
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/[^a-z0-9_]/g, "_");
