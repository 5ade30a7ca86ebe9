import type { HostName, NormalisedUrl, Scheme, UrlParts } from "./types.ts";

/** The supported schemes (U1), each with its default port. */
export const OWN_PORT = {
  http: 80,
  https: 443,
  ftp: 21,
  ftps: 990,
  sftp: 22,
} as const satisfies Record<Scheme, number>;

const SCHEMES: ReadonlySet<string> = new Set(Object.keys(OWN_PORT));

export function isScheme(text: string): text is Scheme {
  return SCHEMES.has(text);
}

export function joinUrl({ scheme, host, port, path }: UrlParts): NormalisedUrl {
  return `${scheme}://${host}${port === 0 ? "" : `:${port}`}${path}` as NormalisedUrl;
}

const AUTHORITY = /^(\[[0-9a-f:]+\]|[^:/]+)(?::([0-9]+))?$/;

/** The parts of a URL made by `classify`. Throws a RangeError for any other string, as that is a bug of the caller. */
export function splitUrl(url: NormalisedUrl): UrlParts {
  const start = url.indexOf("://") + 3;
  const slash = url.indexOf("/", start);
  const scheme = url.slice(0, start - 3);
  const authority = url.slice(start, slash);
  // Most URLs have no port and need no regular expression.
  const [, host = "", port] = authority.includes(":") ? (AUTHORITY.exec(authority) ?? []) : ["", authority];
  if (slash < 0 || host === "" || !isScheme(scheme))
    throw new RangeError(`no normalised URL: ${JSON.stringify(url.slice(0, 200))}`);
  return { scheme, host: host as HostName, port: Number(port ?? 0), path: url.slice(slash) };
}
