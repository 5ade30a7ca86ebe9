import type { Extent } from "../../../db/doctor/ranges.ts";
import type { ReadableStore } from "../../dispatch/store.ts";
import type { RoleContext } from "../../runtime/context.ts";
import type { Progress } from "../../runtime/log.ts";
import type { Group } from "./checks.ts";
import type { Findings } from "./findings.ts";

/** One run of `weboid doctor`. */
export interface Doctor extends RoleContext {
  readonly findings: Findings;
  readonly repair: boolean;
  /** Repaired is also where very many URLs have days after today. */
  readonly force: boolean;
  /** How much of large tables and of the store is read. */
  readonly extent: Extent;
  readonly groups: readonly Group[];
  readonly progress: Progress;
  /** The edge's store; null: none that can be used is named. */
  readonly store: ReadableStore | null;
}
