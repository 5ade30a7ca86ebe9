import type { WikiChange } from "../../db/queries/dispatch/changes-of-wikis.ts";
import type { WikiId } from "../../db/types.ts";
import type { Database } from "../runtime/context.ts";

/**
 * Writes into the table of events (D3, D5) what these changes, in their order, mean for those who follow the wiki. Runs in the
 * transaction that stores how far the wiki is told, so each change is written exactly once; what it throws is met as
 * any failure of the database. Not called where no change of a batch concerns the wiki.
 */
export type WriteEvents = (db: Database, wiki: WikiId, changes: readonly WikiChange[]) => Promise<void>;
