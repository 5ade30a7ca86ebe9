import type { Clock } from "../runtime/clock.ts";
import type { HttpClient } from "../runtime/http.ts";
import { Asker } from "./asker.ts";
import { type Asked, choose, isChanging } from "./choice/choose.ts";
import type { Timestamp } from "./choice/version.ts";
import type { Archive } from "./types/archive.ts";
import { type ArchiveConfig, chosenTypes } from "./types/index.ts";

/** What one archive has of a URL (A1). */
export type Found =
  | {
      readonly kind: "version";
      readonly address: string;
      readonly at: Timestamp;
      readonly rule: string;
      readonly reason: string;
      readonly isChanging: boolean;
    }
  /** Archived, and no version shows the page. */
  | { readonly kind: "none-fits"; readonly reason: string; readonly isChanging: boolean }
  | { readonly kind: "not-archived" }
  /** It could not be asked, which says nothing. */
  | { readonly kind: "failed"; readonly why: string };

/** An archive of the configuration, with its budget and its circuit breaker. */
export interface OpenArchive {
  readonly type: string;
  find(asked: Asked): Promise<Found>;
}

/** Of an address that the operator gave: nobody else is burdened there. */
const OWN_PER_MINUTE = 6_000;

/** Failures in a row after which an archive is left alone for a while (a circuit breaker), and for how long. */
const BREAKER = { failures: 5, seconds: 60 };

export interface OpenOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export const openArchives = (config: ArchiveConfig, options: OpenOptions): OpenArchive[] =>
  chosenTypes(config).map(({ type, own }) => {
    const asker = new Asker({ ...options, perMinute: own === undefined ? type.perMinute : OWN_PER_MINUTE });
    return { type: type.type, find: withBreaker(type.open(asker, own), options.clock) };
  });

function withBreaker(archive: Archive, clock: Clock): OpenArchive["find"] {
  let failures = 0;
  let openUntil = 0;
  return async (asked) => {
    if (clock.now() < openUntil)
      return { kind: "failed", why: "did not answer, and is left alone for a minute" };
    const found = await find(archive, asked);
    failures = found.kind === "failed" && found.isDown ? failures + 1 : 0;
    if (failures >= BREAKER.failures) openUntil = clock.now() + BREAKER.seconds * 1000;
    return found;
  };
}

async function find(archive: Archive, asked: Asked): Promise<Found & { readonly isDown?: boolean }> {
  const listing = await archive.list(asked);
  if (listing.kind === "none") return { kind: "not-archived" };
  if (listing.kind === "failed") return { kind: "failed", why: listing.why, isDown: listing.isDown };
  const choice = choose(asked, listing.versions);
  const changing = isChanging(listing.versions);
  if (choice.kind === "none-fits") return { ...choice, isChanging: changing };
  const { version, rule, reason } = choice;
  return { kind: "version", address: version.address, at: version.at, rule, reason, isChanging: changing };
}
