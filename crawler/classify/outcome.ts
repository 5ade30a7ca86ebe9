import type { Day } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";

/** One answered request: what the transport read of it, bounded, and nothing interpreted yet. */
export interface Exchange {
  readonly url: NormalisedUrl;
  readonly method: "HEAD" | "GET";
  /** The number of the status line, as sent (0…9999). */
  readonly http: number;
  /** Content-Type without parameters, lower case; null when absent or unreadable. */
  readonly mime: string | null;
  /** Content-Length in bytes when it is a valid number, else null. */
  readonly contentLength: number | null;
  /** Bytes of the body that were read (GET), at most the body limit. */
  readonly bodyBytes: number;
  /** True when the body was seen to its end within the limit. */
  readonly bodyComplete: boolean;
  /** The first bytes of the body, Content-Encoding undone, for magic (C8); empty for HEAD. */
  readonly firstBytes: Uint8Array;
  /** Location as sent, decoded as Latin-1; null when absent. */
  readonly location: string | null;
  readonly server: string | null;
  /** Retry-After as sent. */
  readonly retryAfter: string | null;
  /** Signs of a robot wall, such as `cf-mitigated: challenge` or a known challenge page; null without any. */
  readonly wall: string | null;
  /** The head names a guard against robots, whose challenges are recognised by the content only. */
  readonly guarded?: true;
  /** The title of a large page with an error number says in a main language that something is not there (C7). */
  readonly saysMissing?: true;
  /**
   * HTML came without a status line (HTTP/0.9); `http` is then 200. Only set when the bytes look like a page:
   * other answers without a head are a failure `malformed-head`.
   */
  readonly headless?: true;
  /** It was asked for as from the site's own front page, and answered an error without that. */
  readonly referred?: true;
  /** The text of the page as far as it was read, where that was wanted (C7). */
  readonly page?: string;
  /** The address that was dialled. */
  readonly address: string;
  /** From dialling to the end of what was read. */
  readonly ms: number;
}

/** What a server of files (ftp, ftps, sftp) said that decides: no HTTP, so there is no number of it. */
export interface FileReply {
  readonly url: NormalisedUrl;
  /**
   * What it replies to. "login" with a good code: we were let in, and the server knows no command that says whether the
   * path is there.
   */
  readonly to: "greeting" | "login" | "path";
  /** Of RFC 959; null: the greeting of an SSH server, which has none. */
  readonly code: number | null;
  /** Printable ASCII, bounded; hostile text. */
  readonly text: string;
  /** The address that was dialled. */
  readonly address: string;
  /** From dialling to the reply. */
  readonly ms: number;
}

/** What was wrong with a certificate or handshake (M10, table S note on TLS). */
export const TLS_TROUBLES = [
  "expired",
  "self-signed",
  "untrusted",
  "wrong-host",
  "incomplete-chain",
  "revoked",
  "handshake",
] as const;
export type TlsTrouble = (typeof TLS_TROUBLES)[number];

/** What the time of a request goes on, in order; up to `robots` ahead of it, and no part of its `ms`. */
export const SPENT_ON = ["name", "wait", "robots", "connect", "tls", "answer", "read"] as const;
export type SpentOn = (typeof SPENT_ON)[number];

/** In whole milliseconds; what did not take place is absent. */
export type Spent = Readonly<Partial<Record<SpentOn, number>>>;

/** One request of a check, as `weboid check` prints it; or what went wrong before any could be sent. */
export interface TimedRequest {
  /** When it was begun, from the beginning of the check; in ms, like all here. */
  readonly at: number;
  /** "site": to see how the site answers (C7), beside the check and none of its time. */
  readonly why: "link" | "robots" | "site";
  /** null: nothing was sent. */
  readonly method: "HEAD" | "GET" | "FTP" | "SSH" | null;
  readonly url: string;
  /** null: no answer, or not by HTTP. */
  readonly http: number | null;
  /** null: it was answered. */
  readonly failure: NetworkFailure | NotTried | null;
  /** Dialled last. */
  readonly address: string | null;
  /** From dialling to the end of what was read. */
  readonly ms: number;
  readonly timing: Spent;
}

export interface Asked extends TimedRequest {
  /** What the outcome has of it, where it has. */
  readonly answer: Exchange | FileReply | null;
}

/** What was seen of a site beside the URL itself (C6, C7, C11; crawler/classify/site/look.ts looks). */
export interface SiteSigns {
  /** The page is the one that the site shows for an address that cannot exist. */
  readonly soft?: true;
  /** The redirect ends where the site sends addresses that cannot exist, or many others. */
  readonly shared?: true;
  /** The domain is parked or for sale; with the first day on which it was seen so after it was seen otherwise. */
  readonly parked?: { readonly since: Day | null };
  /** The first day on which the site's first page was one of betting, after it was seen to be none. */
  readonly betting?: Day;
  /** What is known of the site from now on, for the row of the URL's host (crawler/classify/site/facts.ts); absent: as before. */
  readonly learnt?: string;
}

/** How a chain of redirects ended. */
export type ChainEnd = "final" | "loop" | "too-many" | "no-location" | "bad-location" | "forbidden-target";

/**
 * Everything that one check of one URL observed: a value for every expected failure, never an exception.
 * `interpret` turns it into a status byte; the transport never does.
 */
export type Outcome = (
  | {
      readonly kind: "answer";
      /** One exchange per hop, the useful one (after a repeat by GET only the GET); at least one. */
      readonly chain: readonly [Exchange, ...Exchange[]];
      readonly end: ChainEnd;
      /** HEAD was no use for this host and GET was (C1). */
      readonly neededGet: boolean;
      readonly tls: TlsTrouble | null;
      /** With `tls`: which way the answer was had after all. */
      readonly tlsFallback: "http" | "unverified" | null;
      /** With `tlsFallback` "http": the trouble was known beforehand and https was not tried (M9). */
      readonly remembered?: true;
      /** Absent: nothing to say of it, or nobody looked. */
      readonly site?: SiteSigns;
      readonly ms: number;
    }
  | {
      readonly kind: "failure";
      readonly failure: NetworkFailure;
      /** The name service was not asked again: this is the failure of a moment ago. */
      readonly repeated?: true;
      /** Nothing was asked: so many other URLs of the host met this failure, one after the other (C5). */
      readonly asOthers?: number;
      /** The hops that were answered before the failure; empty when the first request failed. */
      readonly chain: readonly Exchange[];
      /** The host of the first URL is an IP literal (status 67 in place of 64). */
      readonly literal: boolean;
      readonly tls: TlsTrouble | null;
      readonly ms: number;
    }
  | {
      readonly kind: "reply";
      readonly reply: FileReply;
      readonly tls: TlsTrouble | null;
      /** ftps: the server has no TLS, and was asked without it. */
      readonly withoutTls: boolean;
      readonly ms: number;
    }
  /** Nothing was observed that may be stored, whatever was sent. */
  | { readonly kind: "not-tried"; readonly reason: NotTried }
) & {
  /** Absent: nobody wanted to know. */
  readonly asked?: readonly Asked[];
};

/**
 * Why a check says nothing of its URL: its protocol has no way to name the path, policy forbids contact, or the trouble
 * is ours (design 11): no descriptor left, no IPv6 where a site has nothing else, no slot at a host that others of our requests
 * are waiting for, a host that took the whole minute for each of many others or asked
 * for no more requests for now, our own connection down, a bug. "robots": a group of the site's robots.txt that names us forbids it; "opted-out": its owners asked us to
 * leave it alone (C4).
 */
export type NotTried =
  | "path-not-sendable"
  | "port-forbidden"
  | "no-resources"
  | "no-ipv6"
  | "host-busy"
  | "host-slow"
  | "asked-for-time"
  | "own-outage"
  | "internal-error"
  | "robots"
  | "opted-out";
