import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { FORM_PARAMETER } from "../../shared/protocol/origin.ts";
import type { PeopleResponse } from "../../shared/protocol/people.ts";
import { once } from "./once.ts";
import type { Signed } from "./signed.ts";

afterEach(() => void vi.restoreAllMocks());

/** Sends the form "f" under a signature; `acts`: what came of each act that was carried out, an Error is thrown. */
function forms(acts: readonly (PeopleResponse | Error)[]) {
  let done = 0;
  const answer = once(async (_: null) => {
    const act = acts[done++] ?? new Error("an act too many");
    if (act instanceof Error) throw act;
    return act;
  });
  const app = new Hono<Signed>();
  app.get("/:signature", async (c) => {
    c.set("claim", { signature: c.req.param("signature") } as Signed["Variables"]["claim"]);
    return c.json(await answer(null, c).catch(({ message }: Error) => message));
  });
  return async (signature: string) => (await app.request(`/${signature}?${FORM_PARAMETER}=f`)).json();
}

const later = (ms: number) => vi.spyOn(Date, "now").mockReturnValue(Date.now() + ms);

test("the second request of a form is no act either when the form is forgotten, after 120 s", async () => {
  const send = forms([{ outcome: "withdrawn" }, { outcome: "opposed" }]);
  await send("first");
  await send("second");
  later(121_000);
  expect([await send("first"), await send("second")]).toEqual([
    { outcome: "withdrawn" },
    { outcome: "withdrawn" },
  ]);
  expect(await send("third")).toEqual({ outcome: "opposed" });
});

test("the second request of a double click that was refused is no act later", async () => {
  const send = forms([{ outcome: "too-soon", seconds: 5 }, { outcome: "withdrawn" }]);
  await Promise.all([send("first"), send("second")]);
  expect(await send("second")).toEqual({ outcome: "too-soon", seconds: 5 });
  expect(await send("third")).toEqual({ outcome: "withdrawn" });
  // What was refused says nothing of the form that was done since.
  await send("first");
  expect(await send("fourth")).toEqual({ outcome: "withdrawn" });
});

test("what threw is carried out again, by the second request, too", async () => {
  const send = forms([new Error("away"), { outcome: "withdrawn" }]);
  expect(await Promise.all([send("first"), send("second")])).toEqual(["away", "away"]);
  expect(await send("second")).toEqual({ outcome: "withdrawn" });
});
