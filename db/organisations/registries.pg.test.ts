import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { claimRegistry, releaseRegistry } from "./registries.ts";

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
