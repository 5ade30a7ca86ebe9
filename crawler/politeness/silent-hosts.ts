import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { Target } from "../check/target.ts";
import { keepNewest } from "../net/oldest.ts";

type Failure = Extract<Outcome, { kind: "failure" }>;

/** Which take up all of a check's time; to ask about the others costs nothing. */
const SILENT: ReadonlySet<NetworkFailure> = new Set(["connect-timeout", "timeout"]);
/** So many other URLs have to meet silence, and none anything else (C5). */
const URLS_MIN = 5;
/** Of a host that is there so many in a row: each of them takes its minute, and others may be answered. */
const URLS_MIN_THERE = 10;
/** One is asked all the same after so many that were not, the next after three times as many. */
const ASKED_AGAIN_AFTER = 10;
const ORIGINS_MAX = 100_000;

interface Silence {
  /** In a row; URLS_MIN_THERE + 1 at most, so that each of them has enough others. */
  readonly urls: Set<NormalisedUrl>;
  /** Something else than silence was met there before. */
  readonly there: boolean;
  last: Failure;
  /** That were told without being asked. */
  told: number;
  askedAgainAt: number;
}

const HOST_SLOW: Outcome = { kind: "not-tried", reason: "host-slow" };

const newSilence = (last: Failure, there: boolean): Silence => ({
  urls: new Set(),
  there,
  last,
  told: 0,
  askedAgainAt: ASKED_AGAIN_AFTER,
});

const originOf = ({ host, scheme, port }: UrlParts) => `${scheme}:${port} ${host}`;

/**
 * C5 for a list that is checked at one go: a host that stays silent would take a minute for each of its URLs, one after the
 * other. Those that wait for their turn get the failure that others met. Who answered anything is there: of such a host
 * silence says something of its own URL only, and where it goes on and on, others are not asked and nothing is said of them.
 */
export class SilentHosts {
  /** null: something else than silence was met there last. */
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
    if (outcome.kind === "failure" && outcome.chain.length === 0 && SILENT.has(outcome.failure)) {
      if (outcome.asOthers !== undefined) return;
      const silence = known ?? newSilence(outcome, known === null);
      if (silence.urls.size <= URLS_MIN_THERE) silence.urls.add(url);
      silence.last = outcome;
      keepNewest(this.#origins, origin, silence, ORIGINS_MAX);
    } else if (known !== null) keepNewest(this.#origins, origin, null, ORIGINS_MAX);
  }

  /** null: it has to be asked. */
  told({ url, parts }: Target): Outcome | null {
    const silence = this.#origins.get(originOf(parts)) ?? null;
    if (silence === null) return null;
    const others = silence.urls.size - (silence.urls.has(url) ? 1 : 0);
    const there = silence.there || this.#hasAnswered(parts.host);
    if (others < (there ? URLS_MIN_THERE : URLS_MIN)) return null;
    if (silence.told >= silence.askedAgainAt) {
      silence.askedAgainAt *= 3;
      return null;
    }
    silence.told += 1;
    return there ? HOST_SLOW : { ...silence.last, repeated: true, asOthers: others, ms: 0 };
  }
}
