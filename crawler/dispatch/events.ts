import type { WikiChange } from "../../db/changes/read.ts";
import type { WikiId } from "../../db/types.ts";
import type { Database } from "../runtime/context.ts";

/**
 * Writes into the table of events (D3, D5) what changes, in their order, mean for those who follow a wiki; hundreds of
 * wikis at a time. Runs in the transaction that stores how far these wikis are told, so each change is written exactly
 * once; what it throws is met as any failure of the database. Only wikis that a change concerns are given.
 */
export type WriteEvents = (
  db: Database,
  concerned: ReadonlyMap<WikiId, readonly WikiChange[]>,
) => Promise<void>;
