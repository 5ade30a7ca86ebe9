import { afterAll, beforeAll, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Asked } from "../classify/outcome.ts";
import { createDialler } from "../net/dialler.ts";
import { type DnsServer, startDnsServer } from "../net/testing/dns-server.ts";
import { type FtpServer, startFtpServer } from "../net/testing/ftp-server.ts";
import { type HostileServer, startHostileServer } from "../net/testing/hostile-server.ts";
import { type ScheduledChecker, scheduledChecker } from "./testing/scheduled.ts";
import { startSiteWeb } from "./testing/site-web.ts";

let server: HostileServer;
let ftp: FtpServer;
let dns: DnsServer;
let checker: ScheduledChecker;
beforeAll(async () => {
  server = await startHostileServer();
  ftp = await startFtpServer();
  dns = await startDnsServer({ "nobody.zz": "nxdomain", "*": { A: ["127.0.0.1"], ms: 5 } });
  const ownPorts = { ...server.ports, ftp: ftp.port };
  checker = scheduledChecker({
    contact: null,
    allowPrivate: true,
    dns: [dns.address],
    ownPorts,
    readRobots: true,
    transport: createDialler({ ca: server.ca, ownPorts }),
    timed: true,
  });
});
afterAll(async () => {
  await checker.close();
  dns.close();
  ftp.close();
  await server.close();
});

/**
 * What was asked, what came of it, and on what its time went. Between `robots.txt` and the link lie some tenths of a
 * millisecond of ours, which a busy machine makes long enough to be reported.
 */
const shown = ({ why, method, url, http, failure, timing }: Asked): string =>
  `${why} ${method ?? "-"} ${url} ${http ?? failure}: ${Object.keys(timing)
    .filter((part) => part !== "robots")
    .join(" ")}`;

test.each<[string, string[]]>([
  [
    "https://ok.zz/",
    [
      "robots GET https://ok.zz/robots.txt 200: name connect tls answer read",
      "link HEAD https://ok.zz/ 200: connect tls answer read",
    ],
  ],
  [
    "http://tcp-reset.zz/",
    [
      "robots GET http://tcp-reset.zz/robots.txt reset: name connect answer",
      "link HEAD http://tcp-reset.zz/ reset: connect answer",
      "link GET http://tcp-reset.zz/ reset: connect answer",
    ],
  ],
  [
    "https://tls-alert.zz/",
    [
      "robots GET https://tls-alert.zz/robots.txt tls: name connect tls",
      "link HEAD https://tls-alert.zz/ tls: connect tls",
      "link HEAD http://tls-alert.zz/ 404: connect answer read",
      "link GET http://tls-alert.zz/ 404: connect answer read",
      "link GET http://tls-alert.zz/ 404: connect answer read",
    ],
  ],
  ["ftp://f.zz/pub/file.txt", ["link FTP ftp://f.zz/pub/file.txt null: name connect answer"]],
])("%s", async (url, asked) => {
  const outcome = await checker.check(url as NormalisedUrl);
  expect(outcome.asked?.map(shown)).toEqual(asked);
});

test("a name that is not found is reported without a request", async () => {
  const outcome = await checker.check("http://nobody.zz/" as NormalisedUrl);
  expect(outcome.asked).toMatchObject([
    { why: "link", method: null, url: "http://nobody.zz/", failure: "dns-unknown" },
  ]);
});

test("that a server is let rest counts as waiting", async () => {
  let requests = 0;
  const web = await startSiteWeb({ "hurried.zz": () => (requests++ < 2 ? { http: 503, head: 405 } : 404) });
  const own = scheduledChecker({
    contact: null,
    allowPrivate: true,
    dns: [dns.address],
    ownPorts: { http: web.port, https: web.port },
    limits: { burstRestMs: 40 },
    timed: true,
  });
  const { asked = [] } = await own.check("http://hurried.zz/" as NormalisedUrl);
  await own.close();
  await web.close();
  expect(asked.map(({ method, http, timing }) => [method, http, timing.wait])).toEqual([
    ["HEAD", 405, undefined],
    ["GET", 503, undefined],
    ["GET", 404, 40],
  ]);
});
