import { describe, expect, test } from "vitest";
import { NOTHING_KNOWN } from "../../shared/answer/types.ts";
import { ANSWER_HEADER, signAnswer } from "../../shared/protocol/sign.ts";
import { createWorld, ORIGIN_TOKEN, ORIGIN_URL, wikiOf } from "../testing/world.ts";

const WIKI = "touchwiki@WMF";

/** An edge whose origin takes nothing until `up`, and what it took then. */
async function world() {
  const state = { up: false };
  const taken: unknown[] = [];
  const made = createWorld({
    wiki: wikiOf({ 1: [], 2: [], 3: [] }),
    async origin(request) {
      if (!state.up) return new Response(null, { status: 503 });
      if (request.url.startsWith(`${ORIGIN_URL}/v1/touch?`)) taken.push(await request.json());
      return new Response(null, { status: 202 });
    },
  });
  await made.store(WIKI, []);
  const ping = (pageid: string, more = "ping=1") =>
    made.ask(`/api/v1/page?dbname=${WIKI}&pageid=${pageid}&${more}`);
  return { ...made, state, taken, ping };
}

describe("pages that were asked for while origin is away (F5)", () => {
  test("are tried again, and handed over with the next page when origin is there; the caller is answered at once", async () => {
    const { state, taken, ping, slept } = await world();
    expect((await ping("1")).status).toBe(202);
    expect(slept).toEqual([5_000, 8_000]);
    expect((await ping("2", "show=all")).status).toBe(200);
    state.up = true;
    await ping("3");
    expect(taken).toEqual([
      { wiki: WIKI, pageids: [3] },
      { wiki: WIKI, pageids: [2, 1] },
    ]);
    await ping("3");
    expect(taken.length).toBe(2);
  });
});

test("while a hand-over is under way, what others ask for goes along with the next one", async () => {
  const taken: unknown[] = [];
  let release = () => {};
  let begun = () => {};
  const [held, underway] = [
    new Promise<void>((resolve) => {
      release = resolve;
    }),
    new Promise<void>((resolve) => {
      begun = resolve;
    }),
  ];
  const ids = Array.from({ length: 20 }, (_, at) => at + 1);
  const { ask, store } = createWorld({
    wiki: wikiOf(Object.fromEntries(ids.map((id) => [id, []]))),
    async origin(request) {
      if (!request.url.startsWith(`${ORIGIN_URL}/v1/touch?`)) return new Response(null, { status: 202 });
      taken.push(await request.json());
      begun();
      await held;
      return new Response(null, { status: 202 });
    },
  });
  await store(WIKI, []);
  const ping = (id: number) => ask(`/api/v1/page?dbname=${WIKI}&pageid=${id}&ping=1`);
  const first = ping(1);
  await underway;
  for (const id of ids.slice(1)) await ping(id);
  release();
  await first;
  expect(taken).toEqual([
    { wiki: WIKI, pageids: [1] },
    { wiki: WIKI, pageids: ids.slice(1) },
  ]);
});

test("an answer that is not signed by origin counts for nothing, nor does one that was given to another question", async () => {
  const answers: Response[] = [];
  const ask = async (unsignedOrigin: boolean) => {
    const made = createWorld({
      wiki: wikiOf({ 1: ["https://a.zz/"] }),
      unsignedOrigin,
      async origin(request) {
        const facts = request.url.includes("/v1/urls?")
          ? [{ url: "https://a.zz/", ...NOTHING_KNOWN, reports: 9 }]
          : [];
        const answer = Response.json({ urls: facts });
        const replayed = answers[0];
        if (replayed !== undefined)
          answer.headers.set(ANSWER_HEADER, replayed.headers.get(ANSWER_HEADER) ?? "");
        return answer;
      },
    });
    await made.store(WIKI, []);
    const response = await made.ask(`/api/v1/page?dbname=${WIKI}&pageid=1&show=all`);
    const { pages } = (await response.json()) as { pages: { urls: { reports: number }[] }[] };
    return pages[0]?.urls.map(({ reports }) => reports);
  };
  expect(await ask(false)).toEqual([9]);
  expect(await ask(true)).toEqual([0]);
  const body = new TextEncoder().encode("{}");
  const other = await signAnswer(ORIGIN_TOKEN, { requestSignature: "ab".repeat(32), status: 200, body });
  answers.push(new Response(body, { headers: { [ANSWER_HEADER]: other } }));
  expect(await ask(true)).toEqual([0]);
});
