const HTTP_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/**
 * Where an http or https address leads: host and port as `host:port`, the port always there, the host as browsers write it (small
 * letters, IPv6 in brackets). Rights are given to an endpoint (design 16): another port, or another name of the same machine, is another
 * one. Null: it is no such address.
 */
export function endpointOf(address: string | URL): string | null {
  const url = typeof address === "string" ? URL.parse(address) : address;
  const usual = HTTP_PORTS[url?.protocol ?? ""];
  if (url === null || usual === undefined) return null;
  return `${url.hostname}:${url.port || usual}`;
}

/** The same of an address in numbers alone, which nobody but who wrote it decides about; null: it has a name. */
export function numericEndpoint(address: string): string | null {
  const endpoint = endpointOf(address);
  return endpoint !== null && /^(?:\[|[0-9.]+:)/.test(endpoint) ? endpoint : null;
}

/** Whether the host of an address is this machine by name or number; IPv6 with or without its brackets. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/.test(hostname);
