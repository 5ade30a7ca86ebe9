import { beforeAll, beforeEach, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { type Decision, NOBODY } from "../../shared/organisation/types.ts";
import type { Database } from "../connect.ts";
import { asComponent, freshDatabase } from "../testing/fresh.ts";
import { attachDomain, rescheduleDomains, storeOutcome } from "./domains.ts";
import { mergeOrganisations, storeOrganisation } from "./organisations.ts";
import { claimDomains } from "./queue.ts";

const TODAY = asDay(3_600);
const decision: Decision = { decision: "belongs", rule: "registrant", evidence: "the same", score: 0.9 };
let db: Database;
/** As the component has it. */
let own: Database;
let [older, younger]: number[] = [];

const found = (domain: string) =>
  storeOrganisation(own, {
    profile: {
      ...{ root: domain, domain, addresses: [], netRanges: [], nameServers: [], unknown: [] },
      registrant: NOBODY,
    },
    ranges: [],
    on: TODAY,
    checked: TODAY,
  });

beforeAll(async () => {
  db = await freshDatabase();
  own = await asComponent(db, "organisation");
});
beforeEach(async () => {
  await db.sql`truncate organisation, organisation_domain, organisation_range, organisation_sign, organisation_work`;
  [older, younger] = [await found("older.org"), await found("younger.org")];
  await db.sql`insert into organisation_domain (domain) values ('late.org'), ('partner.org')`;
  await claimDomains(own, { worker: "me", leaseSeconds: 300, today: TODAY, limit: 9, perDay: 9 });
});

const merged = (on: Database, gone = younger as number, into = older as number) =>
  mergeOrganisations(on, { gone, into, decision, on: TODAY });
const outcomeOf = (domain: string, organisationId: number | null = younger as number) =>
  storeOutcome(own, "me", {
    ...{ domain, was: null, organisationId, decision },
    ...{ looked: TODAY, due: asDay(TODAY + 180), unanswered: 0 },
  });
const partnerAttached = () =>
  attachDomain(own, "partner.org", { organisationId: younger as number, decision, on: TODAY });

/** Organisations of domains, by their root. */
async function attached() {
  const rows = await db.sql<{ line: string }[]>`
    select coalesce(o.domain, '-') || ': ' || d.domain as line from organisation_domain d
    left join organisation o on o.id = d.organisation_id order by 1`;
  return rows.map(({ line }) => line);
}

test("what another look found out of a merged organisation is not stored, and its domain stays to be looked at", async () => {
  await merged(own);
  expect(await outcomeOf("late.org")).toBe(false);
  await partnerAttached();
  expect(await attached()).toEqual([
    "-: late.org",
    "-: partner.org",
    "older.org: older.org",
    "older.org: younger.org",
  ]);
  expect((await db.sql`select looked, holder from organisation_domain where domain = 'late.org'`)[0]).toEqual(
    {
      looked: -1,
      holder: "me",
    },
  );
});

test("what was of the other is decided again at once", async () => {
  await attachDomain(own, "partner.org", { organisationId: younger as number, decision, on: TODAY });
  await db.sql`update organisation_domain set due = ${TODAY + 180}`;
  await merged(own);
  const rows = await db.sql<{ domain: string }[]>`
    select domain from organisation_domain where due = ${TODAY} order by 1`;
  expect(rows.map(({ domain }) => domain)).toEqual(["partner.org", "younger.org"]);
});

test("a merge into, or of, an organisation that was merged does nothing", async () => {
  const third = await found("third.org");
  await merged(own);
  await merged(own, younger, third);
  await merged(own, third, younger);
  expect(await attached()).toContain("third.org: third.org");
});

test("while a merge is under way, nothing is attached to the one that goes", async () => {
  const waiting: Promise<unknown>[] = [];
  await own.transaction(async (tx) => {
    await merged(tx);
    waiting.push(outcomeOf("late.org"), partnerAttached());
    await expect
      .poll(async () => (await db.sql`select 1 from pg_locks where not granted`).length)
      .toBeGreaterThanOrEqual(2);
  });
  expect(await Promise.all(waiting)).toEqual([false, undefined]);
  expect(await attached()).toEqual([
    "-: late.org",
    "-: partner.org",
    "older.org: older.org",
    "older.org: younger.org",
  ]);
});

test("what is attached before a merge goes along", async () => {
  const waiting: Promise<unknown>[] = [];
  await own.transaction(async (tx) => {
    await tx.sql`select 1 from organisation where id = ${younger as number} for key share`;
    waiting.push(merged(own));
    await expect.poll(async () => (await db.sql`select 1 from pg_locks where not granted`).length).toBe(1);
    await attachDomain(tx, "partner.org", { organisationId: younger as number, decision, on: TODAY });
  });
  await Promise.all(waiting);
  expect(await attached()).toContain("older.org: partner.org");
  expect(await outcomeOf("younger.org")).toBe(false);
});

test("who is attached while it is looked at stays attached, and is looked at again", async () => {
  const given = { organisationId: older as number, decision, on: TODAY };
  await attachDomain(own, "partner.org", given);
  expect(await outcomeOf("partner.org", null)).toBe(false);
  expect(await outcomeOf("partner.org")).toBe(false);
  expect(await attached()).toContain("older.org: partner.org");
  const left = await db.sql`select looked, due, holder from organisation_domain where domain = 'partner.org'`;
  expect(left).toEqual([{ looked: -1, due: -1, holder: "me" }]);
  // The look itself may have attached it.
  expect(await outcomeOf("partner.org", older)).toBe(true);
});

test("a look that began before something was found out for its domain is not stored", async () => {
  await rescheduleDomains(own, ["late.org"], TODAY);
  expect(await outcomeOf("late.org", null)).toBe(false);
  expect(await outcomeOf("partner.org", null)).toBe(true);
  const again = await claimDomains(own, {
    ...{ worker: "other", leaseSeconds: 300, today: TODAY, limit: 9, perDay: 99 },
  });
  expect(again.map(({ domain }) => domain)).toEqual(["late.org"]);
});

test("who is asked for again keeps an earlier day, and that of tomorrow", async () => {
  const days = [-1, 10, 11, 12];
  for (const due of days)
    await db.sql`insert into organisation_domain (domain, due) values (${`d${due}.org`}, ${due})`;
  await rescheduleDomains(
    own,
    days.map((due) => `d${due}.org`),
    asDay(10),
  );
  const rows = await db.sql<{ domain: string; due: number }[]>`
    select domain, due from organisation_domain where domain ~ '^d-?[0-9]'`;
  expect(Object.fromEntries(rows.map(({ domain, due }) => [domain, due]))).toEqual({
    ...{ "d-1.org": -1, "d10.org": 10, "d11.org": 11, "d12.org": 10 },
  });
});
