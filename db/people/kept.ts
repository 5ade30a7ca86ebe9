import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  archive,
  askedCheck,
  friend,
  knownNetwork,
  peopleLock,
  peopleLog,
  peopleTally,
  removedReplacement,
  replacement,
  report,
  scopeReport,
} from "../schema/index.ts";

/**
 * Until when a column is kept.
 * `person`: it is a keyed hash of somebody, or says something of that one; emptied (forget.ts) or deleted after 30 days.
 * `act`: what was said or asked for and when, of whomever; as long as readers are shown it, half a year at most but for suggestions that
 * work.
 * `public`: in the log, which anybody may read, for ever.
 * `operator`: administrators and operators set it, until they or its last day take it back.
 */
type Kept = "person" | "act" | "public" | "operator";
type Rules<Table extends PgTable> = Readonly<Partial<Record<keyof Table["$inferSelect"], Kept>>>;
/** Each column of a table has a rule. */
type AllRules<Table extends PgTable> = Readonly<Record<keyof Table["$inferSelect"], Kept>>;

/** `said`: the day after which, 30 days later, a row loses what names a person, and stays. Absent: a row that names one is deleted in time. */
const rules = <Table extends PgTable>(table: Table, columns: AllRules<Table>, said?: PgColumn) => ({
  table,
  columns,
  said,
});
const someRules = <Table extends PgTable>(table: Table, columns: Rules<Table>, said?: PgColumn) => ({
  table,
  columns,
  said,
});

const WHO = { reporter: "person", network: "person", family: "person", since: "person" } as const;

/** All that the database keeps of what people do, and until when (H5): a column that is not named here fails a test. */
export const KEPT_OF_PEOPLE = [
  rules(report, { ...WHO, id: "act", urlId: "act", day: "act", whole: "act", against: "act" }, report.day),
  rules(
    scopeReport,
    { ...WHO, id: "act", host: "act", path: "act", day: "act", against: "act" },
    scopeReport.day,
  ),
  rules(
    replacement,
    {
      proposer: "person",
      urlId: "act",
      url: "act",
      proposed: "act",
      checked: "act",
      due: "act",
      tries: "act",
      target: "act",
      judge: "act",
      seen: "act",
    },
    replacement.proposed,
  ),
  // For 30 days.
  rules(removedReplacement, {
    urlId: "act",
    url: "act",
    removed: "act",
    seen: "act",
    checked: "act",
    target: "act",
  }),
  // Beside what archivists found themselves.
  someRules(archive, { proposer: "person", proposed: "act" }, archive.proposed),
  rules(knownNetwork, { name: "person", since: "person", day: "person" }),
  // For a day or two.
  rules(peopleTally, { scope: "person", day: "person", acts: "person", last: "person" }),
  // For a day.
  rules(askedCheck, { urlId: "act", asked: "act", due: "act", isChecked: "act" }),
  rules(peopleLog, {
    no: "public",
    at: "public",
    act: "public",
    wiki: "public",
    scope: "public",
    salt: "public",
    target: "public",
    detail: "public",
    textHash: "public",
    urls: "public",
    actor: "public",
    undoes: "public",
    until: "public",
    previous: "public",
    hash: "public",
  }),
  rules(peopleLock, {
    scope: "operator",
    target: "operator",
    host: "operator",
    reason: "operator",
    until: "operator",
  }),
  rules(friend, { name: "operator", tokenHash: "operator", addedAt: "operator" }),
];
