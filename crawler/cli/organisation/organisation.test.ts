import { spawnSync } from "node:child_process";
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
      { cidrs: ["2001:db8::/126"], holder: "Universität Seeberg" },
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

  test("an address in place of a name is decided as that, without asking anybody", async () => {
    const ran = await weboid(decide, {
      stdin: "http://192.0.2.2/\n[2001:db8::1]:8080\n2001:db8::2\n192.0.2.9\n",
    });
    expect(ran.stderr).toEqual([]);
    expect(jsonLines(ran)).toMatchObject([
      { domain: "192.0.2.2", decision: "belongs", rule: "net-range" },
      { domain: "[2001:db8::1]", decision: "belongs", rule: "net-range" },
      { domain: "[2001:db8::2]", decision: "belongs", rule: "net-range" },
      { domain: "192.0.2.9", decision: "unknown" },
    ]);
  });

  test("a registrant without a name has an address or an e-mail domain", async () => {
    const registrant = { emailDomains: ["uni-seeberg.zz"] };
    const nameless = file("nameless.json", {
      profile: { registrant },
      hosts: { "mail.zz": { registrant } },
    });
    const ran = await weboid(
      ["organisation", "decide", "--root", "uni-seeberg.zz", "--facts", nameless, "-"],
      {
        stdin: "mail.zz\n",
      },
    );
    expect(jsonLines(ran)).toMatchObject([{ decision: "belongs", rule: "email-domain" }]);
  });

  test("the file of facts is no pipe", async () => {
    const pipe = join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    const ran = await weboid(["organisation", "decide", "--root", "uni-seeberg.zz", "--facts", pipe, "-"]);
    expect([ran.code, ran.stderr]).toEqual([2, [expect.stringContaining("is a pipe; save")]]);
  });

  test("a name of DNS records is refused as that", async () => {
    const ran = await weboid(decide, { stdin: "_dmarc.uni-seeberg.zz\n" });
    expect(jsonLines(ran)).toEqual([
      { input: "_dmarc.uni-seeberg.zz", error: expect.stringContaining("DNS record") },
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
    ...(
      [
        [
          { profile: { registrant: { organization: "Uni" } } },
          'profile.registrant: Unrecognized key: "organization"',
        ],
        [{ profile: {}, hosts: { "a.zz": { adress: [] } } }, 'Unrecognized key: "adress"'],
        [{ profile: {}, host: {} }, 'Unrecognized key: "host"'],
        [{ profile: { netRanges: [{ cidrs: ["300.1.1.0/24"] }] } }, '"300.1.1.0/24" is no block'],
        [{ profile: { netRanges: [{ cidrs: ["192.0.2.0/33"] }] } }, '"192.0.2.0/33" is no block'],
        [{ profile: {}, hosts: { "a.zz": { addresses: ["192.0.2.256"] } } }, '"192.0.2.256" is no address'],
      ] as const
    ).map(([content, message], at): [string[], string] => [
      [
        "organisation",
        "decide",
        "--root",
        "uni-seeberg.zz",
        "--facts",
        file(`wrong-${at}.json`, content),
        "-",
      ],
      message,
    ]),
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
    ["surt", "+http://(zz,club,)\n+http://(zz,club,:\n+http://(zz,see,\n+http://(zz,uni-seeberg,\n"],
    ["seeds", "https://club.zz/\nhttps://see.zz/\nhttps://uni-seeberg.zz/\n"],
  ])("--format %s", async (format, text) => {
    expect(await run("--format", format)).toMatchObject({ code: 0, stdout: text, stderr: [] });
  });

  test("heritrix: every address of the range, or its blocks", async () => {
    const exact = await run("--format", "heritrix");
    expect(exact.stdout.match(/<value>192\.0\.2\.\d<\/value>/g)).toHaveLength(4);
    expect((await run("--format", "heritrix", "--compact")).stdout).toContain(
      "{ 3221225984L, 3221225987L }, // 192.0.2.0 - 192.0.2.3",
    );
  });

  test("hosts from standard input, virtual hosts and a scan are decided and added", async () => {
    file("nginx/nginx.conf", "http { include sites/*; }");
    file("nginx/sites/a", "server { server_name lab.uni-seeberg.zz other.zz www.many.*; }");
    const scan = file("scan.gnmap", "# Nmap\nHost: 192.0.2.1 (club.zz)\tPorts: 80/open/tcp//http///\n");
    const args = ["-", "--nginx", join(folder, "nginx"), "--web-servers", scan];
    const ran = await weboid(["organisation", "export", "uni-seeberg.zz", "--facts", facts, ...args], {
      stdin: "www.uni-seeberg.zz\n",
    });
    expect(ran.stdout).toBe("club.zz\nsee.zz\nuni-seeberg.zz\n");
    expect(ran.stderr).toMatchObject([
      expect.stringContaining("www.many.*"),
      expect.stringMatching(/sites\/a:1: other\.zz: not known whether it belongs: too little is known/),
    ]);
    const heritrix = await run("--format", "heritrix", "--web-servers", scan);
    expect(heritrix.stdout.match(/<value>192[^<]*/g)).toEqual(["<value>192.0.2.1"]);
  });

  test("a virtual host at an address of the organisation's own belongs, whatever DNS says", async () => {
    const nginx =
      "server { listen 192.0.2.2:80; server_name intern.zz; }\nserver { listen 80; server_name any.zz; }";
    const apache =
      "<VirtualHost 192.0.2.3:443>\nServerName old.zz\n</VirtualHost>\n<VirtualHost 198.51.100.9>\nServerName far.zz\n</VirtualHost>\n";
    const args = ["--nginx", file("own/nginx.conf", nginx), "--apache", file("own/httpd.conf", apache)];
    const { stdout } = await run(...args);
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(["intern.zz", "old.zz"]));
    expect(stdout).not.toMatch(/any\.zz|far\.zz/);
  });

  test("a scan without a web server of the organisation's own makes no rule", async () => {
    const scan = file("far.gnmap", "# Nmap\nHost: 198.51.100.9 ()\tPorts: 80/open/tcp//http///\n");
    const ran = await run("--format", "heritrix", "--web-servers", scan);
    expect(ran.code).toBe(1);
    expect(ran.stderr.join()).toContain("no web server at an address of the organisation's own");
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

  const scanOf = (...names: readonly string[]) =>
    file(
      "names.gnmap",
      names.map((name) => `Host: 192.0.2.1 (${name})\tPorts: 80/open/tcp//http///\n`).join(""),
    );

  test.each(["domains", "surt", "wget", "json", "csv", "seeds", "heritrix", "browsertrix"])(
    "names out of a scan and a configuration are host names in --format %s, the others named once",
    async (format) => {
      const hostile = [
        `x<y>&"z'.uni-seeberg.zz`,
        "-->.zz",
        "=cmd|calc.zz",
        "a/b?c#d@e.zz",
        "com",
        "co.uk",
        "github.io",
        "a,evil.zz,b.uni-seeberg.zz",
        "\u0000\u001b[31m.uni-seeberg.zz",
      ];
      const scan = scanOf(...hostile, ...hostile);
      const nginx = file("hostile/nginx.conf", `server { server_name ${hostile[0]} ${hostile[5]}; }`);
      const args = ["--format", format, "--web-servers", scan, "--nginx", nginx];
      const ran = await run(...args);
      const named = file("one.gnmap", "Host: 192.0.2.1 ()\tPorts: 80/open/tcp//http///\n");
      expect(ran.stdout).toBe((await run("--format", format, "--web-servers", named)).stdout);
      expect(ran.stderr).toHaveLength(hostile.length);
      expect(ran.stderr.join("")).not.toMatch(/[\p{Cc}]/u);
    },
  );

  test("names that are left out are named up to a bound", async () => {
    const names = Array.from({ length: 500 }, (_, at) => `${at}!.zz`);
    const { stderr } = await run("--web-servers", scanOf(...names));
    expect(stderr).toHaveLength(101);
  });

  test("a name in other letters is the same host as in punycode", async () => {
    const nginx = file("idn/nginx.conf", "server { server_name MÜNCHEN.uni-seeberg.zz; }");
    const scan = scanOf("münchen.uni-seeberg.zz", "xn--mnchen-3ya.uni-seeberg.zz");
    const { stdout } = await run("--format", "seeds", "--nginx", nginx, "--web-servers", scan);
    expect(stdout.split("\n").filter((line) => line.includes("nchen"))).toEqual([
      "http://xn--mnchen-3ya.uni-seeberg.zz/",
    ]);
  });

  test("seeds have the scheme and port of a configuration", async () => {
    const servers = [
      "server_name lab.uni-seeberg.zz; listen 8080;",
      "server_name both.uni-seeberg.zz; listen 80; listen 443 ssl;",
    ];
    const nginx = file("ports/nginx.conf", servers.map((one) => `server { ${one} }`).join(" "));
    const { stdout } = await run("--format", "seeds", "--nginx", nginx);
    expect(stdout.split("\n").filter((line) => /lab|both/.test(line))).toEqual([
      "https://both.uni-seeberg.zz/",
      "http://lab.uni-seeberg.zz:8080/",
    ]);
  });

  test("a name in a scan is not proof that the host has that address", async () => {
    const { stdout } = await run("--web-servers", scanOf("shop.zz", "unheard-of.zz", "lab.uni-seeberg.zz"));
    expect(stdout).toBe("club.zz\nsee.zz\nuni-seeberg.zz\n");
  });

  test.each([
    ["--web-servers", "<?xml version='1.0'?><nmaprun/>", "no line of `nmap -oG`"],
    ["--web-servers", "\0".repeat(1_000_000), "no line of `nmap -oG`"],
    ["--web-servers", "Host: 192.0.2.1 ()\tStatus: Up\n<nmaprun/>\n", ":2: no line of `nmap -oG`"],
    ["--web-servers", "Host: 192.0.2.1 ()\tPorts: 22/open/tcp//ssh///\n", "no machine has an open port"],
    ["--apache", "http { server { server_name a.zz; } }", "no virtual host found"],
    ["--nginx", "http {".repeat(100_000), "no virtual host found"],
    ["--nginx", "\0".repeat(5_000_000), "larger than 4 MB"],
  ])("%s with a file of another kind says so", async (option, content, message) => {
    const path = file("kinds/nginx.conf", content);
    const { code, stderr } = await run(option, path);
    expect([code, stderr.join()]).toEqual([0, expect.stringContaining(message)]);
    expect(stderr.join()).not.toMatch(/missing|nginx\.conf: nginx\.conf/);
  });

  test("of an organisation of which nothing else is known, its root", async () => {
    const none = file("none.json", { profile: {} });
    const args = ["organisation", "export", "lab.uni-moor.zz", "--facts", none, "--format", "wget"];
    expect(await weboid(args)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("domains = uni-moor.zz\n"),
    });
  });

  test("of a stranger's domain the delegated host alone, with all below it", async () => {
    const delegated = file("delegated.json", {
      profile: { nameServers: ["ns1.uni-seeberg.zz"] },
      hosts: { "lab.bigcorp.zz": { nameServers: ["ns1.uni-seeberg.zz"] } },
    });
    const given = ["organisation", "export", "uni-seeberg.zz", "--facts", delegated, "--format"];
    expect((await weboid([...given, "domains"])).stdout).toBe("lab.bigcorp.zz\nuni-seeberg.zz\n");
    const [entry] = JSON.parse((await weboid([...given, "json"])).stdout);
    expect(entry).toMatchObject({ name: "lab.bigcorp.zz", includesSubdomains: true });
  });

  test("heritrix: what is too large for a list is a block in a script, which is said", async () => {
    const cidrs = ["198.0.0.0/8", "192.0.2.0/31", "2001:db8::/32"];
    const large = file("large.json", { profile: { netRanges: [{ cidrs }] } });
    const given = ["organisation", "export", "uni-seeberg.zz", "--facts", large, "--format", "heritrix"];
    const { code, stdout, stderr } = await weboid(given);
    expect(code).toBe(0);
    expect(stdout.match(/<value>192[^<]*/g)).toEqual(["<value>192.0.2.0", "<value>192.0.2.1"]);
    expect(stdout).toContain("// 198.0.0.0 - 198.255.255.255");
    expect(stderr).toEqual([
      expect.stringMatching(/^weboid: too many addresses for a list.*: 198\.0\.0\.0 to 198\.255\.255\.255$/),
    ]);
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
