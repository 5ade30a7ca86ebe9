import type { TlsTrouble } from "../../shared/status/outcome.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { FileServers } from "../net/file-servers.ts";
import type { Router } from "../net/policy.ts";
import type { RequestFields, Transport } from "../net/transport.ts";
import type { Etiquette } from "../politeness/etiquette.ts";
import type { HurriedHosts } from "../politeness/hurried-hosts.ts";
import type { ReadersWishes } from "../politeness/readers-wishes.ts";
import type { RestingHosts } from "../politeness/resting-hosts.ts";
import type { RobotsGate } from "../politeness/robots-gate.ts";
import type { CheckLimits } from "./limits.ts";
import type { Heard } from "./outage.ts";
import type { SiteHint, SiteWatch } from "./site.ts";
import type { WalledHosts } from "./walled-hosts.ts";

/** By what means checks are done. */
export interface CheckDeps {
  readonly transport: Transport;
  /** For ftp, ftps and sftp. */
  readonly files: FileServers;
  readonly router: Router;
  readonly etiquette: Pick<Etiquette, "visit" | "rest">;
  /** Absent: robots.txt is not asked for. */
  readonly robots?: RobotsGate;
  /** Whose owners asked to be left alone (C4); absent: nobody's. */
  readonly optedOut?: ((parts: UrlParts) => boolean) | undefined;
  readonly limits: CheckLimits;
  /** Of C2, with the User-Agent. */
  readonly fields: RequestFields;
  /** Test webs: redirects may lead to private addresses and local names too. */
  readonly allowPrivate: boolean;
  /** Absent: nothing is asked but the URL. */
  readonly sites?: SiteWatch;
  /** Hosts whose walls only GET meets; absent: none is remembered. */
  readonly walled?: WalledHosts;
  /** Absent: nobody is asked with a browser's wishes. */
  readonly wishes?: ReadersWishes;
  /** Absent: who turns a request away is not asked again. */
  readonly hurried?: HurriedHosts;
  /** Absent: a fleet knows by itself which hosts asked for time, and a test web is not spared. */
  readonly resting?: RestingHosts;
  /** Who wants to know at once of whoever answers; absent: nobody. */
  readonly heard?: Heard;
  /** Somebody wants to know where the time goes. */
  readonly timed?: boolean;
}

/** What is remembered of the URL's host (M9). */
export interface CheckHints {
  /**
   * HEAD is no use there: begin with GET. The outcome's `neededGet` is then false, because nothing was tried:
   * the memory is neither refreshed nor refuted, and has to be earned again after its 200 days.
   */
  readonly getNeeded?: boolean;
  /** The text of the page at the end is wanted: GET all the way. */
  readonly wantsPage?: true;
  /** What is known of the URL's site (C7). */
  readonly site?: SiteHint;
  /**
   * The certificate was in this trouble and plain http worked: begin with that. The outcome says so again, `remembered`;
   * where plain http does not work any more, it is what it would have been without.
   */
  readonly httpNeeded?: TlsTrouble;
}

/** For what a request is. */
export interface Asking extends CheckHints {
  /** Not for the link: for what is seen of its site (C7). */
  readonly beside?: true;
}

export interface Target {
  readonly url: NormalisedUrl;
  readonly parts: UrlParts;
}

/** Told of a bug, in place of a result. */
export type Failed = (bug: unknown) => void;
