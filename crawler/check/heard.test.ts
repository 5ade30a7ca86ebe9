import { afterEach, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { DnsFailure } from "../net/names.ts";
import { type Say, startDnsServer } from "../net/testing/dns-server.ts";
import type { Transport } from "../net/transport.ts";
import type { CheckerOptions } from "./checker.ts";
import { fakeTransport, type Says } from "./testing/fake-transport.ts";
import { type ScheduledChecker, scheduledChecker } from "./testing/scheduled.ts";

const url = (text: string) => text as NormalisedUrl;
const FOUND = { kind: "found", addresses: ["192.0.2.1"] } as const;
const OWN_OUTAGE = { kind: "not-tried", reason: "own-outage" };

let open: ScheduledChecker[] = [];
afterEach(async () => {
  for (const checker of open) await checker.close();
  open = [];
});

/** A crawl's, whose control is control.net. */
function checkerOf(options: Partial<CheckerOptions>): ScheduledChecker {
  const checker = scheduledChecker({
    contact: null,
    allowPrivate: true,
    controls: [url("http://control.net/")],
    outageHoldMs: 1,
    ...options,
  });
  open.push(checker);
  return checker;
}

test.each<[string, DnsFailure | null]>([
  ["that fail to connect", null],
  ["whose names the name service refuses", "dns-refused"],
  ["whose names are unknown", "dns-unknown"],
])(
  "a check that was answered before a cut, and ends in it, is no evidence for hosts %s",
  async (_, failure) => {
    const answered = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    let slow: Promise<unknown> = Promise.resolve();
    const isGone = (host: string) => !host.endsWith("slow.net");
    // As soon as the control is tried the slow one ends.
    const endSlow = async (host: string) => {
      if (!host.endsWith("control.net")) return;
      cut.resolve();
      await slow;
    };
    const resolver = {
      resolve: async (host: string) => {
        if (failure === null || !isGone(host)) return FOUND;
        await endSlow(host);
        return { kind: "failed", failure } as const;
      },
      cached: () => null,
      close() {},
    };
    const refused: Says = { failure: "connect-refused" };
    const web = fakeTransport(({ parts }) => (isGone(parts.host) ? refused : {}));
    const transport: Transport = {
      ...web,
      async exchange(request) {
        const result = await web.exchange(request);
        if (isGone(request.parts.host)) await endSlow(request.parts.host);
        else {
          answered.resolve();
          await cut.promise;
        }
        return result;
      },
    };
    const checker = checkerOf({ resolver, transport });
    slow = checker.check(url("http://slow.net/"));
    await answered.promise;
    expect(await checker.check(url("http://gone.net/"))).toEqual(OWN_OUTAGE);
    expect(await slow).toMatchObject({ kind: "answer" });
  },
);

test("a name that failed in an outage is asked about again after it", async () => {
  let zone: Say = "nxdomain";
  const server = await startDnsServer(new Proxy({}, { get: () => zone }));
  const checker = checkerOf({ dns: [server.address], transport: fakeTransport(() => ({})) });
  expect(await checker.check(url("http://a.net/"))).toEqual(OWN_OUTAGE);
  zone = { A: ["192.0.2.1"] };
  expect(await checker.check(url("http://b.net/"))).toMatchObject({ kind: "answer" });
  expect(await checker.check(url("http://a.net/"))).toMatchObject({ kind: "answer" });
  server.close();
});
