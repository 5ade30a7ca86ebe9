import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { apacheHosts } from "./apache.ts";
import { loadConfiguration } from "./load.ts";
import { nginxHosts } from "./nginx.ts";
import { readNmapLine } from "./nmap.ts";
import type { VirtualHosts } from "./types.ts";

const brief = ({ hosts }: VirtualHosts) =>
  hosts.map(({ host, pattern, ports, source }) => `${host} ${pattern} ${ports.join(",")} ${source}`);
const files = (entries: Record<string, string>, main: string, topFolder = "") => ({
  files: new Map(Object.entries(entries)),
  main,
  topFolder,
});

test("of a folder with more than fits the main file is read first, and what is left out named", () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-vhosts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const main = "http { include a.conf; include b.conf; }";
  writeFileSync(join(folder, "nginx.conf"), main);
  const site = (name: string) => `server { server_name ${name}.example; }`;
  for (const name of ["a", "b"]) writeFileSync(join(folder, `${name}.conf`), site(name));
  const { hosts, unread } = nginxHosts(loadConfiguration(folder, main.length + site("a").length));
  expect(hosts.map(({ host }) => host)).toEqual(["a.example"]);
  expect(unread).toMatchObject([{ source: "b.conf", why: expect.stringContaining("all files together") }]);
});

/** Which files a reading asks for. */
function readsOf(read: typeof apacheHosts, configuration: ReturnType<typeof files>) {
  const reads = new Set<string>();
  class Watched extends Map<string, string> {
    override get(path: string) {
      reads.add(path);
      return super.get(path);
    }
  }
  read({ ...configuration, files: new Watched(configuration.files) });
  return [...reads];
}

test.each([
  [nginxHosts, "http { server { server_name a.example; }\n", "a block is not closed"],
  [apacheHosts, "<VirtualHost *>\nServerName a.example\n", "one is not closed"],
])("a block without its end is noted, and its names are read (%#)", (read, text, why) => {
  const { hosts, unread } = read(files({ main: text }, "main"));
  expect(hosts).toMatchObject([{ host: "a.example" }]);
  expect(unread).toMatchObject([{ source: "main", why: expect.stringContaining(why) }]);
});

test("a link that leads nowhere is noted where it is included", () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "sites"));
  writeFileSync(join(folder, "nginx.conf"), "http { include sites/*; }");
  writeFileSync(join(folder, "sites/b"), "server { server_name b.example; }");
  symlinkSync("/nowhere/at-all", join(folder, "sites/a"));
  symlinkSync("/nowhere/at-all", join(folder, "unused"));
  const { hosts, unread } = nginxHosts(loadConfiguration(folder));
  expect(hosts).toMatchObject([{ host: "b.example" }]);
  expect(unread).toMatchObject([{ source: "sites/a", why: expect.stringContaining("leads nowhere") }]);
});

describe("Apache", () => {
  test("variables that hold each other a hundred times do not fill the memory", () => {
    const levels = [..."abcdef"].map(
      (name, at, names) => `Define ${name} "${(at === 0 ? "x" : `\${${names[at - 1]}}`).repeat(100)}"`,
    );
    const read = apacheHosts(
      files({ "httpd.conf": [...levels, "ServerName uni.example", ""].join("\n") }, "httpd.conf"),
    );
    expect(brief(read)).toEqual(["uni.example exact  httpd.conf:7"]);
    expect(read.unread.map(({ source, why }) => `${source} ${why}`)).toContain(
      "httpd.conf:2 variables make it too long",
    );
  });

  test("names, aliases, wildcards, ports, includes, variables, continued lines", () => {
    const read = apacheHosts(
      files(
        {
          "apache2.conf": `ServerRoot "/etc/apache2"\nServerName main.example\nDefine base uni.example\nIncludeOptional sites-enabled/*.conf\nInclude /etc/apache2/conf-enabled\nInclude missing.conf\n`,
          "sites-enabled/a.conf": `# a remark\n<VirtualHost *:80 [::]:8080>\n  ServerName https://www.\${base}:443\n  ServerAlias uni.example *.lab.uni.example \\\n    "old.example" www.uni.*\n  <IfModule mod_ssl.c>\n    DocumentRoot /srv\n  </IfModule>\n</VirtualHost>\n<virtualhost 192.0.2.1:443>\n\tservername SECURE.example\n</virtualhost>\nServerAlias after.example\n`,
          "conf-enabled/x.conf": `<VirtualHost *>\nServerName x.example\nVirtualDocumentRoot /srv/%0\nUse Macro a\nServerAlias \${nothing}.example\n</VirtualHost>\n`,
          "sites-available/off.conf": `<VirtualHost *:80>\nServerName off.example\n</VirtualHost>\n`,
        },
        "apache2.conf",
      ),
    );
    expect(brief(read)).toEqual([
      "main.example exact  apache2.conf:2",
      "www.uni.example exact 443 sites-enabled/a.conf:3",
      "uni.example exact 80,8080 sites-enabled/a.conf:5",
      "lab.uni.example subdomains 80,8080 sites-enabled/a.conf:5",
      "old.example exact 80,8080 sites-enabled/a.conf:5",
      "www.uni any-tld 80,8080 sites-enabled/a.conf:5",
      "SECURE.example exact 443 sites-enabled/a.conf:11",
      "after.example exact  sites-enabled/a.conf:13",
      "x.example exact  conf-enabled/x.conf:2",
    ]);
    expect(read.unread.map(({ why }) => why)).toEqual([
      "hosts are folders of the server's disk; list those folders",
      "a macro (mod_macro) is not expanded",
      "a variable without a value",
      "no file of that name",
    ]);
  });

  test("includes that go round end", () => {
    const { unread } = apacheHosts(files({ a: "Include b", b: "Include a\nServerName x.example" }, "a"));
    expect(unread).toHaveLength(1);
    expect(apacheHosts(files({}, "a")).unread).toEqual([
      { source: "a", text: "", why: "the file is missing" },
    ]);
  });
});

describe("nginx", () => {
  test("names, wildcards, ports, includes, quotes, remarks", () => {
    const read = nginxHosts(
      files(
        {
          "nginx.conf": `user www;\nhttp {\n  include mime.types;\n  include /etc/nginx/sites-enabled/*;\n  server { listen 80 default_server; server_name _ ""; return 301 https://$host$request_uri; }\n}\n`,
          "sites-enabled/a": `server {\n  listen 443 ssl; # server_name remark.example;\n  listen [::]:8443;\n  server_name www.uni.example uni.example\n    .lab.example;\n  location / { if ($host = 'x;y') { return 404; } }\n  server_name "*.quoted.example" www.uni.* "~^(?<n>\\w{2,3})\\.uni\\.example$" \${zone}.example;\n}\nserver{server_name a.example;}\nserver { listen unix:/run/x; server_name b.example; listen 192.0.2.1; }\n`,
        },
        "nginx.conf",
      ),
    );
    expect(brief(read)).toEqual([
      "www.uni.example exact 443,8443 sites-enabled/a:4",
      "uni.example exact 443,8443 sites-enabled/a:4",
      "lab.example subdomains 443,8443 sites-enabled/a:4",
      "lab.example exact 443,8443 sites-enabled/a:4",
      "quoted.example subdomains 443,8443 sites-enabled/a:7",
      "www.uni any-tld 443,8443 sites-enabled/a:7",
      "a.example exact 80 sites-enabled/a:9",
      "b.example exact 80 sites-enabled/a:10",
    ]);
    expect(read.unread.map(({ why }) => why)).toEqual([
      "a regular expression has no list of names",
      "a variable",
    ]);
  });

  test("a file that is cut off is read as far as it goes", () => {
    expect(brief(nginxHosts(files({ a: "server { server_name a.example; server_name b.exa" }, "a")))).toEqual(
      ["a.example exact 80 a:1"],
    );
  });
});

describe.each([
  ["Apache", apacheHosts, (pattern: string) => `IncludeOptional ${pattern}\nInclude ${pattern}\n`],
  ["nginx", nginxHosts, (pattern: string) => `http { include ${pattern}; }`],
])("%s: files", (_, read, include) => {
  test.each(["sites-enabled/*", "sites-enabled/*.conf", "/etc/server/conf.d/*.conf"])(
    "the pattern %s, which fits nothing, is no mistake, and not the main file",
    (pattern) =>
      expect(read(files({ "main.conf": include(pattern), "b.conf": "" }, "main.conf")).unread).toEqual([]),
  );

  test.each(["/srv/sites/*.conf", "/usr/local/sites/*"])(
    "the pattern %s leads elsewhere, which is said",
    (pattern) => {
      const { unread } = read(files({ "main.conf": include(pattern), "b.conf": "" }, "main.conf"));
      expect(unread[0]).toMatchObject({
        text: pattern,
        why: expect.stringMatching(/^nothing of that folder/),
      });
    },
  );

  test.each([
    ["/etc/nginx/vhost-*.conf", "conf"],
    ["/usr/local/nginx/conf/vhost-*.conf", "backup"],
    ["/srv/www/vhost-*.conf", "www"],
  ])("of a copy whose folder has another name, %s is found beside the main file", (pattern, topFolder) => {
    const copy = { "main.conf": include(pattern), "vhost-a.conf": "", "other.conf": "" };
    const reads = readsOf(read, files(copy, "main.conf", topFolder));
    expect(reads).toEqual(["main.conf", "vhost-a.conf"]);
  });

  test("a file that is too large is not missing", () =>
    expect(read({ files: new Map([["main.conf", null]]), main: "main.conf", topFolder: "" }).unread).toEqual([
      { source: "main.conf", text: "", why: expect.stringContaining("larger than 4 MB") },
    ]));
});

describe("nmap's greppable output", () => {
  test.each([
    [
      "Host: 192.0.2.5 (www.uni.example)\tPorts: 80/open/tcp//http///, 443/open/tcp//https///\tIgnored State: filtered (998)",
      { address: "192.0.2.5", name: "www.uni.example", ports: [80, 443] },
    ],
    [
      "Host: 2001:db8::1 ()\tPorts: 22/open/tcp//ssh///, 8443/open/tcp//ssl|http///",
      { address: "2001:db8::1", name: null, ports: [8443] },
    ],
    ["Host: 192.0.2.6 ()\tPorts: 80/closed/tcp//http///, 443/filtered/tcp//https///", null],
    ["Host: 192.0.2.6 ()\tPorts: 80/open/udp//http///", null],
    ["Host: 192.0.2.7 ()\tStatus: Up", null],
    ["Host: 999.0.2.7 ()\tPorts: 80/open/tcp//http///", null],
    ["# Nmap 7.94 scan initiated Fri", null],
    ["", null],
  ])("%s", (line, server) => expect(readNmapLine(line)).toEqual(server));
});
