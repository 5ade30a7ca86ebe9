import { expect, test } from "vitest";
import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { beginCheck } from "./check.ts";
import type { CheckDeps } from "./deps.ts";
import { createEtiquette } from "./etiquette.ts";
import { createFileServers } from "./file-servers.ts";
import { checkLimits } from "./limits.ts";
import { fakeTransport } from "./testing/fake-transport.ts";

const URL = "http://a.net/" as NormalisedUrl;

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
  const deps: CheckDeps = {
    transport: {
      ...web,
      exchange(request) {
        request.line?.waited(waitedMs, 0);
        return web.exchange(request);
      },
    },
    files: createFileServers(null),
    router: { route: () => ({ kind: "addresses", addresses: ["192.0.2.1"] }) },
    limits: checkLimits(),
    etiquette: createEtiquette({}, true),
    fields: [],
    allowPrivate: true,
    ...more(order),
  };
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
