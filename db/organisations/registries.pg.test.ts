import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { freshDatabase } from "../testing/fresh.ts";
import {
  claimRegistry,
  expireAnswers,
  forgetOtherParsers,
  keepAnswer,
  readAnswer,
  releaseRegistry,
} from "./registries.ts";

const claim = { holder: "me", leaseSeconds: 60, today: asDay(3_600), perDay: null };

test("a registry whose rest ends while it is claimed is claimed again, and not spent", async () => {
  const db = await freshDatabase();
  const restMs = 200;
  await db.sql`insert into registry (name, rest_until) values ('r', clock_timestamp() + ${restMs} * interval '1 ms')`;
  // It is asked why nothing was granted when the rest is over.
  const orm = new Proxy(db.orm, {
    get(target, name) {
      if (name === "select") Bun.sleepSync(restMs);
      return Reflect.get(target, name);
    },
  });
  expect(await claimRegistry({ ...db, orm }, "r", claim)).toEqual({ kind: "held" });
  expect(await claimRegistry(db, "r", claim)).toEqual({ kind: "granted" });
});

test("a registry is spent by its questions of a day", async () => {
  const db = await freshDatabase();
  for (const kind of ["granted", "granted", "spent"]) {
    expect((await claimRegistry(db, "r", { ...claim, perDay: 2 })).kind).toBe(kind);
    await releaseRegistry(db, "r", "me", 0);
  }
});

test("an answer that an earlier version kept is not read, and deleted: it may name persons", async () => {
  const db = await freshDatabase();
  const question = "domain example.org";
  await keepAnswer(db, question, { holder: "Example Society" }, 3_600);
  await db.sql`insert into registry_answer (key, answer, expires_at)
    select replace(key, ${question}, 'domain ada.example'), '{"holder": "Example Society"}', now() - interval '1 s' from registry_answer`;
  for (const earlier of [question, `1 ${question}`])
    await db.sql`insert into registry_answer (key, answer, expires_at)
      values (${earlier}, '{"holder": "Ada Example"}', now() + interval '30 days')`;
  expect(await readAnswer(db, question)).toEqual({ holder: "Example Society" });
  expect(await forgetOtherParsers(db)).toBe(2);
  expect(await expireAnswers(db, asDay(0))).toBe(1);
  expect(await db.sql`select answer from registry_answer`).toEqual([
    { answer: { holder: "Example Society" } },
  ]);
  await db.sql`delete from registry_answer where key like ${`%${question}`}`;
  await db.sql`insert into registry_answer (key, answer, expires_at)
    values (${question}, '{"holder": "Ada Example"}', now() + interval '30 days')`;
  expect(await readAnswer(db, question)).toBeNull();
});
