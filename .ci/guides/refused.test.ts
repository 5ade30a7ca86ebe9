import { expect, test } from "vitest";
import { hasLanguage, outputOf, programsOf } from "./programs.ts";

const URL = "http://a.sample.localhost:20001/";
const EVENTS = ["a", "b"].map((kind) => ({ kind, url: URL }));

/** What an edge says, in two parts where the guide follows a cursor. */
function answerTo({ pathname, searchParams }: globalThis.URL): object {
  const since = searchParams.get("since") ?? "";
  if (pathname.startsWith("/feed/"))
    return {
      events: EVENTS.slice(Number(since), Number(since) + 1),
      cursor: since === "0" ? "1" : "2",
      more: since === "0",
    };
  if (pathname.endsWith("/unreachable"))
    return {
      entries: [{ title: "Lantern Museum" }],
      cursor: searchParams.get("cursor") === "" ? "next" : null,
    };
  if (pathname.startsWith("/list/"))
    return { entries: [{ title: "T", verdict: "unreachable", http: 404, url: URL }] };
  if (pathname === "/externalLinkProblem.json") return { problems: [{ http: 404, archive: "x" }] };
  return { pages: [{ urls: [{ verdict: "unreachable", http: 404, url: URL }] }] };
}

/** Runs the shell's way to do a task of the guide at a server that refuses the question of this number; says what was printed, and asked. */
async function ranAt(task: string, refusedAt: number, status: number) {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const url = new globalThis.URL(request.url);
      asked.push(url.search);
      if (asked.length - 1 !== refusedAt) return Response.json(answerTo(url));
      return Response.json({ error: { code: "refused" } }, { status, headers: { "retry-after": "1" } });
    },
  });
  const program = programsOf("docs/api-guide.md").find((one) => one.task === task && one.language === "sh");
  if (program === undefined) throw new Error(`the guide has no ${task} in sh`);
  const ran = outputOf(program, { EDGE: `http://127.0.0.1:${server.port}`, WIKI: "w@x" });
  const printed = await ran
    .catch((error: Error) => error.message.split("\n")[0])
    .finally(() => server.stop(true));
  return { printed, asked };
}

test.runIf(hasLanguage("sh")).each([
  ["page", 0, `unreachable 404 ${URL}\n`],
  ["site", 0, `T: unreachable 404 ${URL}\n`],
  ["gadget", 0, "404 true\n"],
  ["list", 1, "2\n"],
  ["feed", 1, `a ${URL}\nb ${URL}\nagain: 0\n`],
])("%s waits where it is refused", async (task, refusedAt, printed) =>
  expect((await ranAt(task, refusedAt, 503)).printed).toBe(printed),
);

test.runIf(hasLanguage("sh"))("a feed goes on from the last cursor after an error", async () => {
  const { printed, asked } = await ranAt("feed", 1, 410);
  expect(asked.map((query) => new URLSearchParams(query).get("since"))).toEqual(["0", "1", "1"]);
  expect(printed).toBe(`a ${URL}\nagain: 1\n`);
});

test.runIf(hasLanguage("sh"))("a list that breaks off is not counted", async () =>
  expect((await ranAt("list", 1, 410)).printed).toMatch(/^ended with/),
);
