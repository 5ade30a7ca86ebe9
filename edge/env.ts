import type { WikiProfile } from "../shared/protocol/types.ts";
import type { ChangedPages } from "./cache/changed.ts";
import type { AnswerCache } from "./cache/memory-cache.ts";
import type { Limiters, Throttle } from "./limits/throttle.ts";
import type { Admission } from "./limits/tokens.ts";
import type { WikiGates } from "./sources/wiki-gate.ts";

/** Bindings and settings of the Worker (wrangler.toml, docs/operators.md). */
export interface EdgeEnv extends Limiters {
  /** Snapshots `s1:…` and wiki profiles `w1:…`. */
  readonly SNAPSHOTS: KVNamespace;
  /** The same store on a machine of one's own, which takes many pairs at once (crawler/edge-host/kv). Unset: one by one. */
  readonly BULK?: Fetcher;
  /** Where the world reaches this edge, such as `https://weboid.example`. Unset: answers that need it are refused. */
  readonly PUBLIC_URL?: string;
  /** The header in which the proxy in front names callers' addresses, which they cannot forge (edge/limits/throttle.ts). */
  readonly CLIENT_IP_HEADER?: string;
  /** Blocks such as `198.51.100.0/24, 2001:db8::/48` whose questions are not throttled (Q7). */
  readonly FRIEND_NETWORKS?: string;
  /** Unset or empty: no origin; URLs that no snapshot has are unknown. */
  readonly ORIGIN_URL?: string;
  /** Signs requests to the origin. */
  readonly ORIGIN_TOKEN?: string;
  /** The secret before, of which forms are still open while it is exchanged (`weboid keys rotate`). */
  readonly ORIGIN_TOKEN_OLD?: string;
  /** Of the consumer by which people log in with their account on a wiki (OAuth 2.0); unset: nobody logs in. */
  readonly OAUTH_CLIENT_ID?: string;
  readonly OAUTH_CLIENT_SECRET?: string;
  /** Where the wiki's REST API is; unset: `https://meta.wikimedia.org/w/rest.php`. */
  readonly OAUTH_BASE_URL?: string;
  /** Edits on that wiki without which an account counts as none; unset: 10. */
  readonly OAUTH_EDITS_MIN?: string;
  /** User names of administrators, separated by commas: they lock, and undo without bounds (H5). */
  readonly WEBOID_ADMINS?: string;
  /** Signs requests to /internal/kv. Unset: that address refuses everybody. */
  readonly EDGE_TOKEN?: string;
  /** The one before, accepted as well while dispatchers are given the new one. */
  readonly EDGE_TOKEN_OLD?: string;
  /** Contact address for the User-Agent that wikis see. */
  readonly WEBOID_CONTACT?: string;
  /** Blocks and addresses that are never asked, in place of a name (docs/neighbour.md). */
  readonly WEBOID_DENY?: string;
  /** Known to the forwarder of a self-hosted edge (shared/protocol/egress.ts). Unset: there is none. */
  readonly EGRESS_KEY?: string;
  /** "1": links to private addresses are resources (sample and test webs on this machine). */
  readonly WEBOID_ALLOW_PRIVATE?: string;
  /** Where the source can be read, and which of it runs (G1); set by the build. */
  readonly SOURCE_URL?: string;
  readonly SOURCE_VERSION?: string;
  readonly SOURCE_COMMIT?: string;
  /** "weboid": bundled by `crawler/edge-host/bundle.mjs`; else by wrangler. */
  readonly SOURCE_BUILD?: string;
  /** SHA-256 of the Worker's bundle. */
  readonly SOURCE_HASH?: string;
}

/** Who asks, as the budgets of origin and wikis count callers. */
export interface Asker {
  /**
   * From the narrowest to the widest: the /24 or /48 around the caller and its provider's /16 or /32; or a trusted tool alone, by the hash of
   * its token: with another address it is still the same.
   */
  readonly ranges: readonly string[];
  /** A trusted tool (F8). */
  readonly isFriend: boolean;
}

/** What the Worker takes from its surroundings, so that tests can stand in for wiki, origin and clock. */
export interface EdgeDeps {
  fetch(request: Request): Promise<Response>;
  /** Notes which hosts and ports the operator configured, by a wiki's profile (outbound.ts). */
  addConfigured?(profile: WikiProfile): void;
  /** Milliseconds since 1970, as the clock has it now: for days, signatures and the dates of tokens. */
  now(): number;
  /** Milliseconds that never go back (edge/steady-clock.ts): for how long something is kept, or waited for. */
  elapsed(): number;
  sleep(ms: number): Promise<void>;
  /** Runs something at intervals, until it is stopped or the request that began it has ended, connection included. */
  every(ms: number, run: () => void): () => void;
  /** The Cache API's default cache; null where there is none. */
  cache(): AnswerCache | null;
  readonly changed: ChangedPages;
  readonly throttle: Throttle;
  readonly wikis: WikiGates;
  /** For whom origin and wikis are asked; absent: the edge asks of its own accord. */
  readonly asker?: Asker;
}

export type Edge = {
  Bindings: EdgeEnv;
  /** `admission`: of all but the signed and the nearly free addresses (app.ts). `links`: of how many links the answer is made. */
  Variables: { admission?: Admission; links?: number };
};
