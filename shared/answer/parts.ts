import * as z from "zod/mini";
import { DAY_MAX, type Day } from "../calendar/day.ts";
import { type Earlier, HISTORY_ENTRIES_MAX, type HistoryEntry, type PublicEntry } from "../history/types.ts";
import type { OnTheSpot } from "../interwiki/spot.ts";
import { count, described, listOf, text, whole } from "../json/shape.ts";
import { NOTE_KEYS, type Note } from "../status/note.ts";
import { isStatus, type Status } from "../status/table.ts";
import { VERDICTS } from "../verdict/types.ts";

// Schemas of the values of other rooms, as answers and the origin's protocol contain them.

export const DaySchema = described(
  "Days since 2017-01-01, UTC. Unix time is (day + 17167) * 86400.",
  whole(DAY_MAX),
) as unknown as z.ZodMiniType<Day>;

const day = () => z.nullable(DaySchema);
const byte = whole(255);

export const statusByte = (description: string) => described(description, whole(255));
export const httpNumber = () =>
  described("The server's number; null where it sent none.", z.nullable(whole()));

export const VerdictSchema = described("What the history of a URL amounts to.", z.enum(VERDICTS));

export const SpamSchema = described(
  "The blacklist that blocks it; never contacted.",
  z.enum(["global", "local"]),
);

export const NoteSchema: z.ZodMiniType<Note> = described(
  "What else is known of a URL.",
  z.object({ key: z.enum(NOTE_KEYS), value: z.exactOptional(text("Text from outside: escape it.")) }),
);

const run = {
  status: statusByte("Status byte."),
  http: httpNumber(),
  first: DaySchema,
  last: DaySchema,
  checks: count("How many; 255 means 255 or more."),
};
const mark = (description: string) => z.exactOptional(described(description, z.literal(true)));
export const RunSchema = z.object({
  ...run,
  deadEnd: mark("A redirect that does not lead to the content, or a page that is not the one."),
  refused: mark("The server turned robots away."),
});
RunSchema satisfies z.ZodMiniType<PublicEntry>;

const EarlierSchema: z.ZodMiniType<Earlier> = z.object({
  lastGood: day(),
  lastAlive: day(),
  lastFailure: day(),
  goodChecks: byte,
  failures: byte,
  failedWeeks: byte,
  longestOutageDays: byte,
  slowestRecoveryDays: byte,
  walls: byte,
  open: z.nullable(z.object({ first: DaySchema, checks: byte, goneChecks: byte })),
});

const KnownStatus = byte.check(z.refine(isStatus)) as unknown as z.ZodMiniType<Status>;

/** A run as it is stored, with the summary of those before it. */
const EntrySchema: z.ZodMiniType<HistoryEntry> = z.object({
  ...run,
  status: KnownStatus,
  deadEnd: z.boolean(),
  refused: z.exactOptional(z.literal(true)),
  earlier: z.exactOptional(EarlierSchema),
});

export const HistorySchema = listOf(EntrySchema, HISTORY_ENTRIES_MAX);

export const OnTheSpotSchema: z.ZodMiniType<OnTheSpot> = described(
  "Of a link into the own farm: what its wiki said at the moment of the answer.",
  z.object({
    result: z.enum(["exists", "missing", "bad-title", "unknown", "not-checked"]),
    reason: z.nullable(z.enum(["no-page", "unknown-wiki", "other-wiki", "too-many"])),
    title: described("The title in that wiki. Text from outside.", z.nullable(z.string())),
  }),
);
