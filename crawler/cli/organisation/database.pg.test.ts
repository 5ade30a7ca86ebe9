import { afterAll, afterEach, expect, test, vi } from "vitest";
import { connect } from "../../../db/connect.ts";
import { freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { startRegistries, UNIVERSITY } from "../../organisation/testing/registries.ts";
import { jsonLines, weboid } from "../testing/run.ts";

async function surroundings(DATABASE_URL: string) {
  const { asked, dns, whoisServer, rdapBase } = await startRegistries(UNIVERSITY);
  const WEBOID_WHOIS = `${whoisServer.host}:${whoisServer.port}`;
  const env = {
    DATABASE_URL,
    WEBOID_DNS: dns,
    WEBOID_WHOIS,
    WEBOID_RDAP_BOOTSTRAP: rdapBase,
    WEBOID_LOG: "silent",
  };
  return { asked, env };
}

const url = await freshDatabaseUrl();
const db = await connect(url, { max: 1 });
afterAll(() => db.close());
afterEach(() => void vi.useRealTimers());

test("answers of registries are kept in the database, and found there again", async () => {
  const { asked, env } = await surroundings(url);
  const first = await weboid(["organisation", "inspect", "uni-moor.de"], { env });
  expect([first.code, first.stderr]).toEqual([0, []]);
  const whois = () => asked.filter((question) => question.startsWith("whois "));
  expect(whois()).toEqual(["whois uni-moor.de", "whois 192.0.2.80"]);
  expect((await weboid(["organisation", "inspect", "uni-moor.de"], { env })).stdout).toBe(first.stdout);
  expect(whois()).toHaveLength(2);
});

test("export prints the domains that the database knows to be the organisation's, and needs it", async () => {
  const { env } = await surroundings(url);
  await db.sql`insert into organisation (domain, profile, found, checked) values ('uni-moor.de', '{}', 1, 1)`;
  await db.sql`insert into organisation_domain (domain, organisation_id, rule, evidence, score, addresses)
    select given.name, organisation.id, given.rule, 'the same registrant', 0.9, array['198.51.100.9'] from organisation,
      (values ('uni-moor.de', 'same-domain'), ('moor-museum.org', 'registrant')) as given (name, rule)`;
  const exported = (format: string) =>
    weboid(["organisation", "export", "uni-moor.de", "--format", format], { env });
  expect((await exported("domains")).stdout).toBe("moor-museum.org\nuni-moor.de\n");
  expect(jsonLines(await exported("json"))[0]).toContainEqual(
    expect.objectContaining({ name: "moor-museum.org", rule: "registrant", evidence: "the same registrant" }),
  );
  const away = { ...env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
  expect((await weboid(["organisation", "export", "uni-moor.de"], { env: away })).code).toBe(1);
  const inspected = await weboid(["organisation", "inspect", "uni-moor.de"], { env: away });
  expect(inspected.code).toBe(0);
  expect(inspected.stderr.join()).toContain("what the database knows is left out");
});

test("a contact is wanted where a registry of other people is to be asked, and not for what the database knows", async () => {
  const { WEBOID_DNS, DATABASE_URL, WEBOID_LOG } = (await surroundings(url)).env;
  const env = { WEBOID_DNS, DATABASE_URL, WEBOID_LOG };
  const known = await weboid(["organisation", "export", "uni-moor.de"], { env });
  expect([known.code, known.stderr, known.stdout]).toEqual([0, [], "moor-museum.org\nuni-moor.de\n"]);
  const unknown = await weboid(["organisation", "export", "other.org"], { env });
  expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
  expect(unknown.stderr.join()).toContain("WEBOID_CONTACT is not set");
});

test("the day of a question to a registry is the database's, whatever this machine's clock says", async () => {
  const { env } = await surroundings(url);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 86_400_000 });
  expect((await weboid(["organisation", "inspect", "lake-institute.org"], { env })).code).toBe(0);
  const days = await db.sql<{ today: boolean }[]>`
    select day = (current_timestamp at time zone 'UTC')::date - date '2017-01-01' as today from registry`;
  expect(new Set(days.map(({ today }) => today))).toEqual(new Set([true]));
});
