import type { UrlId } from "../../db/types.ts";
import { versionTime } from "../../shared/url/archives.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import type { Clock } from "../runtime/clock.ts";
import { Asker } from "./asker.ts";
import { type Asked, choose, isChanging } from "./choice/choose.ts";
import type { Timestamp } from "./choice/version.ts";
import type { Archive, Versions } from "./types/archive.ts";
import { type ArchiveConfig, chosenTypes } from "./types/index.ts";

/** What one archive has of a URL (A1). */
export type Found =
  | (Listed & {
      readonly kind: "version";
      readonly address: string;
      readonly at: Timestamp;
      readonly rule: string;
      readonly reason: string;
    })
  /** Archived, and no version shows the page. */
  | (Listed & { readonly kind: "none-fits"; readonly reason: string })
  | { readonly kind: "not-archived" }
  /** It could not be asked, which says nothing. */
  | {
      readonly kind: "failed";
      readonly why: string;
      /** Another question would fail as well. */
      readonly isDown: boolean;
      /** For how long it wants to be left alone; null: it does not say. */
      readonly restSeconds: number | null;
    };

interface Listed {
  readonly isChanging: boolean;
  /** Whether the archive still has a version that somebody named, as far as it was heard: that it has not is known for sure. */
  readonly hasNamed: (address: string) => boolean;
}

/** An archive of the configuration, asked within its budget. */
export interface OpenArchive {
  readonly type: string;
  /** It is the operator's own: nobody else learns what it is asked. */
  readonly isOwn: boolean;
  /** Some of its answers are known without a question, and do not show that it is there. */
  readonly isPartlyKnown?: true;
  /** `id`: of the URL in the database, where there is one. */
  find(asked: Asked, id?: UrlId): Promise<Found>;
}

/** Of an address that the operator gave: nobody else is burdened there. */
export const OWN_PER_MINUTE = 6_000;

export interface OpenOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The archives that are asked by this configuration; other people's only if they learn by whom. Throws a UsageError. */
export const openArchives = (
  config: ArchiveConfig & { readonly contact: string | null },
  options: OpenOptions,
): OpenArchive[] =>
  chosenTypes(config).flatMap(({ type, own }) => {
    if (own === undefined && config.contact === null) return [];
    const asker = new Asker({ ...options, perMinute: own === undefined ? type.perMinute : OWN_PER_MINUTE });
    const archive = type.open(asker, own);
    return { type: type.type, isOwn: own !== undefined, find: (asked) => find(archive, asked) };
  });

/** Failures in a row after which an archive is left alone for a while (a circuit breaker), and for how long. */
const BREAKER = { failures: 5, seconds: 60 };

/** For as long as a process lives; archivists share theirs in the database. */
export function withBreaker(archive: OpenArchive, clock: Clock): OpenArchive {
  let failures = 0;
  let openUntil = 0;
  return {
    ...archive,
    async find(asked) {
      const restSeconds = Math.ceil((openUntil - clock.now()) / 1000);
      if (restSeconds > 0)
        return {
          kind: "failed",
          why: "did not answer, and is left alone for a minute",
          isDown: true,
          restSeconds,
        };
      const found = await archive.find(asked);
      failures = found.kind === "failed" && found.isDown ? failures + 1 : 0;
      if (failures >= BREAKER.failures) openUntil = clock.now() + BREAKER.seconds * 1000;
      return found;
    },
  };
}

async function find(archive: Archive, asked: Asked): Promise<Found> {
  const listing = await archive.list(asked);
  if (listing.kind === "none") return { kind: "not-archived" };
  if (listing.kind === "failed") return listing;
  const { versions } = listing;
  const listed = { isChanging: isChanging(versions), hasNamed: namedIn(listing) };
  const choice = choose(asked, versions);
  if (choice.kind === "none-fits") return { ...choice, ...listed };
  const { version, rule, reason } = choice;
  return { kind: "version", address: version.address, at: version.at, rule, reason, ...listed };
}

/** A list that may lack versions, and an address that does not say the second, do not tell that a version is gone. */
function namedIn({ versions, isWhole }: Versions): Listed["hasNamed"] {
  const moments = new Set<string>(versions.map(({ at }) => at));
  return (address) => {
    const at = versionTime(address)?.at;
    return !isWhole || at === undefined || moments.has(at);
  };
}
