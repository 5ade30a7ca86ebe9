import type { Asker, Reply } from "../asker.ts";
import type { Asked } from "../choice/choose.ts";
import type { Version } from "../choice/version.ts";

/** What an archive has of a URL. */
export type Listing =
  | Versions
  /** It is not archived, or withdrawn from the public. */
  | { readonly kind: "none" }
  | Failed;

/** At least one; of very many those among which the one to choose is. */
export interface Versions {
  readonly kind: "versions";
  readonly versions: readonly Version[];
  /** The archive has no others of the URL: what is missing here is gone. */
  readonly isWhole: boolean;
}

/** The archive could not be asked, which is neither of the others. */
export type Failed = Extract<Reply, { kind: "failed" }>;

/** An archive that can be asked. */
export interface Archive {
  readonly type: string;
  list(asked: Asked): Promise<Listing>;
}

/** One kind of archive, as a file of this folder describes it. */
export interface ArchiveType {
  readonly type: string;
  /** Asked without being named in the configuration. */
  readonly isDefault: boolean;
  /** Questions in a minute (docs/archives.md). */
  readonly perMinute: number;
  /** `own`: the base address that the operator gave in place of its own, where paths are those of the Wayback Machine. */
  open(asker: Asker, own?: string): Archive;
}

/** Why an answer without anything in it is no list: lists of nothing are written otherwise. */
export const EMPTY = "answered with nothing";

/** A server error came in place of a list. */
export const isBroken = ({ why }: Failed): boolean => /\banswered 5\d\d$/.test(why);

/** @param why what came in place of a list */
export const unclear = (why: string): Failed => ({ kind: "failed", why, isDown: false, restSeconds: null });
