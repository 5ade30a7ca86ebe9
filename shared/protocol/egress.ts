/**
 * How the self-hosted edge sends what leaves it: workerd's outbound network is a forwarder in the process that started it, which dials
 * through the crawler's guard (design 16). At Cloudflare there is none, and `EGRESS_KEY` is not set.
 */

/**
 * Field of every request to the forwarder: the secret that it gave the Worker at the start, and after a space the endpoint
 * (shared/url/endpoint.ts) that the operator configured for this very request. Not passed on. In an answer: the forwarder's own words,
 * why there is none of the server.
 */
export const EGRESS_HEADER = "weboid-egress";

/** The field's text; `endpoint` null: the request goes to whom a wiki or a page names. */
export const egressField = (key: string, endpoint: string | null): string =>
  endpoint === null ? key : `${key} ${endpoint}`;

/** What a field says; null: it is not of somebody who knows the key. `isSame`: compares in constant time. */
export function readEgressField(
  field: string,
  key: string,
  isSame: (one: string, other: string) => boolean,
): { readonly endpoint: string | null } | null {
  const [given = "", endpoint = null, ...rest] = field.split(" ");
  return rest.length === 0 && isSame(given, key) ? { endpoint } : null;
}
