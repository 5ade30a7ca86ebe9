import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { Target } from "./asker.ts";

type Failure = Extract<Outcome, { kind: "failure" }>;

/** Which take up all of a check's time; to ask about the others costs nothing. */
const SILENT: ReadonlySet<NetworkFailure> = new Set(["connect-timeout", "timeout"]);
/** So many other URLs have to meet silence, and none anything else (C5). */
const URLS_MIN = 5;
/** One is asked all the same after so many that were not, the next after three times as many. */
const ASKED_AGAIN_AFTER = 10;
const ORIGINS_MAX = 100_000;

interface Silence {
  /** URLS_MIN + 1 at most: so that each of them has enough others. */
  readonly urls: Set<NormalisedUrl>;
  last: Failure;
  /** That were told without being asked. */
  told: number;
  askedAgainAt: number;
}

const originOf = ({ host, scheme, port }: UrlParts) => `${scheme}:${port} ${host}`;

/**
 * C5 for a list that is checked at one go: a host that stays silent would take a minute for each of its URLs, one after the
 * other. Those that wait for their turn get the failure that others met. Who answered anything is there: of such a host
 * silence says something of its own URL only, however often it is met.
 */
export class SilentHosts {
  /** null: something else than silence was met there. */
  readonly #origins = new Map<string, Silence | null>();
  readonly #hasAnswered: (host: HostName) => boolean;

  /** @param hasAnswered whether the host answered to something beside its URLs */
  constructor(hasAnswered: (host: HostName) => boolean) {
    this.#hasAnswered = hasAnswered;
  }

  /** Only what is known to be no outage on our side. */
  learn({ url, parts }: Target, outcome: Outcome): void {
    if (outcome.kind === "not-tried") return;
    const origin = originOf(parts);
    const known = this.#origins.get(origin);
    // Most URLs of most lists, thousands of times a second.
    if (known === null) return;
    if (outcome.kind === "failure" && outcome.chain.length === 0 && SILENT.has(outcome.failure)) {
      if (outcome.asOthers !== undefined) return;
      const silence = known ?? { urls: new Set(), last: outcome, told: 0, askedAgainAt: ASKED_AGAIN_AFTER };
      if (silence.urls.size <= URLS_MIN) silence.urls.add(url);
      silence.last = outcome;
      this.#origins.set(origin, silence);
    } else this.#origins.set(origin, null);
    if (this.#origins.size > ORIGINS_MAX) this.#forgetOldest();
  }

  /** Half of them at once: one by one each would be looked for past all that went before it (10 µs and more). */
  #forgetOldest(): void {
    for (const origin of this.#origins.keys()) {
      if (this.#origins.size <= ORIGINS_MAX / 2) return;
      this.#origins.delete(origin);
    }
  }

  /** null: it has to be asked. */
  told({ url, parts }: Target): Failure | null {
    const silence = this.#origins.get(originOf(parts)) ?? null;
    if (silence === null) return null;
    const others = silence.urls.size - (silence.urls.has(url) ? 1 : 0);
    if (others < URLS_MIN || this.#hasAnswered(parts.host)) return null;
    if (silence.told >= silence.askedAgainAt) {
      silence.askedAgainAt *= 3;
      return null;
    }
    silence.told += 1;
    return { ...silence.last, repeated: true, asOthers: others, ms: 0 };
  }
}
