import { evidenceOf } from "../history/evidence.ts";
import type { History } from "../history/types.ts";
import { readHistory } from "../verdict/runs.ts";

/** Why a link that works is likely to be lost (O5). */
export const RISKS = [
  /** Its site lost many links at once. */
  "relaunch",
  /** Links of its site are lost. */
  "losing",
  /** It did not work for some time. */
  "unsteady",
] as const;
export type Risk = (typeof RISKS)[number];

/** Of a site: links that work, and links that do not. */
export interface SiteTally {
  readonly working: number;
  readonly broken: number;
}

/** A site loses links when so many do not work, and so great a share of those that could. */
const LOSING = { brokenMin: 3, shareMin: 0.1 } as const;

const isLosing = ({ working, broken }: SiteTally): boolean =>
  broken >= LOSING.brokenMin && broken >= LOSING.shareMin * (working + broken);

/** The risks of a link that works, the greatest first. `relaunched`: whether its site lost many links at once. */
export function risksOf(history: History, site: SiteTally, relaunched: boolean): Risk[] {
  const failedBefore =
    readHistory(history).past.failures > 0 && history[0] !== undefined && evidenceOf(history[0]) === "good";
  const is: Record<Risk, boolean> = {
    relaunch: relaunched,
    losing: isLosing(site),
    unsteady: failedBefore,
  };
  return RISKS.filter((risk) => is[risk]);
}

/** How risks are compared: the greatest first, then how many there are. */
export const riskRank = (risks: readonly Risk[]): number =>
  risks.reduce((sum, risk) => sum + 2 ** (RISKS.length - RISKS.indexOf(risk)), 0);
