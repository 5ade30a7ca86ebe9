import { and, asc, between, eq, lte, sql } from "drizzle-orm";
import { HOUR_MS } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { isWaitedFor } from "../people/asked-checks.ts";
import { askedCheck, changedPage, queueHour, replacement, touchQueue } from "../schema/index.ts";
import { fromNow } from "../statement.ts";
import type { QueueName } from "../types.ts";
import { THIS_HOUR } from "../work/passes.ts";
import { isOpenTouch, lengthOf } from "./counts.ts";

/** How long a queue was in an hour of the database's clock. */
export interface QueueHour {
  readonly queue: QueueName;
  /** Milliseconds since 1970. */
  readonly startMs: number;
  /** Counted up to COUNT_MAX. */
  readonly waiting: number;
}

const LENGTHS: Readonly<Record<QueueName, ReturnType<typeof lengthOf>>> = {
  "asked-pages": lengthOf(touchQueue, isOpenTouch),
  "changed-pages": lengthOf(changedPage, undefined),
  "asked-checks": lengthOf(askedCheck, and(lte(askedCheck.due, fromNow(0)), isWaitedFor)),
  replacements: lengthOf(replacement, sql`${replacement.due} <= ${fromNow(0)}`),
};

/** Notes how long the queues are, at the first call in an hour: nothing else says later whether they grew. */
export async function tallyQueues({ orm }: Database): Promise<void> {
  const [noted] = await orm.select().from(queueHour).where(eq(queueHour.hour, THIS_HOUR)).limit(1);
  if (noted !== undefined) return;
  const rows = Object.entries(LENGTHS).map(([queue, waiting]) => ({
    ...{ queue: queue as QueueName, hour: THIS_HOUR, waiting },
  }));
  await orm.insert(queueHour).values(rows).onConflictDoNothing();
}

/** Of the last hours: queue by queue, the earliest hour first. Hours ahead are of a clock that was wrong. */
export async function queueHours({ orm }: Database, hours: number): Promise<QueueHour[]> {
  const rows = await orm
    .select()
    .from(queueHour)
    .where(between(queueHour.hour, sql`${THIS_HOUR} - ${hours}::bigint`, THIS_HOUR))
    .orderBy(asc(queueHour.queue), asc(queueHour.hour));
  return rows.map(({ hour, ...row }) => ({ ...row, startMs: hour * HOUR_MS }));
}
