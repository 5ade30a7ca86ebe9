import { expect, test } from "vitest";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import { VainHosts } from "./vain-hosts.ts";

const HOST = "a.zz" as HostName;
const page = (path: string) => ({ url: `http://a.zz/${path}` as NormalisedUrl, parts: { host: HOST } });

test("two URLs in vain say that it is the host, for ten minutes; then it takes two again", () => {
  const hosts = new VainHosts();
  const seen = (path: string, now: number) => {
    hosts.learn(page(path), false, now);
    return hosts.has(HOST, now);
  };
  expect([seen("a", 0), seen("a", 1), seen("b", 2)]).toEqual([false, false, true]);
  expect([hosts.has(HOST, 600_001), hosts.has(HOST, 600_002)]).toEqual([true, false]);
  expect([seen("c", 700_000), seen("d", 700_001)]).toEqual([false, true]);
  hosts.learn(page("e"), true, 700_002);
  expect([hosts.has(HOST, 700_003), seen("a", 700_004)]).toEqual([false, false]);
});
