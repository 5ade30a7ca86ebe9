import { DatabaseError } from "../../../db/errors.ts";
import { requireSchema } from "../../../db/migrate.ts";
import type { Group } from "./checks.ts";
import { checkClock, wrongToday } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import type { Doctor } from "./context.ts";
import { checkEdge } from "./edge.ts";
import { checkGrants } from "./grants.ts";
import { checkRoles } from "./roles.ts";
import { checkRows } from "./rows.ts";
import { checkUrls } from "./urls.ts";

/** Looks at everything in the order of CHECKS. A database that does not fit the program is all that is then said. */
export async function examine(asked: Doctor): Promise<void> {
  const { db, findings, groups, signal } = asked;
  try {
    await requireSchema(db);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return findings.add("schema-version", { examples: [error.message] });
  }
  const refusal = asked.repair ? await wrongToday(asked) : null;
  if (refusal !== null) findings.note(refusal);
  const doctor = { ...asked, repair: asked.repair && refusal === null };
  const parts: readonly (readonly [Group, (doctor: Doctor) => Promise<void>])[] = [
    ["clock", checkClock],
    ["database", checkUrls],
    ["database", checkRows],
    ["grants", checkGrants],
    ["edge", checkEdge],
    ["roles", checkRoles],
    ["configuration", checkConfiguration],
  ];
  for (const [group, check] of parts) if (groups.includes(group) && !signal.aborted) await check(doctor);
}
