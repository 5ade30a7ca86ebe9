import { type Day, daysBetween } from "../../shared/calendar/day.ts";

/** So long after it was first seen the word of a network weighs 1, and before that nothing (H5): networks are cheap for a day. */
export const KNOWN_DAYS = 7;

/** The weight that softens a scope of up to so many URLs (H3): one network more for four times as many. */
export const NEEDED = [
  { urls: 64, weight: 3 },
  { urls: 256, weight: 4 },
  { urls: 1_024, weight: 5 },
  { urls: 4_096, weight: 6 },
  { urls: 10_000, weight: 7 },
] as const;
/** Of a scope with more URLs, which are not counted. */
const NEEDED_MAX = 8;
/** One URL is no domain. */
const URLS_MIN = 2;

/** What one network said of a scope. */
export interface Voice {
  readonly against: boolean;
  readonly family: number;
  /** Of the key of its name. */
  readonly period: number;
  readonly network: string;
  readonly since: Day;
  /** URLs of the scope that it named one by one; null: it named all of them at once. */
  readonly named: number | null;
}

/** How much was said: by weight and, where that is equal, by the number of networks. */
export interface Strength {
  readonly weight: number;
  readonly voices: number;
}

const NOTHING: Strength = { weight: 0, voices: 0 };

/** Reports or withdrawals whose networks are forgotten: they are one voice. */
export const FORGOTTEN: Strength = { weight: 1, voices: 1 };

export const isAsStrong = (one: Strength, other: Strength): boolean =>
  one.weight > other.weight || (one.weight === other.weight && one.voices >= other.voices);

export const stronger = (one: Strength, other: Strength): Strength => (isAsStrong(one, other) ? one : other);

/** Of a network, by its first day. */
export const weightOf = (since: Day, today: Day): number => (daysBetween(since, today) >= KNOWN_DAYS ? 1 : 0);

/**
 * How much was said for or against. A line has a network of each family, and a network has another name in each period: what may be the
 * same is never added up, and the strongest counts. `share`: URLs that one network has to name to count in full.
 */
export function strengthOf(
  voices: readonly Voice[],
  { against, today, share = 1 }: { readonly against: boolean; readonly today: Day; readonly share?: number },
): Strength {
  const networks = Map.groupBy(
    voices.filter((voice) => voice.against === against),
    ({ family, period, network }) => `${family} ${period} ${network}`,
  );
  const sums = new Map<string, Strength>();
  for (const [name, said] of networks) {
    const group = name.slice(0, name.lastIndexOf(" "));
    const parts = said.map(({ since, named }) => {
      const part = named === null ? 1 : Math.min(1, named / share);
      return weightOf(since, today) * part;
    });
    const { weight, voices: count } = sums.get(group) ?? NOTHING;
    sums.set(group, { weight: weight + Math.max(...parts), voices: count + 1 });
  }
  return [...sums.values()].reduce(stronger, NOTHING);
}

/** What was said of a scope, and of how many URLs. */
export interface Said {
  /** Null: more than are counted. */
  readonly urls: number | null;
  /** Which networks that weigh something named one by one. */
  readonly named: number;
  readonly voices: readonly Voice[];
}

export interface Balance {
  readonly support: Strength;
  readonly contrary: Strength;
  readonly needed: number;
  /** About half of the URLs are reported, by enough networks, and fewer withdraw it (H3). */
  readonly softens: boolean;
}

/** H3, H5: what that amounts to. Of the URLs that are needed no network brings more than its share. */
export function balanceOf({ urls, named, voices }: Said, today: Day): Balance {
  const needed = NEEDED.find((step) => urls !== null && urls <= step.urls)?.weight ?? NEEDED_MAX;
  const half = Math.max(URLS_MIN, Math.ceil((urls ?? 0) / 2));
  const whole = voices.some((one) => !one.against && one.named === null && weightOf(one.since, today) > 0);
  const share = half / needed;
  const support = strengthOf(voices, { against: false, today, share });
  const contrary = strengthOf(voices, { against: true, today, share });
  const isHalf = urls === null ? whole : urls >= URLS_MIN && (whole || named >= half);
  // Sums of shares, such as three thirds.
  const isEnough = support.weight > needed - 1e-6;
  return { support, contrary, needed, softens: isHalf && isEnough && !isAsStrong(contrary, support) };
}

/** H5: what is softened stays so until those who withdraw it weigh as much as is needed, and as those who report it. */
export const isWithdrawn = ({ support, contrary, needed }: Balance): boolean =>
  isAsStrong(contrary, stronger(support, { weight: needed, voices: 0 }));
