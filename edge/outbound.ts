import { EGRESS_HEADER, egressField } from "../shared/protocol/egress.ts";
import { createAddressPolicy } from "../shared/url/address-policy.ts";
import { endpointOf } from "../shared/url/endpoint.ts";
import type { EdgeDeps, EdgeEnv } from "./env.ts";

/** A request was not sent, or not sent on: whom it names is not for the edge to ask. Only its name distinguishes it from a server's answer. */
class EgressRefused extends Error {
  override readonly name = "EgressRefused";
}

/** As browsers write them: four numbers, or IPv6 in brackets. */
const LITERAL = /^(?:\[(.+)\]|([0-9.]+))$/;

export interface Outbound {
  /**
   * What the edge takes from its surroundings, with `fetch` guarded, for one request of a reader: what the profiles that this one reads
   * name as configured may be asked for it, and for no other.
   */
  forRequest(): EdgeDeps;
  /** Takes the settings, the same for every request of this isolate. */
  use(env: EdgeEnv): void;
}

/**
 * Everything that the edge asks goes through here (design 16). An address in place of a name is asked only if it is public, or the very
 * host and port that the operator configured: origin, the wiki of logins, and, for a request about a wiki, the endpoints of its farm in its
 * profile, which the dispatcher signs. What names mean is judged where they are looked up: by the forwarder of a self-hosted edge, which is
 * shown who is configured, while Cloudflare's network does not reach the operator's.
 */
export function guardOutbound(deps: EdgeDeps): Outbound {
  let settings = settingsOf({});
  let readFrom: unknown = null;
  const guarded = (configured: Set<string>): EdgeDeps => ({
    ...deps,
    addConfigured({ configured: endpoints = [] }) {
      for (const endpoint of endpoints) configured.add(endpoint);
    },
    async fetch(request) {
      const endpoint = endpointOf(request.url);
      const isConfigured = endpoint !== null && (settings.own.includes(endpoint) || configured.has(endpoint));
      const right = isConfigured ? endpoint : null;
      if (endpoint === null || !settings.mayAsk(new URL(request.url).hostname, right !== null))
        throw new EgressRefused(`${endpoint ?? request.url} is neither public nor configured`);
      if (settings.key === "") return deps.fetch(request);
      request.headers.set(EGRESS_HEADER, egressField(settings.key, right));
      const response = await deps.fetch(request);
      const why = response.headers.get(EGRESS_HEADER);
      if (why === null) return response;
      await response.body?.cancel();
      throw new EgressRefused(why);
    },
  });
  return {
    forRequest: () => guarded(new Set()),
    use(env) {
      if (readFrom === env) return;
      settings = settingsOf(env);
      readFrom = env;
    },
  };
}

function settingsOf(
  env: Pick<EdgeEnv, "WEBOID_ALLOW_PRIVATE" | "WEBOID_DENY" | "ORIGIN_URL" | "OAUTH_BASE_URL" | "EGRESS_KEY">,
) {
  const deny = (env.WEBOID_DENY ?? "").split(/[\s,]+/).filter(Boolean);
  const allows = createAddressPolicy({ allowPrivate: env.WEBOID_ALLOW_PRIVATE === "1", deny });
  const allowsConfigured = createAddressPolicy({ allowPrivate: true, deny });
  return {
    key: env.EGRESS_KEY ?? "",
    own: [env.ORIGIN_URL, env.OAUTH_BASE_URL].map((address) => endpointOf(address ?? "")),
    mayAsk(host: string, hasRight: boolean): boolean {
      const [, ipv6, ipv4] = LITERAL.exec(host) ?? [];
      const address = ipv6 ?? ipv4 ?? (/(^|\.)localhost\.?$/.test(host) ? "127.0.0.1" : null);
      return address === null || (hasRight ? allowsConfigured : allows)(address);
    },
  };
}
