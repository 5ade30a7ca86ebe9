import { type Alarm, alarm, type Known } from "./alarm.ts";

/** Backups lack at most a minute (docs/database.md); after so long somebody has to know it. */
const UNARCHIVED_MS = 3_600_000;
const MB = 1_000_000;

/** Of PostgreSQL's own log: backups without the latest of it, and a disk that it fills. */
export function serverAlarms({ status: { serverLog, nowMs } }: Known): Alarm[] {
  const { unarchived, archivedMs, idleSlots } = serverLog;
  const slots = idleSlots.map(({ name, bytes }) => {
    const what =
      bytes === null
        ? "and what it lacks is gone: make that replica again"
        : `and PostgreSQL keeps ${Math.round(bytes / MB)} MB of its log for it: start that replica`;
    const text = `no replica uses the replication slot ${name}, ${what}, or pg_drop_replication_slot('${name}') if there is none any more`;
    return alarm("slot-idle", "warning", text);
  });
  if (unarchived === null) return slots;
  const level = nowMs - (archivedMs ?? 0) > UNARCHIVED_MS ? "alarm" : "warning";
  const text = `PostgreSQL cannot archive ${unarchived}, so backups end there, and its disk fills with all that comes after: see its log and archive_command`;
  return [alarm("archiving-fails", level, text, archivedMs), ...slots];
}
