import { count, desc } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { type ArchiveState, archiveStates } from "../archives/services.ts";
import type { Database } from "../connect.ts";
import { slice } from "../schema/index.ts";
import { type SpamStatus, spamStatus } from "../spam/status.ts";
import { decodeDay } from "../urls/row.ts";
import { type StreamCounts, streamCounts } from "../wikis/streams.ts";
import { type KnownWorker, SILENT_SECONDS, workers } from "../work/workers.ts";
import {
  type ClientLag,
  clientLags,
  type DispatchHour,
  dispatchHours,
  type HeldBack,
  heldBack,
} from "./clients.ts";
import { totals, urlCounts } from "./counts.ts";
import { type OrganisationState, organisationState } from "./organisations.ts";
import { type QueueHour, queueHours } from "./queue-hours.ts";
import {
  type QueueAges,
  queueAges,
  type SweepHour,
  sweepHours,
  type UsualSweep,
  usualSweep,
} from "./queues.ts";
import { type ServerLog, serverLog } from "./server-log.ts";
import { type TableCount, tableCounts } from "./table-counts.ts";
import { type WikiCounts, wikiCounts } from "./wiki-counts.ts";

export type { ClientLag, DispatchHour, SweepHour, WikiCounts };

export interface SystemStatus {
  /** The database's clock, milliseconds since 1970: ages and rates go by it. */
  readonly nowMs: number;
  readonly pages: number;
  readonly urls: number;
  readonly neverContacted: number;
  /** How many URLs have which status byte (table S); 0: none yet. Exact for small tables, else as of the last sweeps. */
  readonly byStatus: Readonly<Record<number, number>>;
  readonly countedExactly: boolean;
  readonly slices: number;
  readonly leasedSlices: number;
  /** How many slices were last swept on which day, youngest first; null: never. */
  readonly sweptPerDay: readonly { readonly day: Day | null; readonly slices: number }[];
  /** Of the last day, latest first. */
  readonly sweepHours: readonly SweepHour[];
  /** Of the last USUAL_DAYS. */
  readonly usualSweep: UsualSweep;
  /** Of the last day, queue by queue, the earliest first. */
  readonly queueHours: readonly QueueHour[];
  /** Counted up to COUNT_MAX, as the next. */
  readonly rechecksDue: number;
  readonly touchesWaiting: number;
  /** Pages that a wiki reported as changed, and which no feeder read since. */
  readonly newsWaiting: number;
  readonly queues: QueueAges;
  readonly hosts: number;
  /** Hosts of which the last check of today failed as if they were away (C5). */
  readonly hostsAway: number;
  readonly databaseBytes: number;
  readonly tables: readonly TableCount[];
  readonly wikis: readonly WikiCounts[];
  readonly streams: readonly StreamCounts[];
  readonly spam: SpamStatus;
  readonly clients: readonly ClientLag[];
  /** Of the last day, latest first. */
  readonly dispatchHours: readonly DispatchHour[];
  readonly heldBack: HeldBack | null;
  readonly serverLog: ServerLog;
  /** The archives that archivists ask. */
  readonly archives: readonly ArchiveState[];
  readonly organisations: OrganisationState;
  readonly workers: readonly KnownWorker[];
  /** Processes that stopped to give signs of life without signing off. */
  readonly silent: readonly KnownWorker[];
}

/** What is usual is judged by. */
export const USUAL_DAYS = 7;

/** Everything for `weboid status`, in a second also where there are hundreds of millions of rows. */
export async function readStatus(db: Database, today: Day): Promise<SystemStatus> {
  const counts = await totals(db, today);
  const urls = await urlCounts(db);
  const swept = await db.orm
    .select({ day: slice.swept, slices: count() })
    .from(slice)
    .groupBy(slice.swept)
    .orderBy(desc(slice.swept));
  const wikis = await wikiCounts(db);
  const known = await workers(db);
  return {
    ...counts,
    ...urls,
    pages: wikis.reduce((sum, { pages }) => sum + pages, 0),
    sweptPerDay: swept.map(({ day, slices }) => ({ day: decodeDay(day), slices })),
    sweepHours: await sweepHours(db),
    usualSweep: await usualSweep(db, USUAL_DAYS),
    queueHours: await queueHours(db, 24),
    queues: await queueAges(db),
    tables: await tableCounts(db),
    wikis,
    streams: await streamCounts(db),
    spam: await spamStatus(db),
    clients: await clientLags(db),
    dispatchHours: await dispatchHours(db),
    heldBack: await heldBack(db),
    serverLog: await serverLog(db),
    archives: await archiveStates(db, today),
    organisations: await organisationState(db, today),
    workers: known.filter(({ secondsSilent }) => secondsSilent < SILENT_SECONDS),
    silent: known.filter(({ secondsSilent }) => secondsSilent >= SILENT_SECONDS),
  };
}
