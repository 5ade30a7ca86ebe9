import { hostChain, registrableDomain } from "./domain.ts";
import { type HostPattern, patternCovers, patternText, readPattern } from "./pattern.ts";
import type { HostName } from "./types.ts";

/** Of which URLs somebody says that they work (H1): of one host, or of a domain with all below it, those whose path begins so. */
export interface ReportScope {
  readonly host: Exclude<HostPattern, { kind: "like" }>;
  /** `*` stands for any characters; "": any path. */
  readonly path: string;
}

/** Host and path of a URL. */
interface Place {
  readonly host: string;
  readonly path: string;
}

/** As it is stored, in the encoding of URLs: a letter of most scripts has nine characters there. An index on it takes 2,700 bytes. */
export const SCOPE_CHARS_MAX = 2_000;
const WILDCARDS_MAX = 5;
/** Before a domain: with all below it. */
export const ANY_BELOW = "*.";

/**
 * Reads `example.org/path/`, `example.org/a*b` or `*.example.org`, with or without a scheme. Null: it is none of these, does not
 * cover the URL that it is given for, or goes beyond the domain that its owner registered.
 */
export function readReportScope(
  text: string,
  of: Place,
  options: { readonly allowPrivate: boolean },
): ReportScope | null {
  const bare = text.trim().replace(/^[a-z*]+:\/\//i, "");
  if (bare.length > SCOPE_CHARS_MAX || bare.split("*").length > WILDCARDS_MAX + 1) return null;
  const read = readPattern(bare, options);
  if (read.kind !== "pattern" || read.host.kind === "like" || read.port !== null) return null;
  const scope = { host: read.host, path: read.path };
  const isOwn = registrableDomain(nameOf(scope.host)) === registrableDomain(of.host as HostName);
  return isOwn && patternCovers(scope, of) && scopeText(scope).length <= SCOPE_CHARS_MAX ? scope : null;
}

const nameOf = (host: ReportScope["host"]): HostName =>
  (host.kind === "host" ? host.name : host.domain) as HostName;

/** The domain that one owner registered, in which the scope lies. */
export const domainOfScope = ({ host }: Pick<ReportScope, "host">): HostName =>
  registrableDomain(nameOf(host));

/** As it is stored and shown: `example.org`, `*.example.org`. */
export const hostText = ({ host }: Pick<ReportScope, "host">): string => patternText({ host, path: "" });
export const scopeText = (scope: ReportScope): string => patternText(scope);

/** Of what was stored. */
export const scopeOf = (host: string, path: string): ReportScope => ({
  host: host.startsWith(ANY_BELOW)
    ? { kind: "within", domain: host.slice(ANY_BELOW.length) }
    : { kind: "host", name: host },
  path,
});

/** All of a host. */
export const hostScope = (name: string): ReportScope => ({ host: { kind: "host", name }, path: "" });
/** All of the domain that one owner registered. */
export const domainScope = (name: string): ReportScope => ({
  host: { kind: "within", domain: registrableDomain(name as HostName) },
  path: "",
});

/** The stored hosts of all scopes that may cover URLs of this host. */
export const hostsCovering = (name: string): string[] => [
  name,
  ...hostChain(name as HostName).map((domain) => ANY_BELOW + domain),
];

/** The same for scopes that may contain this one. */
export const hostsContaining = ({ host }: Pick<ReportScope, "host">): string[] =>
  host.kind === "host" ? hostsCovering(host.name) : hostsCovering(host.domain).slice(1);

/** Whether a URL is in one of many scopes. */
export function coveredBy(scopes: readonly ReportScope[]): (place: Place) => boolean {
  const byHost = Map.groupBy(scopes, hostText);
  return (place) =>
    hostsCovering(place.host).some((name) => byHost.get(name)?.some((scope) => patternCovers(scope, place)));
}

/** What people are offered beside one link, from the narrowest on: its folder, its host, its domain, as far as `readReportScope` takes them. */
export function scopesAround({ host, path }: Place): string[] {
  const [file = ""] = path.split(/[?*]/, 1);
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const domain = registrableDomain(host as HostName);
  const isAddress = /^[\d.]+$|^\[/.test(host);
  const around = [
    ...(folder.length > 1 ? [host + folder] : []),
    host,
    ...(isAddress || !domain.includes(".") ? [] : [ANY_BELOW + domain]),
  ];
  return around.filter((text) => readReportScope(text, { host, path }, { allowPrivate: true }) !== null);
}
