import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { dropOldest } from "./oldest.ts";

type Failure = Extract<Outcome, { kind: "failure" }>;

/** Which take up all of a check's time; to ask about the others costs nothing. */
const SILENT: ReadonlySet<NetworkFailure> = new Set(["connect-timeout", "timeout"]);
/** So many URLs have to meet silence one after the other, and after each answer in between so many more (C5). */
const URLS_MIN = 5;
const MORE_PER_BROKEN_STREAK = 3;
/** One is asked all the same after so many that were not, the next after three times as many. */
const ASKED_AGAIN_AFTER = 10;
const ORIGINS_MAX = 10_000;

interface Origin {
  streak: { readonly last: Failure; readonly count: number } | null;
  broken: number;
  /** That were told without being asked, since the streak began. */
  told: number;
  askedAgainAt: number;
}

/**
 * C5 for a list that is checked at one go: a host that stays silent would take a minute for each of its URLs, one after the
 * other. Those that wait for their turn get the failure that others met.
 */
export class SilentHosts {
  readonly #origins = new Map<string, Origin>();

  learn({ host, scheme, port }: UrlParts, outcome: Outcome): void {
    const silent = outcome.kind === "failure" && outcome.chain.length === 0 && SILENT.has(outcome.failure);
    // Most lists, thousands of times a second.
    if (outcome.kind === "not-tried" || (!silent && this.#origins.size === 0)) return;
    const key = `${scheme}:${port} ${host}`;
    const known = this.#origins.get(key);
    if (silent) {
      const origin = known ?? { streak: null, broken: 0, told: 0, askedAgainAt: ASKED_AGAIN_AFTER };
      origin.streak = { last: outcome, count: (origin.streak?.count ?? 0) + 1 };
      this.#origins.set(key, origin);
      dropOldest(this.#origins, ORIGINS_MAX);
    } else if (known !== undefined && known.streak !== null)
      this.#origins.set(key, {
        streak: null,
        broken: known.broken + 1,
        told: 0,
        askedAgainAt: ASKED_AGAIN_AFTER,
      });
  }

  /** null: it has to be asked. */
  told({ host, scheme, port }: UrlParts): Failure | null {
    const origin = this.#origins.get(`${scheme}:${port} ${host}`);
    if (origin === undefined || origin.streak === null) return null;
    const { last, count } = origin.streak;
    if (count < URLS_MIN + origin.broken * MORE_PER_BROKEN_STREAK) return null;
    if (origin.told >= origin.askedAgainAt) {
      origin.askedAgainAt *= 3;
      return null;
    }
    origin.told += 1;
    return { ...last, repeated: true, asOthers: count, ms: 0 };
  }
}
