import QuickLRU from "quick-lru";
import { clientOptions, type EgressConfig } from "../net/egress/clients.ts";
import { createEgressGuard } from "../net/egress/guard.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { createNameResolver } from "../net/names.ts";
import { watchCache } from "../runtime/caches.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Config } from "../runtime/config.ts";
import type { RegistryAnswer } from "./answer.ts";
import { sharedHosters } from "./hosters.ts";
import { IANA_BOOTSTRAP, RdapServers } from "./rdap/bootstrap.ts";
import { createRdap } from "./rdap/client.ts";
import { type RegistryLeases, RegistryPace } from "./registries/pace.ts";
import { Registries, type RegistryCache } from "./registries/registries.ts";
import { Retrieval } from "./retrieval.ts";
import { createWhois } from "./whois/client.ts";
import { WhoisServers } from "./whois/servers.ts";

export interface OpenRetrieval extends AsyncDisposable {
  readonly retrieval: Retrieval;
}

/** Of a resolver that refuses or is silent: a name is asked for again another day, where a check of a URL would have failed. */
const STALL_MS_MAX = 3_000;

export interface RetrievalContext {
  readonly config: EgressConfig & Pick<Config, "rdapBootstrap" | "whoisServer" | "sharedHosters">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Absent: answers are remembered until the process ends. */
  readonly cache?: RegistryCache;
  /** Absent: no other process asks registries. */
  readonly leases?: RegistryLeases;
  /** Throws where registries may not be asked. */
  readonly beforeAsking?: () => void;
}

/** Opens what asks DNS and registries; all of it dials through the guard (design 16). */
export function openRetrieval(context: RetrievalContext): OpenRetrieval {
  const { config, clock, signal, cache, leases, beforeAsking } = context;
  const { rdapBootstrap, whoisServer } = config;
  const whoisEndpoint = whoisServer === null ? null : `${whoisServer.host}:${whoisServer.port}`;
  const names = createNameResolver({ servers: config.dns, limits: { stallMsMax: STALL_MS_MAX } });
  // A list of the operator's own is configuration, and so are the servers that it names; IANA's gives no rights.
  const isOwn = (endpoint: string) => rdapBootstrap !== null && rdapServers.isListed(endpoint);
  const http = createHttpClient(clientOptions(config, [rdapBootstrap], isOwn));
  const guard = createEgressGuard(config, (endpoint) => endpoint === whoisEndpoint);
  const pace = new RegistryPace({ clock, signal, leases });
  const rdap = createRdap({ http, clock, pace, signal });
  const resolve = async (host: string) => {
    const found = await names.resolve(host);
    return found.kind === "found" ? found.addresses : [];
  };
  const base = rdapBootstrap === null ? IANA_BOOTSTRAP : `${rdapBootstrap}/`;
  const rdapServers = new RdapServers({ base, fetchText: rdap, clock });
  const registries = new Registries({
    rdap,
    whois: new WhoisServers({ whois: createWhois({ guard, resolve, signal }), pace, whoisServer }),
    rdapServers,
    cache: cache ?? memoryCache(clock),
    beforeAsking,
  });
  return {
    retrieval: new Retrieval({ names, registries, providers: sharedHosters(config.sharedHosters) }),
    async [Symbol.asyncDispose]() {
      names.close();
      await http.close();
    },
  };
}

const REMEMBERED_MAX = 10_000;

function memoryCache(clock: Clock): RegistryCache {
  const kept = watchCache(
    "registry-answers",
    new QuickLRU<string, { readonly answer: RegistryAnswer; readonly untilMs: number }>({
      maxSize: REMEMBERED_MAX,
    }),
  );
  return {
    async get(key) {
      const found = kept.get(key);
      return found !== undefined && found.untilMs > clock.now() ? found.answer : null;
    },
    async put(key, answer, seconds) {
      kept.set(key, { answer, untilMs: clock.now() + seconds * 1_000 });
    },
  };
}
