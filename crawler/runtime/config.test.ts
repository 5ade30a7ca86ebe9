import { describe, expect, test } from "vitest";
import { readConfig, requireContact, userAgent } from "./config.ts";
import { UsageError } from "./errors.ts";

const DEFAULTS = {
  databaseUrl: null,
  databaseDirectUrl: null,
  databaseReadUrl: null,
  dataDir: "/here/.weboid",
  contact: null,
  originUrl: null,
  originToken: null,
  originTokenOld: null,
  edgeTokenOld: null,
  edgeUrl: null,
  edgeToken: null,
  edgeName: "main",
  cloudflare: { apiToken: null, accountId: null, namespaceId: null, zoneId: null, apiUrl: null },
  clientIpHeader: null,
  publicUrl: null,
  sourceUrl: null,
  friendNetworks: [],
  login: { clientId: null, clientSecret: null, baseUrl: null, editsMin: null, admins: null },
  dns: [],
  allowPrivate: false,
  deny: [],
  controls: null,
  archives: [],
  archiveEndpoints: new Map(),
  archiveTimeMaps: new Map(),
  savePageNow: null,
  rdapBootstrap: null,
  metrics: null,
  whoisServer: null,
  savesPerDay: 100,
  registryQuestions: 500,
  domainLooks: 50_000,
  sharedHosters: [],
  wikiCredentials: null,
  logLevel: "info",
  logFormat: null,
};

describe("readConfig", () => {
  test.each<[string, Record<string, string>, object]>([
    ["nothing set", {}, {}],
    ["empty and blank count as not set", { DATABASE_URL: "", WEBOID_CONTACT: "  " }, {}],
    ["a database", { DATABASE_URL: "postgres://u:p@db/w" }, { databaseUrl: "postgres://u:p@db/w" }],
    ["its longer scheme", { DATABASE_URL: "postgresql://db/w" }, { databaseUrl: "postgresql://db/w" }],
    ["a folder beside", { WEBOID_DATA: "../data" }, { dataDir: "/data" }],
    ["an e-mail contact", { WEBOID_CONTACT: "me@example.org" }, { contact: "me@example.org" }],
    ["a page as contact", { WEBOID_CONTACT: "https://example.org/x" }, { contact: "https://example.org/x" }],
    [
      "an edge's own address",
      { PUBLIC_URL: "https://Weboid.Example/" },
      { publicUrl: "https://weboid.example" },
    ],
    ["final slashes go", { ORIGIN_URL: "http://127.0.0.1:1/" }, { originUrl: "http://127.0.0.1:1" }],
    [
      "resolvers",
      { WEBOID_DNS: "9.9.9.9, 127.0.0.1:5353 [::1]:53,2620:fe::fe fe80::1%eth0" },
      { dns: ["9.9.9.9", "127.0.0.1:5353", "[::1]:53", "2620:fe::fe", "fe80::1%eth0"] },
    ],
    [
      "a consumer for logins",
      {
        OAUTH_CLIENT_ID: "0123456789abcdef",
        OAUTH_CLIENT_SECRET: "fedcba9876543210",
        OAUTH_BASE_URL: "https://meta.zz/w/rest.php",
        OAUTH_EDITS_MIN: "50",
        WEBOID_ADMINS: "Ada Lovelace, Bea",
      },
      {
        login: {
          clientId: "0123456789abcdef",
          clientSecret: "fedcba9876543210",
          baseUrl: "https://meta.zz/w/rest.php",
          editsMin: "50",
          admins: "Ada Lovelace, Bea",
        },
      },
    ],
    [
      "denied addresses",
      { WEBOID_DENY: "198.18.7.0/24, 2001:db8:7::/48 192.0.2.1" },
      { deny: ["198.18.7.0/24", "2001:db8:7::/48", "192.0.2.1"] },
    ],
    [
      "control addresses",
      { WEBOID_CONTROL: "HTTPS://a.zz, http://b.zz/x" },
      { controls: ["https://a.zz/", "http://b.zz/x"] },
    ],
    [
      "registries",
      { WEBOID_RDAP_BOOTSTRAP: "http://127.0.0.1:9/rdap/", WEBOID_WHOIS: "[::1]:4343" },
      { rdapBootstrap: "http://127.0.0.1:9/rdap", whoisServer: { host: "::1", port: 4343 } },
    ],
    ["no control addresses", { WEBOID_CONTROL: "none" }, { controls: [] }],
    [
      "archives",
      { WEBOID_ARCHIVES: "old=archive.example.org,new=web.example.net/versions/" },
      {
        archives: [
          { type: "old", host: "archive.example.org", path: "" },
          { type: "new", host: "web.example.net", path: "/versions/" },
        ],
      },
    ],
    [
      "keys to save pages with",
      { WEBOID_SAVE_PAGE_NOW: "abcd1234:s3cr:et", WEBOID_SAVES_PER_DAY: "7" },
      { savePageNow: "abcd1234:s3cr:et", savesPerDay: 7 },
    ],
    ["private addresses", { WEBOID_ALLOW_PRIVATE: "1" }, { allowPrivate: true }],
    ["no private addresses", { WEBOID_ALLOW_PRIVATE: "0" }, {}],
    ["a header", { CLIENT_IP_HEADER: "X-Real-IP" }, { clientIpHeader: "x-real-ip" }],
    [
      "networks of friends",
      { FRIEND_NETWORKS: "198.51.100.0/24, 2001:db8::/48" },
      { friendNetworks: ["198.51.100.0/24", "2001:db8::/48"] },
    ],
    [
      "Cloudflare",
      {
        CLOUDFLARE_API_TOKEN: "0123456789abcdef_-",
        CLOUDFLARE_ACCOUNT_ID: "a".repeat(32),
        CLOUDFLARE_KV_NAMESPACE_ID: "b".repeat(32),
        CLOUDFLARE_ZONE_ID: "c".repeat(32),
        CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:8/client/v4/",
      },
      {
        cloudflare: {
          apiToken: "0123456789abcdef_-",
          accountId: "a".repeat(32),
          namespaceId: "b".repeat(32),
          zoneId: "c".repeat(32),
          apiUrl: "http://127.0.0.1:8/client/v4",
        },
      },
    ],
    ["accounts", { WEBOID_WIKI_CREDENTIALS: "wikis.toml" }, { wikiCredentials: "/here/wikis.toml" }],
    ["the log", { WEBOID_LOG: "warn", WEBOID_LOG_FORMAT: "json" }, { logLevel: "warn", logFormat: "json" }],
    ["other variables are none of ours", { PATH: "/bin" }, {}],
  ])("%s", (_, env, expected) => {
    expect(readConfig(env, "/here")).toEqual({ ...DEFAULTS, ...expected });
  });

  test.each<[Record<string, string>, string]>([
    [{ DATABASE_URL: "mysql://db/w" }, "DATABASE_URL is no PostgreSQL address"],
    [{ DATABASE_URL: "weboid" }, "DATABASE_URL is no PostgreSQL address"],
    [{ DATABASE_URL: "postgres://u:%@db/w" }, "write % in a password as %25"],
    [{ CLOUDFLARE_ACCOUNT_ID: "my account" }, "CLOUDFLARE_ACCOUNT_ID must be 32 hexadecimal digits"],
    [
      { CLOUDFLARE_API_BASE_URL: "http://10.0.0.7/v4" },
      "CLOUDFLARE_API_BASE_URL must be an address that begins with https://",
    ],
    [
      { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1.evil.zz/" },
      "CLOUDFLARE_API_BASE_URL must be an address that begins with https://",
    ],
    [{ WEBOID_CONTACT: "me" }, "WEBOID_CONTACT must be one e-mail address"],
    [{ WEBOID_CONTACT: "me@example.org) evil\r\nX: y" }, "WEBOID_CONTACT must be one e-mail address"],
    [{ ORIGIN_URL: "ftp://x" }, "ORIGIN_URL is no http address"],
    [{ ORIGIN_TOKEN: "short" }, "ORIGIN_TOKEN must be 16 to 256"],
    [{ PUBLIC_URL: "https://weboid.example/x" }, "PUBLIC_URL must be scheme and host without a path"],
    [{ PUBLIC_URL: "weboid.example" }, "PUBLIC_URL must be scheme and host without a path"],
    [{ OAUTH_BASE_URL: "http://meta.zz/w/rest.php" }, "OAUTH_BASE_URL must be the address"],
    [{ OAUTH_CLIENT_SECRET: "x" }, "OAUTH_CLIENT_SECRET must be"],
    [{ OAUTH_EDITS_MIN: "-1" }, "OAUTH_EDITS_MIN must be"],
    [{ FRIEND_NETWORKS: "10.0.0.0/33" }, "FRIEND_NETWORKS must be a list of address blocks"],
    [{ CLIENT_IP_HEADER: "X Real" }, "CLIENT_IP_HEADER must be the name of a header"],
    [{ WEBOID_DNS: "dns.example" }, "WEBOID_DNS must be a list of IP addresses"],
    [{ WEBOID_ARCHIVES: "archive.example.org" }, "WEBOID_ARCHIVES must be a list of archives as name=domain"],
    [{ WEBOID_DENY: "198.18.7.0/33" }, "WEBOID_DENY must be a list of address blocks"],
    [{ WEBOID_CONTROL: "a.zz" }, "WEBOID_CONTROL must be none, or a list of web addresses"],
    [{ WEBOID_CONTROL: "ftp://a.zz/" }, "WEBOID_CONTROL must be none, or a list of web addresses"],
    [{ WEBOID_DENY: "our.example" }, "WEBOID_DENY must be a list of address blocks"],
    [{ WEBOID_DNS: "127.0.0.1:70000" }, "WEBOID_DNS must be a list of IP addresses"],
    [{ WEBOID_ALLOW_PRIVATE: "yes" }, "WEBOID_ALLOW_PRIVATE must be 1"],
    [{ WEBOID_LOG: "loud" }, "WEBOID_LOG must be one of info, warn, error, silent"],
    [{ WEBOID_LOG_FORMAT: "xml" }, "WEBOID_LOG_FORMAT must be one of text, json"],
  ])("%j is refused in one line that says how to fix it", (env, message) => {
    const attempt = () => readConfig(env, "/here");
    expect(attempt).toThrow(UsageError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow("\n");
  });
});

test("without a contact address nobody outside is asked for anything", () => {
  expect(() => requireContact(readConfig({}, "/here"))).toThrow("WEBOID_CONTACT is not set");
  expect(requireContact(readConfig({ WEBOID_CONTACT: "me@example.org" }, "/here"))).toBe("me@example.org");
  expect(userAgent("me@example.org")).toMatch(/^Weboid\/\d+\.\d+\.\d+ \(.*me@example\.org\)$/);
});
