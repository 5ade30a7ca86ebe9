import { expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Exchange } from "../classify/outcome.ts";
import { timeTable } from "../cli/check/request-times.ts";
import { Journal } from "./journal.ts";

/** A clock that is put forward by hand. */
function stepped() {
  let now = 5_000.2;
  const pass = (ms: number) => {
    now += ms;
  };
  return { journal: new Journal(() => now), pass };
}

const partsOf = (url: string) => splitUrl(url as NormalisedUrl);
const request = (url: string, method: "HEAD" | "GET" = "HEAD") => ({ url, method, parts: partsOf(url) });
/** What is waited for, while time passes or more is done. */
const after = async (work: () => unknown) => {
  await work();
  return true;
};

test("a request, from its name to its end", async () => {
  const { journal, pass } = stepped();
  const url = "https://a.zz/x";
  await journal.waiting(
    "name",
    partsOf(url),
    after(() => Promise.resolve().then(() => pass(12))),
  );
  journal.begin(request(url));
  journal.enter("connect", "192.0.2.1");
  pass(20.4);
  journal.enter("connect", "192.0.2.2");
  pass(20.4);
  journal.enter("tls");
  pass(85.4);
  journal.enter("answer");
  pass(30.4);
  journal.enter("read");
  pass(3.4);
  const answer = { ms: 160 } as Exchange;
  journal.end({ http: 200, ms: 160, answer });
  expect(journal.close(null)).toEqual([
    {
      at: 12,
      why: "link",
      method: "HEAD",
      url,
      http: 200,
      failure: null,
      address: "192.0.2.2",
      ms: 160,
      // Each to the nearest, and together what is reported.
      timing: { name: 12, connect: 41, tls: 85, answer: 31, read: 3 },
      answer,
    },
  ]);
});

test("on a connection that was kept there is no connect, and what comes before it is reported with it", () => {
  const { journal, pass } = stepped();
  journal.begin(request("http://a.zz/x", "GET"));
  pass(1.5);
  journal.enter("answer", "192.0.2.1");
  pass(7.6);
  journal.end({ http: 200, ms: 9 });
  expect(journal.close(null)).toMatchObject([{ address: "192.0.2.1", timing: { answer: 9 } }]);
});

test("room of our own takes no time", async () => {
  const { journal, pass } = stepped();
  await journal.waiting(
    "name",
    partsOf("http://a.zz/x"),
    after(async () => {
      await Promise.resolve();
      pass(310);
      journal.skip(300);
    }),
  );
  journal.begin(request("http://a.zz/x"));
  pass(500);
  journal.skip(500);
  journal.enter("connect", "192.0.2.1");
  pass(30);
  journal.end({ failure: "connect-timeout" });
  expect(journal.close(null)).toMatchObject([
    { at: 10, ms: 30, failure: "connect-timeout", timing: { name: 10, connect: 30 } },
  ]);
});

test("robots.txt is a request of its own; waiting for what another check asks stands apart", async () => {
  const { journal, pass } = stepped();
  const way = partsOf("http://a.zz/x");
  journal.why = "robots";
  const reading = after(async () => {
    journal.begin(request("http://a.zz/robots.txt", "GET"));
    journal.enter("connect", "192.0.2.1");
    await Promise.resolve();
    pass(20);
    journal.enter("answer");
    pass(30);
    journal.end({ http: 404, ms: 50 });
    pass(7);
  });
  await journal.waiting("robots", way, reading);
  journal.why = "link";
  journal.begin(request("http://a.zz/x"));
  pass(5);
  journal.end({ http: 200, ms: 5 });
  expect(journal.close(null)).toMatchObject([
    { why: "robots", at: 0, timing: { connect: 20, answer: 30 } },
    { why: "link", at: 57, timing: { robots: 7, answer: 5 } },
  ]);
});

test("what was never sent is reported with the reason, also in the middle", async () => {
  const { journal, pass } = stepped();
  const waitFor = (url: string, ms: number) =>
    journal.waiting(
      "name",
      partsOf(url),
      after(() => Promise.resolve().then(() => pass(ms))),
    );
  await waitFor("http://a.zz/x", 40);
  await waitFor("http://b.zz/y", 60);
  journal.begin(request("http://c.zz/z"));
  pass(1);
  journal.end({ failure: "reset" });
  await waitFor("http://d.zz/", 8_000);
  expect(journal.close("dns-timeout")).toMatchObject([
    { method: null, url: "http://b.zz/y", at: 0, failure: null, timing: { name: 100 } },
    { method: "HEAD", url: "http://c.zz/z", at: 100, failure: "reset", timing: { answer: 1 } },
    { method: null, url: "http://d.zz/", failure: "dns-timeout", ms: 0, timing: { name: 8_000 } },
  ]);
});

test("the journal of a check that nothing was asked for is empty", () => {
  const { journal } = stepped();
  expect(journal.close("path-not-sendable")).toEqual([]);
  expect(timeTable([], [], 0, true)).toEqual({ hops: [], total: {} });
});
