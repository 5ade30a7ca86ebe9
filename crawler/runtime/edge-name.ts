// The type only: the command line reads the rule before it loads anything of the database.
import type { FEED_TARGET } from "../../db/types.ts";

const TAKEN: typeof FEED_TARGET = "feed";

export const EDGE_NAME_RULE = `must be 1 to 32 small letters, digits and -, and not ${TAKEN}, such as main or europe`;

/** An edge's name among several (EDGE_NAME). */
export const isEdgeName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,31}$/.test(text) && text !== TAKEN;
