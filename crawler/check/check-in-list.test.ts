import { expect, test, vi } from "vitest";
import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createFileServers, type FileServers } from "../net/file-servers.ts";
import type { Transport } from "../net/transport.ts";
import { createEtiquette } from "../politeness/etiquette.ts";
import { RestingHosts } from "../politeness/resting-hosts.ts";
import { beginCheck } from "./check.ts";
import type { CheckDeps } from "./deps.ts";
import { checkFiles } from "./file-check.ts";
import { checkLimits } from "./limits.ts";
import { Line } from "./line.ts";
import type { SiteRequests } from "./site.ts";
import { fakeTransport } from "./testing/fake-transport.ts";

const URL = "http://a.net/" as NormalisedUrl;

const depsOf = (transport: Transport): CheckDeps => ({
  transport,
  files: createFileServers(null),
  router: { route: () => ({ kind: "addresses", addresses: ["192.0.2.1"] }) },
  limits: checkLimits(),
  etiquette: createEtiquette({}, true),
  fields: [],
  allowPrivate: true,
});

/** A check that has a slot and a turn, whose request waited for `waitedMs`; and what it did with them. */
async function checked(more: (order: string[]) => Partial<CheckDeps>, waitedMs = 0) {
  const order: string[] = [];
  const web = fakeTransport(() => ({}));
  const slot = {
    leave: () => void order.push("left"),
    lend: () => void order.push("lent"),
    enter() {
      order.push("entered");
      return null;
    },
  };
  const transport: Transport = {
    ...web,
    exchange(request) {
      request.session?.waited(waitedMs, 0);
      return web.exchange(request);
    },
  };
  const deps = { ...depsOf(transport), ...more(order) };
  const givesBack = () => void order.push("turn given back");
  const target = { url: URL, parts: splitUrl(URL) };
  await new Promise<Outcome>((done, failed) => {
    beginCheck(target, deps, {}, givesBack, done, failed, slot);
  });
  return order;
}

test("who waits for another's look at the site has given its turn back and lent its slot", async () => {
  const order = await checked((order) => ({
    sites: {
      async look(_, outcome, requests) {
        await requests.pause(Promise.resolve().then(() => void order.push("looked")));
        order.push("goes on");
        return outcome;
      },
    },
  }));
  expect(order).toEqual(["turn given back", "lent", "looked", "entered", "goes on"]);
});

test("what it had waited for our own want of room is not taken from the time for the site", async () => {
  let msLeft = 0;
  const look = (_: unknown, outcome: Outcome, requests: SiteRequests) => {
    msLeft = requests.msLeft();
    return outcome;
  };
  await checked(() => ({ sites: { look } }), 1_000_000);
  expect(msLeft).toBeGreaterThan(900_000);
});

test("that its host asked for time is known before the turn goes to the next", async () => {
  const order = await checked((order) => {
    const resting = new RestingHosts();
    resting.learn = () => void order.push("learnt");
    return { resting };
  });
  expect(order).toEqual(["learnt", "turn given back"]);
});

test("nor is it in the time that is told of a file's server", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const url = "ftp://a.net/" as NormalisedUrl;
  const line = new Line();
  const files: FileServers = {
    async ask() {
      vi.advanceTimersByTime(300);
      return { kind: "failure", failure: "closed", tls: null };
    },
    close() {},
  };
  const visit = createEtiquette({}, true).visit(splitUrl(url), null);
  visit.enter = () => {
    vi.advanceTimersByTime(5_000);
    line.waited(5_000, 5_000);
    return true;
  };
  const deps = { ...depsOf(fakeTransport(() => ({}))), files };
  const outcome = await checkFiles(url, splitUrl(url), deps, visit, line);
  vi.useRealTimers();
  expect(outcome).toMatchObject({ kind: "failure", ms: 300 });
});
