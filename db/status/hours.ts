import { type SQLWrapper, sql } from "drizzle-orm";
import { THIS_HOUR } from "../work/passes.ts";

/** Of the last day and the hour before. */
export const isRecentHour = (hour: SQLWrapper) => sql`${hour} >= ${THIS_HOUR} - 25`;
