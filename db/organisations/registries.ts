import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { inBatches } from "../in-batches.ts";
import { FREED, granted, isFree } from "../lease/lease.ts";
import { registry, registryAnswer } from "../schema/index.ts";
import { fromNow } from "../statement.ts";

export interface RegistryClaim {
  /** Of this process, which asks a server one question at a time. */
  readonly holder: string;
  readonly leaseSeconds: number;
  readonly today: Day;
  /** Questions of all processes together to it in a day; null: an operator asks, whatever was asked before. */
  readonly perDay: number | null;
}

export type RegistryGrant =
  | { readonly kind: "granted" }
  /** Another process asks it just now, or it rested until just now. */
  | { readonly kind: "held" }
  /** It wants to be left alone for so many more seconds. */
  | { readonly kind: "rests"; readonly seconds: number }
  /** Today's questions are spent. */
  | { readonly kind: "spent" };

const { name, restUntil, day, asked } = registry;

/**
 * One question at a time to a server of a registry, from all processes together, and so many in a day. A process asks one at a time by
 * itself, so a lease that is its own is left from a question whose end could not be stored.
 */
export async function claimRegistry(
  { orm }: Database,
  server: string,
  { holder, leaseSeconds, today, perDay }: RegistryClaim,
): Promise<RegistryGrant> {
  if (perDay !== null && perDay <= 0) return { kind: "spent" };
  const lease = granted(holder, leaseSeconds);
  const askedToday = sql<number>`case when ${day} = ${today} then ${asked} else 0 end`;
  const mayAsk = perDay === null ? sql`true` : sql`${askedToday} < ${perDay}`;
  const { count } = await orm
    .insert(registry)
    .values({ name: server, ...lease, day: today, asked: 1 })
    .onConflictDoUpdate({
      target: name,
      set: { ...lease, day: today, asked: sql`${askedToday} + 1` },
      setWhere: sql`(${isFree(registry)} or ${registry.holder} = ${holder}) and ${restUntil} <= clock_timestamp() and ${mayAsk}`,
    });
  if (count > 0) return { kind: "granted" };
  const [row] = await orm
    .select({
      rests: sql<number>`ceil(extract(epoch from ${restUntil} - clock_timestamp()))::float8`,
      mayAsk: sql<boolean>`${mayAsk}`,
    })
    .from(registry)
    .where(eq(name, server));
  if (row !== undefined && row.rests > 0) return { kind: "rests", seconds: row.rests };
  // Its rest, or the other one's lease, may have ended since: it is claimed again.
  return { kind: row?.mayAsk === false ? "spent" : "held" };
}

/** Gives it back after the question; with `restSeconds` nobody asks it anything for so long. */
export async function releaseRegistry(
  { orm }: Database,
  server: string,
  holder: string,
  restSeconds: number,
): Promise<void> {
  await orm
    .update(registry)
    .set({ ...FREED, restUntil: sql`greatest(${restUntil}, ${fromNow(restSeconds)})` })
    .where(and(eq(name, server), eq(registry.holder, holder)));
}

/**
 * Of the parsers of registries' answers. Raised whenever they keep less of persons than they did: answers that were read by others are not
 * used any more and deleted when the role "organisation" starts, and organisations are read again (`readAgainByParsers`, decision 97).
 */
export const PARSERS_VERSION = 4;

/** Before the key of each answer. */
const ANSWER_VERSION = `${PARSERS_VERSION} `;

/** An answer that has not expired; null: none. What it is the caller knows. */
export async function readAnswer({ orm }: Database, question: string): Promise<object | null> {
  const [row] = await orm
    .select({ answer: registryAnswer.answer })
    .from(registryAnswer)
    .where(
      and(
        eq(registryAnswer.key, ANSWER_VERSION + question),
        sql`${registryAnswer.expiresAt} > clock_timestamp()`,
      ),
    );
  return row?.answer ?? null;
}

/** Longer ones are of no use, and are not kept. */
const ANSWER_CHARS_MAX = 60_000;

export async function keepAnswer(
  { orm }: Database,
  question: string,
  answer: object,
  seconds: number,
): Promise<void> {
  if (JSON.stringify(answer).length > ANSWER_CHARS_MAX) return;
  const row = { answer, fetchedAt: sql`clock_timestamp()`, expiresAt: fromNow(seconds) };
  await orm
    .insert(registryAnswer)
    .values({ key: ANSWER_VERSION + question, ...row })
    .onConflictDoUpdate({ target: registryAnswer.key, set: row });
}

/** Deletes answers that expired, and servers that nobody asked for so long. */
export async function expireAnswers(db: Database, unaskedSince: Day, signal?: AbortSignal): Promise<number> {
  await db.orm.delete(registry).where(and(lt(day, unaskedSince), isFree(registry)));
  return deleteAnswers(db, sql`${registryAnswer.expiresAt} < statement_timestamp()`, signal);
}

/** Deletes answers that other parsers read, which nobody reads any more: they may name persons. Reads all that there are. */
export const forgetOtherParsers = (db: Database, signal?: AbortSignal): Promise<number> =>
  deleteAnswers(db, sql`not starts_with(${registryAnswer.key}, ${ANSWER_VERSION})`, signal);

function deleteAnswers(db: Database, which: SQL, signal?: AbortSignal): Promise<number> {
  const { key } = registryAnswer;
  return inBatches(
    db,
    async ({ orm }, limit) => {
      const old = orm.select({ key }).from(registryAnswer).where(which).limit(limit);
      const { count } = await orm.delete(registryAnswer).where(sql`${key} in ${old}`);
      return count;
    },
    signal,
  );
}
