import { urlSlices } from "../../../db/doctor/ranges.ts";
import {
  damageOf,
  deleteUrls,
  doubledUrls,
  latestDay,
  mergeUrls,
  repairUrls,
  type StoredUrl,
  storedUrls,
} from "../../../db/doctor/urls.ts";
import type { UrlId } from "../../../db/types.ts";
import { decodeUrl } from "../../../db/urls/row.ts";
import { asDay, type Day, isoOfDay } from "../../../shared/calendar/day.ts";
import { classify } from "../../../shared/url/classify.ts";
import { urlKey } from "../../../shared/url/key.ts";
import { counted } from "../../runtime/words.ts";
import type { CheckName } from "./checks.ts";
import type { Doctor } from "./context.ts";
import { checkInternal, type FarmRule, farmRules } from "./internal.ts";

/** Of one transaction: what is published in it is held back from all readers of changes until it ends. */
const URLS_AT_ONCE = 1_000;

interface Rule {
  readonly check: CheckName;
  /** What is wrong with the row, for an operator; null: nothing. Pure. */
  readonly fault: (row: StoredUrl, today: Day) => string | null;
  readonly repair: (doctor: Doctor, ids: readonly UrlId[]) => Promise<number>;
}

const repaired = ({ db, clock }: Doctor, ids: readonly UrlId[]) => repairUrls(db, ids, clock.today());
const deleted = ({ db, clock }: Doctor, ids: readonly UrlId[]) => deleteUrls(db, ids, clock.today());

/** The first that has something to say of a row decides what becomes of it. */
export const URL_RULES: readonly Rule[] = [
  {
    check: "url-without-host",
    fault: ({ host, hostId }) => (host === null ? `host ${hostId}` : null),
    repair: deleted,
  },
  { check: "url-invalid", fault: spellingFault, repair: deleted },
  { check: "history-damaged", fault: (row) => damageOf(row), repair: repaired },
  {
    check: "history-future",
    fault: (row, today) => {
      const day = latestDay(row);
      return day > today ? isoOfDay(asDay(day)) : null;
    },
    repair: repaired,
  },
];

function spellingFault(row: StoredUrl): string | null {
  const text = textOf(row);
  const found = classify(text, { allowPrivate: true });
  if (found.kind !== "resource") return `${found.kind}: ${found.reason}`;
  if (found.url !== text) return `normal form: ${found.url}`;
  return urlKey(found.url) === row.key ? null : `key ${row.key}`;
}

const textOf = (row: StoredUrl): string => decodeUrl({ ...row, host: row.host ?? "?" });
const nameOf = (row: StoredUrl, fault: string): string => `${textOf(row)} (${row.id}): ${fault}`;

/** The URL watchlist, slice by slice. */
export async function checkUrls(doctor: Doctor): Promise<void> {
  const { db, extent, findings, progress, signal } = doctor;
  await findings.attempt("URLs", async () => {
    const farms = await farmRules(db);
    const slices = await urlSlices(db, extent);
    for (const [place, slice] of slices.entries()) {
      if (signal.aborted) return;
      progress.update(`URLs: slice ${place + 1} of ${slices.length}`);
      await checkSlice(doctor, slice, farms);
    }
    if (!extent.full)
      findings.note(`URLs: read ${counted(slices.length, "slice")} of 10,000 each; --full reads all`);
  });
}

async function checkSlice(doctor: Doctor, slice: number, farms: readonly FarmRule[]): Promise<void> {
  const { db, clock, repair, findings } = doctor;
  const today = clock.today();
  const rows = await storedUrls(db, slice);
  const faults = rows.flatMap((row) => {
    for (const rule of URL_RULES) {
      const fault = rule.fault(row, today);
      if (fault !== null) return [{ row, rule, fault }];
    }
    return [];
  });
  for (const [rule, those] of Map.groupBy(faults, (one) => one.rule)) {
    let count = 0;
    for (let at = 0; repair && at < those.length; at += URLS_AT_ONCE)
      count += await rule.repair(
        doctor,
        those.slice(at, at + URLS_AT_ONCE).map(({ row }) => row.id),
      );
    findings.add(rule.check, {
      count: those.length,
      repaired: count,
      examples: those.map(({ row, fault }) => nameOf(row, fault)),
    });
  }
  await checkDoubled(doctor, slice, rows);
  await checkInternal(doctor, rows, farms);
}

async function checkDoubled(doctor: Doctor, slice: number, rows: readonly StoredUrl[]): Promise<void> {
  const { db, clock, repair, findings } = doctor;
  const doubled = await doubledUrls(db, slice);
  const younger = doubled.filter(({ id, eldest }) => id !== eldest);
  if (younger.length === 0) return;
  const count = repair ? await mergeUrls(db, younger, clock.today()) : 0;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const examples = younger.map(({ id, eldest }) => {
    const row = byId.get(id);
    return row === undefined ? `${id}` : nameOf(row, `also ${eldest}`);
  });
  findings.add("url-doubled", { count: younger.length, repaired: count, examples });
}
