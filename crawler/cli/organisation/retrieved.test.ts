import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startRegistries, UNIVERSITY, type World } from "../../organisation/testing/registries.ts";
import { jsonLines, weboid } from "../testing/run.ts";

async function surroundings(world: World, stdin = "") {
  const { dns, whoisServer, rdapBase } = await startRegistries(world);
  const WEBOID_WHOIS = `${whoisServer.host}:${whoisServer.port}`;
  return {
    env: {
      WEBOID_DNS: dns,
      WEBOID_WHOIS,
      WEBOID_RDAP_BOOTSTRAP: rdapBase,
      WEBOID_LOG: "silent",
      WEBOID_DATA: join(tmpdir(), "weboid-no-database"),
    },
    stdin,
  };
}

test("inspect prints what identifies an organisation, and nothing of persons", async () => {
  const ran = await weboid(["organisation", "inspect", "uni-moor.de"], await surroundings(UNIVERSITY));
  expect([ran.code, ran.stderr]).toEqual([0, []]);
  expect(jsonLines(ran)).toEqual([
    {
      root: "uni-moor.de",
      domain: "uni-moor.de",
      addresses: ["192.0.2.80"],
      netRanges: [
        {
          ...{ range: "192.0.2.0 - 192.0.2.255", cidrs: ["192.0.2.0/24"], source: "RIPE" },
          ...{
            holder: null,
            hasUnnamedHolder: true,
            names: ["Universitaet Moor"],
            emailDomains: [],
            own: true,
          },
        },
      ],
      routes: ["192.0.2.0/24"],
      nameServers: ["ns.dfn.de", "pan.uni-moor.de"],
      registrant: {
        organisation: "Universität Moor",
        address: "Postfach 5560",
        emailDomains: ["uni-moor.de"],
        redacted: false,
      },
      unknown: [],
      domains: [{ domain: "uni-moor.de", case: 1, title: "internal server, linked from the root" }],
      cases: [1, 2, 3, 4, 5].map((number) => expect.objectContaining({ case: number })),
    },
  ]);
  expect(ran.stdout).not.toContain("ada");
});

test("inspect says which case hosts are: found by links, or in the configuration of a server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "nginx.conf"), "http { server { server_name hidden.uni-moor.de; } }");
  const ran = await weboid(
    ["organisation", "inspect", "uni-moor.de", "-", "--nginx", folder],
    await surroundings(UNIVERSITY, "pan.uni-moor.de\ninside.example.org\nlake-institute.org\nother.org\n"),
  );
  const [{ domains }] = jsonLines(ran) as [{ domains: { domain: string; case: unknown }[] }];
  expect(domains.map((each) => [each.domain, each.case])).toEqual([
    ["uni-moor.de", 1],
    ["pan.uni-moor.de", 1],
    ["inside.example.org", "1 or 3"],
    ["lake-institute.org", 2],
    ["hidden.uni-moor.de", 4],
  ]);
});

test("virtual hosts are on servers of the organisation's own, and patterns are no hosts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const serve = (names: string) =>
    writeFileSync(join(folder, "nginx.conf"), `http { server { server_name ${names}; } }`);
  const run = async (...args: string[]) =>
    weboid(["organisation", ...args, "--nginx", folder], await surroundings(UNIVERSITY, ""));
  // Its address is not the organisation's, as that of a proxy in front is not.
  serve("lake-institute.org *.labs.uni-moor.de new.uni-moor.de");
  const inspected = await run("inspect", "uni-moor.de");
  const [{ domains }] = jsonLines(inspected) as [{ domains: { domain: string; case: unknown }[] }];
  expect(domains.map((each) => [each.domain, each.case])).toEqual([
    ["uni-moor.de", 1],
    ["lake-institute.org", 4],
    ["new.uni-moor.de", 4],
  ]);
  expect(inspected.stderr).toEqual([
    expect.stringContaining("*.labs.uni-moor.de: a pattern stands for many"),
  ]);
  serve("*.lake-institute.org");
  const exported = await run("export", "uni-moor.de", "--format", "json");
  expect(jsonLines(exported)).toMatchObject([
    [
      { name: "lake-institute.org", includesSubdomains: true, hosts: [], addresses: [] },
      { name: "uni-moor.de", hosts: ["uni-moor.de"] },
    ],
  ]);
  serve("*.inside.example.org");
  expect((await run("export", "uni-moor.de")).stdout).toBe("uni-moor.de\n");
});

test("the case of a host without a known address is not known", async () => {
  const { dns } = UNIVERSITY;
  const world = {
    ...UNIVERSITY,
    dns: { ...dns, "gone.org": { NS: ["pan.uni-moor.de"] }, "uni-moor.de": { NS: ["pan.uni-moor.de"] } },
  };
  const ran = await weboid(
    ["organisation", "inspect", "uni-moor.de", "-"],
    await surroundings(world, "gone.org\n"),
  );
  const title = "not known: the host has no known address";
  expect((jsonLines(ran) as [{ domains: unknown }])[0].domains).toEqual([
    { domain: "uni-moor.de", case: null, title },
    { domain: "gone.org", case: null, title },
  ]);
});

test("what inspect prints is a profile for a file of facts", async () => {
  const hoster =
    "inetnum: 198.51.100.0 - 198.51.100.255\nnetname: HOSTER\norg-name: Hetzner Online GmbH\nsource: RIPE\n";
  const { dns, whois } = UNIVERSITY;
  const root = { A: ["192.0.2.80", "198.51.100.1"], NS: ["pan.uni-moor.de"] };
  const world = { whois: { ...whois, "198.51.100.1": hoster }, dns: { ...dns, "uni-moor.de": root } };
  const inspected = await weboid(["organisation", "inspect", "uni-moor.de"], await surroundings(world));
  const [profile] = jsonLines(inspected) as [{ netRanges: { own: boolean }[] }];
  expect(profile.netRanges.map(({ own }) => own)).toEqual([true, false]);
  const folder = mkdtempSync(join(tmpdir(), "weboid-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const facts = join(folder, "facts.json");
  writeFileSync(facts, JSON.stringify({ profile }));
  const args = ["organisation", "decide", "--root", "uni-moor.de", "--facts", facts, "-"];
  const decided = await weboid(args, { stdin: "192.0.2.9\n198.51.100.9\n" });
  expect(decided.stderr).toEqual([]);
  expect(jsonLines(decided)).toMatchObject([{ decision: "belongs" }, { decision: "unknown" }]);
});

test("decide prints a line for each line, in their order", async () => {
  const lines = [
    "https://physik.uni-moor.de/x",
    "inside.example.org",
    "no host",
    "lake-institute.org",
    "other.org",
  ];
  const ran = await weboid(
    ["organisation", "decide", "--root", "uni-moor.de", "-"],
    await surroundings(UNIVERSITY, lines.join("\n")),
  );
  expect(jsonLines(ran)).toMatchObject([
    { input: lines[0], domain: "uni-moor.de", decision: "belongs", rule: "same-domain", score: 1 },
    { input: lines[1], domain: "example.org", decision: "belongs", rule: "net-range" },
    { input: lines[2], error: expect.any(String) },
    { input: lines[3], domain: "lake-institute.org", decision: "belongs", rule: "name-server" },
    { input: lines[4], domain: "other.org", decision: "unknown" },
  ]);
  expect(ran.code).toBe(1);
});

test("export prints what belongs, with hosts from standard input", async () => {
  const run = async (format: string) =>
    weboid(
      ["organisation", "export", "uni-moor.de", "-", "--format", format],
      await surroundings(UNIVERSITY, "lake-institute.org\nother.org\n"),
    );
  expect((await run("domains")).stdout).toBe("lake-institute.org\nuni-moor.de\n");
  expect((await run("surt")).stdout).toContain("(org,lake-institute,");
  expect((await run("heritrix")).stdout).toContain("<value>192.0.2.80</value>");
});

test("inspect that finds nothing at all says so, and ends with 1", async () => {
  const { env } = await surroundings({ dns: {}, whois: {} });
  const ran = await weboid(["organisation", "inspect", "uni-moor.de"], { env });
  expect(jsonLines(ran)).toMatchObject([{ addresses: [], nameServers: [] }]);
  expect([ran.code, ran.stderr]).toEqual([
    1,
    [expect.stringMatching(/^weboid: nothing could be found of uni-moor\.de/)],
  ]);
});

test("registries of other people see who asks", async () => {
  const ran = await weboid(["organisation", "inspect", "uni-moor.de"], { env: { WEBOID_LOG: "silent" } });
  expect(ran.code).toBe(2);
  expect(ran.stderr.join()).toContain("WEBOID_CONTACT");
});
