import { index, pgTable, smallint, text } from "drizzle-orm/pg-core";
import type { MoveRule } from "../../shared/moves/rules.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { day, dayOrNever, hostId, instant, json, urlId } from "./columns.ts";

/** New addresses of URLs whose site moved (C6, M10): seen as permanent redirects, or derived from a rule of the host. */
export const move = pgTable(
  "move",
  {
    urlId: urlId().primaryKey(),
    hostId: hostId().notNull(),
    target: text().$type<NormalisedUrl>().notNull(),
    /** The rule from which the target follows; null: the URL's own redirect led there. */
    rule: json("rule").$type<MoveRule>(),
    /** First and last day on which the redirect was seen, and on how many; of a rule the day on which it was applied, and 0. */
    first: day("first"),
    last: day("last"),
    days: smallint().notNull(),
    /** Last day on which the target was seen working, if that makes it one to show; else -1. */
    checked: dayOrNever("checked"),
    /** When the crawler checks the target by itself; null: checks of the URL lead there. */
    due: instant("due"),
    /** How often that failed since it worked. */
    tries: smallint().notNull().default(0),
  },
  (table) => [index("move_host_id").on(table.hostId), index("move_due").on(table.due)],
);

/** Hosts with URLs that moved: the rules derived from these, and the day on which they are derived again. */
export const moveHost = pgTable(
  "move_host",
  {
    hostId: hostId().primaryKey(),
    due: day("due"),
    rules: json("rules").$type<readonly MoveRule[]>().notNull(),
  },
  (table) => [index("move_host_due").on(table.due)],
);
