import { expect, test } from "vitest";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { failed } from "../classify/testing/outcomes.ts";
import { simulateHost } from "./testing/host-life.ts";
import { answered } from "./testing/outcomes.ts";

const START = asDay(3_600);
const PASS = 28;
/** Twelve weeks after the last of the dead links was checked first. */
const DAYS = 5 + 84;

/** `count` new links, first checked on `days` days. */
const linksTo = (prefix: string, count: number, days: number) =>
  Array.from({ length: count }, (_, n) => ({
    url: `${prefix}${n}` as NormalisedUrl,
    sweep: addDays(START, n % days),
    history: [],
  }));

test.each<[string, number, NetworkFailure]>([
  ["http://host.zz:8081/", 6, "connect-refused"],
  ["http://host.zz:8081/", 21, "connect-refused"],
  ["http://host.zz:8081/", 300, "unreachable"],
  ["https://host.zz:8443/", 21, "tls"],
  ["ftp://host.zz/pub/", 23, "connect-refused"],
  ["ftp://host.zz/pub/", 23, "connect-timeout"],
  ["ftp://host.zz/pub/", 23, "closed"],
  ["ftp://host.zz/pub/", 23, "timeout"],
])(
  "%s, %d links that were never seen working, %s, while the host answers elsewhere: all are unreachable",
  (prefix, count, failure) => {
    const dead = linksTo(prefix, count, 5);
    const alive = linksTo("http://host.zz/", 40, PASS);
    for (let seed = 1; seed <= 5; seed++) {
      const { unreachable } = simulateHost({
        seed,
        from: START,
        days: DAYS,
        links: [...dead, ...alive],
        check: (url) => (url.startsWith(prefix) ? failed(failure) : answered(url, 200)),
      });
      expect([...unreachable.keys()].sort()).toEqual(dead.map(({ url }) => url).sort());
    }
  },
);
