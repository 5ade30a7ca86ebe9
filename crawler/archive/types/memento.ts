import { isSameResource } from "../../../shared/url/archives.ts";
import type { Asker } from "../asker.ts";
import { type Archive, isBroken } from "./archive.ts";
import { listTimeMap } from "./time-map.ts";
import { verified } from "./verify.ts";

export interface MementoOptions {
  readonly type: string;
  readonly asker: Asker;
  /** The URL is put behind it. */
  readonly timeMap: string;
  /** Hosts under which the archive shows its versions; their subdomains, too. */
  readonly hosts: readonly string[];
  /** Its versions are pages that it made: they cannot be looked at by machines, and are no errors. */
  readonly isTrusted?: true;
}

/** An archive by the Memento protocol (RFC 7089), which says when its versions are from, and nothing else of them. */
export function mementoArchive({ type, asker, timeMap, hosts, isTrusted }: MementoOptions): Archive {
  const isOwn = ({ hostname }: URL) =>
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return {
    type,
    async list(asked) {
      const isOfUrl = (path: string): boolean => {
        const inside = /\/((?:https?|ftp):\/.*)$/i.exec(path)?.[1];
        return inside === undefined || isSameResource(inside, asked.url);
      };
      const listing = await listTimeMap(asked, {
        asker,
        url: timeMap + asked.url,
        addressOf: (memento) =>
          isOwn(memento) && isOfUrl(memento.pathname + memento.search) ? memento.href : null,
      });
      // There is no other way to ask it.
      if (listing.kind === "failed") return { ...listing, isDown: listing.isDown || isBroken(listing) };
      return listing.kind === "versions" && !isTrusted ? verified(asker, asked, listing) : listing;
    },
  };
}
