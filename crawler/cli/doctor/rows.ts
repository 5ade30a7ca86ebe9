import { damagedChanges, deleteChanges } from "../../../db/doctor/changes.ts";
import { DATED, futureRows } from "../../../db/doctor/days.ts";
import { brokenPages, repairPages } from "../../../db/doctor/page-links.ts";
import { missingSlices } from "../../../db/doctor/ranges.ts";
import { danglingRows, REFERENCES } from "../../../db/doctor/references.ts";
import { lateSequences } from "../../../db/doctor/server.ts";
import { checkLog } from "../../../db/people/log.ts";
import { ensureSlices } from "../../../db/work/slices.ts";
import { asDay, isoOfDay } from "../../../shared/calendar/day.ts";
import type { Doctor } from "./context.ts";

const PAGES_AT_ONCE = 500;

/** What all tables beside `url` hold. */
export async function checkRows(doctor: Doctor): Promise<void> {
  const { findings } = doctor;
  for (const one of DATED) await findings.attempt("days of a table", () => checkDays(doctor, one));
  await findings.attempt("links of pages", () => checkPageLinks(doctor));
  for (const one of REFERENCES)
    await findings.attempt("rows that refer to others", () => checkReference(doctor, one));
  await findings.attempt("slices", () => checkSlices(doctor));
  await findings.attempt("sequences", () => checkSequences(doctor));
  await findings.attempt("changes", () => checkChanges(doctor));
  await findings.attempt("the public log", () => checkPublicLog(doctor));
}

async function checkDays(
  { db, clock, extent, repair, findings, progress, signal }: Doctor,
  dated: (typeof DATED)[number],
) {
  if (signal.aborted) return;
  const { table, rows, latest, repaired } = await futureRows(db, dated, clock.today(), { ...extent, repair });
  progress.update(`days: ${table}`);
  if (rows === 0) return;
  const until = `up to ${isoOfDay(asDay(latest))}`;
  findings.add("day-future", { count: rows, repaired, examples: [`${table}: ${rows} rows, ${until}`] });
}

async function checkReference(
  { db, extent, repair, findings, progress, signal }: Doctor,
  reference: (typeof REFERENCES)[number],
) {
  if (signal.aborted) return;
  const { table, to, rows, repaired } = await danglingRows(db, reference, { ...extent, repair });
  progress.update(`references: ${table}`);
  if (rows > 0)
    findings.add("reference-missing", {
      count: rows,
      repaired,
      examples: [`${table}: ${rows} rows without ${to}`],
    });
}

async function checkPageLinks({ db, extent, repair, findings, progress, signal }: Doctor): Promise<void> {
  for await (const broken of brokenPages(db, extent)) {
    if (signal.aborted) return;
    progress.update("links of pages");
    let repaired = 0;
    for (let at = 0; repair && at < broken.length; at += PAGES_AT_ONCE)
      repaired += await repairPages(db, broken.slice(at, at + PAGES_AT_ONCE));
    const examples = broken.map(
      ({ wiki, pageid, missing }) => `${wiki} page ${pageid}: URL ${missing.slice(0, 3).join(", ")}`,
    );
    findings.add("page-links", { count: broken.length, repaired, examples });
  }
}

async function checkSlices({ db, repair, findings }: Doctor): Promise<void> {
  const missing = await missingSlices(db);
  if (missing.length === 0) return;
  const repaired = repair ? await ensureSlices(db) : 0;
  findings.add("slice-missing", { repaired, examples: missing.map((no) => `slice ${no}`) });
}

async function checkSequences({ db, repair, findings }: Doctor): Promise<void> {
  for (const { sequence, last, used, repaired } of await lateSequences(db, repair))
    findings.add("sequence-late", { repaired, examples: [`${sequence} is at ${last}, ${used} is used`] });
}

async function checkChanges({ db, extent, repair, findings, progress, signal }: Doctor): Promise<void> {
  for await (const damaged of damagedChanges(db, extent)) {
    if (signal.aborted) return;
    progress.update("changes");
    if (damaged.length === 0) continue;
    const repaired = repair ? await deleteChanges(db, damaged) : 0;
    const examples = damaged.map(({ id, kind, fault }) => `change ${id} (${kind}): ${fault}`);
    findings.add("change-damaged", { count: damaged.length, repaired, examples });
  }
}

async function checkPublicLog({ db, findings, progress, signal }: Doctor): Promise<void> {
  if (signal.aborted) return;
  progress.update("the public log");
  const log = await checkLog(db);
  if (log.kind === "broken") findings.add("log-broken", { examples: [`entry ${log.no}: ${log.flaw}`] });
}
