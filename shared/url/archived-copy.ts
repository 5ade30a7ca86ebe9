import { archiveOf, type KnownArchive, partsOfOriginal, resourceKey, versionTime } from "./archives.ts";
import { urlKey } from "./key.ts";
import { joinUrl, splitUrl } from "./parts.ts";
import type { HostName, NormalisedUrl, UrlKey } from "./types.ts";

/** A link that is a version of another URL (A4). */
export interface ArchivedCopy {
  /** Of the archive. */
  readonly type: string;
  /** What the original is to archives (`resourceHash`). */
  readonly resource: UrlKey;
  /** The spellings that archives take for one, in which the original may be watched. */
  readonly originals: readonly NormalisedUrl[];
}

/**
 * Reads a link as a version of its original; null: it is none. Only with a date to the second in its address: without one (short
 * addresses, those that lead to the newest or nearest version) nobody knows what it shows.
 */
export function archivedCopy(link: NormalisedUrl, more: readonly KnownArchive[] = []): ArchivedCopy | null {
  const archive = archiveOf(splitUrl(link), more);
  if (!archive?.original || versionTime(link) === null) return null;
  const parts = partsOfOriginal(archive.original);
  const resource = resourceHash(archive.original);
  // Archives do not archive each other.
  if (parts === null || resource === null || archiveOf(parts, more) !== null) return null;
  const { scheme, host, port, page, query } = parts;
  const schemes = scheme === "http" || scheme === "https" ? (["http", "https"] as const) : [scheme];
  const bare = host.replace(/^www\./, "");
  const originals = schemes.flatMap((scheme) =>
    [bare, `www.${bare}`].flatMap((host) =>
      (page === "" ? ["/"] : [page, `${page}/`]).map((path) =>
        joinUrl({ scheme, host: host as HostName, port, path: path + query }),
      ),
    ),
  );
  return { type: archive.type, resource, originals };
}

/** Equal for URLs that an archive takes for one; null: it is no URL of the web. */
export function resourceHash(text: string): UrlKey | null {
  const key = resourceKey(text);
  return key === null ? null : urlKey(key as NormalisedUrl);
}
