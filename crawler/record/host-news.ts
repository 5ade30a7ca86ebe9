import type { HostNews } from "../../db/queries/record/record-hosts.ts";
import type { HostState, HostTrait } from "../../db/types.ts";
import { type Day, daysBetween } from "../../shared/calendar/day.ts";
import type { Interpretation, HostTrait as SeenTrait } from "../../shared/status/interpretation.ts";
import type { Outcome } from "../../shared/status/outcome.ts";

/** M9: a host that wants GET is asked so for 200 days from when that was first seen, then it has to be earned again. */
export const GET_NEEDED_DAYS = 200;

const STORED_AS: Readonly<Record<SeenTrait, HostTrait>> = {
  "https-needed": "https-needed",
  "http-needed": "http-needed",
  "get-needed": "get-needed",
  "dns-error": "dns-error",
  "server-down": "server-error",
};

/** Traits that an answer of any kind contradicts. */
const SILENT_TRAITS: readonly HostTrait[] = ["dns-error", "server-error"];

/** HEAD is no use at this host, and that is not too long ago (C1). */
export function getNeeded(host: HostState, today: Day): boolean {
  return [...host.traits, ...host.inherited].some(
    ({ trait, first }) => trait === "get-needed" && daysBetween(first, today) < GET_NEEDED_DAYS,
  );
}

/** What a check taught about the host of its URL (M9); null: nothing. Hosts of other hops are left to their own URLs. */
export function hostNews(
  host: HostState,
  outcome: Outcome,
  { traits, retryAfter }: Interpretation,
  today: Day,
  nowMs: number,
): HostNews | null {
  const seen = traits.filter(({ host: name }) => name === host.name).map(({ trait }) => STORED_AS[trait]);
  const expired = host.traits.filter(
    ({ trait, first }) => trait === "get-needed" && daysBetween(first, today) >= GET_NEEDED_DAYS,
  );
  const contradicted = host.traits.filter(
    ({ trait }) => outcome.kind === "answer" && SILENT_TRAITS.includes(trait) && !seen.includes(trait),
  );
  const gone = [...expired, ...contradicted].map(({ trait }) => trait);
  const wish = retryAfter?.host === host.name ? retryAfter : null;
  const site = outcome.kind === "answer" ? outcome.site?.learnt : undefined;
  if (seen.length === 0 && gone.length === 0 && wish === null && site === undefined) return null;
  return {
    id: host.id,
    day: today,
    seen,
    gone,
    ...(wish !== null && { retryAtMs: nowMs + wish.seconds * 1_000 }),
    ...(site !== undefined && { site }),
  };
}
