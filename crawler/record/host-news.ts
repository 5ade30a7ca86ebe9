import type { HostUpdate, OutageUpdate } from "../../db/hosts/record.ts";
import type { DueUrl, HostRecord, HostTrait, TraitSpan } from "../../db/types.ts";
import { type Day, dayOfInstant, daysBetween } from "../../shared/calendar/day.ts";
import type { Note } from "../../shared/status/note.ts";
import { holds, traitRule } from "../../shared/status/trait-rules.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Interpretation, HostTrait as SeenTrait } from "../classify/interpretation.ts";
import { type Outcome, TLS_TROUBLES, type TlsTrouble } from "../classify/outcome.ts";

export interface CheckHints {
  readonly getNeeded: boolean;
  /** Plain http first, as the certificate was in this trouble. */
  readonly httpNeeded?: TlsTrouble;
  /** As the last check of the URL itself noted it. */
  readonly referrerNeeded?: true;
}

const STORED_AS: Readonly<Record<SeenTrait, HostTrait>> = {
  "https-needed": "https-needed",
  "http-needed": "http-needed",
  "get-needed": "get-needed",
  "dns-error": "dns-error",
  "server-down": "server-error",
};

/** What a check goes by, of what is remembered of its URL and host (M9); the host's own memory first, then that of the domains above. */
export function checkHints(host: HostRecord, due: Pick<DueUrl, "notes">, today: Day): CheckHints {
  const goesBy = (name: HostTrait): boolean => {
    const seen = [...host.traits, ...host.inherited].find(({ trait }) => trait === name);
    return seen !== undefined && holds(seen, today);
  };
  const trouble = goesBy("http-needed") ? knownTrouble(due.notes) : null;
  const referrerNeeded = due.notes.some(({ key }) => key === "referrer-needed");
  return {
    getNeeded: goesBy("get-needed"),
    ...(trouble !== null && { httpNeeded: trouble }),
    ...(referrerNeeded && { referrerNeeded }),
  };
}

/** As the last check of the URL itself noted it: going round by http, it is to be noted again. */
function knownTrouble(notes: readonly Note[]): TlsTrouble | null {
  const kind = notes.find(({ key }) => key.startsWith("certificate-"))?.key.slice("certificate-".length);
  return TLS_TROUBLES.find((trouble) => trouble === kind) ?? null;
}

/** What a check taught about the host of its URL (M9); null: nothing. Hosts of other hops are left to their own URLs. */
export function hostNews(
  host: HostRecord,
  url: NormalisedUrl,
  outcome: Outcome,
  { traits, retryAfter, error }: Interpretation,
  nowMs: number,
): HostUpdate | null {
  const today = dayOfInstant(nowMs);
  const remembered = outcome.kind === "answer" && outcome.remembered === true;
  const seen = traits
    .filter(({ host: name, trait }) => name === host.name && !(remembered && trait === "http-needed"))
    .map(({ trait }) => STORED_AS[trait]);
  const gone = host.traits
    .filter(
      (known) =>
        isOver(known, today) || (!seen.includes(known.trait) && isRefuted(known, url, outcome, error, today)),
    )
    .map(({ trait, last }) => ({ trait, last }));
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

/** C1: the need of GET has to be earned again; what is seen after that begins a new time. */
const isOver = (known: TraitSpan, today: Day): boolean =>
  known.trait === "get-needed" && !holds(known, today);

/** A check that was made saw the contrary (M9). */
function isRefuted(
  { trait, last }: TraitSpan,
  url: NormalisedUrl,
  outcome: Outcome,
  error: string | null,
  today: Day,
): boolean {
  if (daysBetween(last, today) < traitRule(trait).refutedAfterDays) return false;
  if (trait === "dns-error" || trait === "server-error") return isThere(outcome, trait);
  if (outcome.kind !== "answer" || error !== null) return false;
  const [first] = outcome.chain;
  if (trait === "http-needed")
    return url.startsWith("https:") && outcome.tls === null && first.url.startsWith("https:");
  // Content by plain http, without being sent anywhere.
  return trait === "https-needed" && url.startsWith("http:") && outcome.chain.length === 1;
}

/** Somebody answered, if only by a redirect to where nobody does; that the name was found is enough against its error. */
function isThere(outcome: Outcome, trait: "dns-error" | "server-error"): boolean {
  if (outcome.kind !== "failure") return outcome.kind !== "not-tried";
  return outcome.chain.length > 0 || (trait === "dns-error" && !outcome.failure.startsWith("dns-"));
}

/** One after the other: what the later one says of the same outage adds to it. */
function mergeOutage(earlier: HostUpdate["outage"], later: OutageUpdate | null): OutageUpdate | null {
  if (later === null || earlier === undefined) return later;
  const same = earlier?.rule === later.rule && earlier.scope === later.scope;
  return earlier !== null && same
    ? { ...later, count: earlier.count + later.count, ...(earlier.begins && { begins: true }) }
    : { ...later, begins: true };
}

/**
 * What two checks of one host learnt: the later one counts. A trait that one saw is not gone because another URL did without;
 * one that is both in one news begins a new time (C1).
 */
export function mergeNews(earlier: HostUpdate | undefined, later: HostUpdate): HostUpdate {
  if (earlier === undefined) return later;
  const seen = new Set([...(earlier.seen ?? []), ...(later.seen ?? [])]);
  const begunAgain = new Set(
    [earlier, later].flatMap((news) =>
      (news.gone ?? []).filter(({ trait }) => news.seen?.includes(trait)).map(({ trait }) => trait),
    ),
  );
  const gone = new Map(
    [...(earlier.gone ?? []), ...(later.gone ?? [])]
      .filter(({ trait }) => !seen.has(trait) || begunAgain.has(trait))
      .map((known) => [known.trait, known]),
  );
  return {
    ...earlier,
    ...later,
    ...(later.outage !== undefined && { outage: mergeOutage(earlier.outage, later.outage) }),
    ...(later.watched !== undefined && { watched: { ...earlier.watched, ...later.watched } }),
    seen: [...seen],
    gone: [...gone.values()],
  };
}
