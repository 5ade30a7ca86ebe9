import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { jsonLines, weboid } from "../testing/run.ts";

const folder = mkdtempSync(join(tmpdir(), "weboid-organisation-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const facts = file("facts.json", {
  profile: {
    netRanges: [
      {
        range: "192.0.2.0 - 192.0.2.3",
        cidrs: ["192.0.2.0/30"],
        source: "RIPE",
        holder: "Universität Seeberg",
      },
    ],
    nameServers: ["ns1.uni-seeberg.zz"],
    registrant: { organisation: "Universität Seeberg" },
  },
  hosts: {
    "see.zz": { registrant: { organisation: "Univ. Seeberg" } },
    "club.zz": { addresses: ["192.0.2.2"] },
    "shop.zz": { registrant: { organisation: "Bäckerei Huber" } },
  },
});
const decide = ["organisation", "decide", "--root", "uni-seeberg.zz", "--facts", facts, "-"];

describe("weboid organisation decide", () => {
  test("answers line by line, with the rule and what speaks for it", async () => {
    const ran = await weboid(decide, {
      stdin: "https://www.uni-seeberg.zz/a\nwww.SEE.zz\nclub.zz\nshop.zz\nnone.zz\n",
    });
    expect(ran).toMatchObject({ code: 0, stderr: [] });
    expect(jsonLines(ran)).toMatchObject([
      {
        input: "https://www.uni-seeberg.zz/a",
        domain: "uni-seeberg.zz",
        decision: "belongs",
        rule: "same-domain",
        score: 1,
      },
      { input: "www.SEE.zz", domain: "see.zz", decision: "belongs", rule: "registrant" },
      {
        input: "club.zz",
        decision: "belongs",
        rule: "net-range",
        evidence: expect.stringContaining("192.0.2.2"),
      },
      { input: "shop.zz", decision: "foreign", rule: "other-registrant" },
      { input: "none.zz", decision: "unknown", rule: "no-facts", score: 0 },
    ]);
  });

  test("a wrong line is named in its place, and the others are answered", async () => {
    const ran = await weboid(decide, { stdin: "http://\nsee.zz" });
    expect(ran.code).toBe(1);
    expect(jsonLines(ran)).toMatchObject([
      { input: "http://", error: expect.any(String) },
      { decision: "belongs" },
    ]);
  });

  test.each([
    [["organisation", "decide", "--root", "uni-seeberg.zz", "-"], "WEBOID_CONTACT is not set"],
    [["organisation", "decide", "-"], "--root"],
    [["organisation", "decide", "--root", "not a host", "-"], "Give a domain"],
    ...["co.uk", "github.io", "sample.localhost", "192.0.2.1", "http://[2001:db8::1]/"].flatMap(
      (root): [string[], string][] => [
        [
          ["organisation", "export", root],
          "is an address or a suffix under which many have domains. Give a domain",
        ],
        [
          ["organisation", "show", root],
          "is an address or a suffix under which many have domains. Give a domain",
        ],
      ],
    ),
    [
      [
        "organisation",
        "decide",
        "--root",
        "uni-seeberg.zz",
        "--facts",
        file("wrong.json", { profile: { nameServers: 1 } }),
        "-",
      ],
      "profile.nameServers: ",
    ],
    [
      ["organisation", "decide", "--root", "uni-seeberg.zz", "--facts", file("text.json", "{"), "-"],
      "is no JSON",
    ],
  ])("%j: exit 2, and one line says how to fix it", async (args, message) => {
    const { code, stderr } = await weboid(args);
    expect(code).toBe(2);
    expect(stderr[0]).toContain(message);
  });
});

describe("weboid organisation export", () => {
  const run = (...args: readonly string[]) =>
    weboid(["organisation", "export", "uni-seeberg.zz", "--facts", facts, ...args]);

  test.each([
    ["domains", "club.zz\nsee.zz\nuni-seeberg.zz\n"],
    ["surt", "+http://(zz,club,)\n+http://(zz,see,\n+http://(zz,uni-seeberg,\n"],
    ["seeds", "https://club.zz/\nhttps://see.zz/\nhttps://uni-seeberg.zz/\n"],
  ])("--format %s", async (format, text) => {
    expect(await run("--format", format)).toMatchObject({ code: 0, stdout: text, stderr: [] });
  });

  test("heritrix: every address of the range, or its blocks", async () => {
    const exact = await run("--format", "heritrix");
    expect(exact.stdout.match(/<value>192\.0\.2\.\d<\/value>/g)).toHaveLength(4);
    expect((await run("--format", "heritrix", "--compact")).stdout).toContain(
      '{ "192.0.2.0", "192.0.2.3" }'.replaceAll('"', "&quot;"),
    );
  });

  test("hosts from standard input, virtual hosts and a scan are decided and added", async () => {
    file("nginx/nginx.conf", "http { include sites/*; }");
    file("nginx/sites/a", "server { server_name lab.uni-seeberg.zz other.zz www.many.*; }");
    const scan = file("scan.gnmap", "# Nmap\nHost: 192.0.2.1 (cms.zz)\tPorts: 80/open/tcp//http///\n");
    const args = ["-", "--nginx", join(folder, "nginx"), "--web-servers", scan];
    const ran = await weboid(["organisation", "export", "uni-seeberg.zz", "--facts", facts, ...args], {
      stdin: "www.uni-seeberg.zz\n",
    });
    expect(ran.stdout).toBe("club.zz\ncms.zz\nsee.zz\nuni-seeberg.zz\n");
    expect(ran.stderr).toMatchObject([expect.stringContaining("www.many.*")]);
    const heritrix = await run("--format", "heritrix", "--web-servers", scan);
    expect(heritrix.stdout.match(/<value>192[^<]*/g)).toEqual(["<value>192.0.2.1"]);
  });

  test("of a scan every web server in the organisation's range, also without a name, and no others", async () => {
    const machines = ["192.0.2.1 ()", "192.0.2.3 (shop.zz)", "198.51.100.9 (none.zz)", "198.51.100.8 ()"];
    const lines = machines.map((machine) => `Host: ${machine}\tPorts: 443/open/tcp//https///\n`);
    const { stdout } = await run(
      "--format",
      "heritrix",
      "--web-servers",
      file("named.gnmap", lines.join("")),
    );
    expect(stdout.match(/<value>\d[^<]*/g)).toEqual(["<value>192.0.2.1", "<value>192.0.2.3"]);
  });

  test("of an organisation of which nothing else is known, its root", async () => {
    const none = file("none.json", { profile: {} });
    const args = ["organisation", "export", "lab.uni-moor.zz", "--facts", none, "--format", "wget"];
    expect(await weboid(args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("domains = uni-moor.zz\n"),
    });
  });

  test("ranges that are too large for a list: exit 1, with the way out", async () => {
    const large = file("large.json", { profile: { netRanges: [{ cidrs: ["2001:db8::/32"] }] } });
    const ran = await weboid([
      "organisation",
      "export",
      "uni-seeberg.zz",
      "--facts",
      large,
      "--format",
      "heritrix",
    ]);
    expect(ran.code).toBe(1);
    expect(ran.stderr[0]).toContain("give --compact");
  });

  test.each([
    [["--format", "xls"], "Give one of"],
    [["--nginx", "/nowhere/at-all"], "cannot read"],
    [["--apache", dirname(facts)], "give the file"],
  ])("%j: exit 2", async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr.join()).toContain(message);
  });
});
