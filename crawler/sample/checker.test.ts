import { expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Checker } from "../check/checker.ts";
import { targetOf } from "../check/target.ts";
import { checkingSample } from "./checker.ts";

const OURS = "http://kite-news.sample.localhost:20001/" as NormalisedUrl;
const THEIRS = "http://kite-news.example/" as NormalisedUrl;

/** Nobody of these uses it. */
const GRANT = {} as Parameters<Checker["check"]>[1];

function spy(name: string, asked: string[]): Pick<Checker, "check"> {
  return {
    check: async ({ url }) => {
      asked.push(`${name} ${url}`);
      return { kind: "not-tried", reason: "opted-out" };
    },
  };
}

test("leads the sample's links into the sample, and all others by the operator's settings", async () => {
  const asked: string[] = [];
  const checker = checkingSample((url) => url === OURS, spy("sample", asked), spy("web", asked));
  await checker.check(targetOf(OURS), GRANT);
  await checker.check(targetOf(THEIRS), GRANT);
  expect(asked).toEqual([`sample ${OURS}`, `web ${THEIRS}`]);
});

test("asks nobody outside while time is simulated", async () => {
  const asked: string[] = [];
  const checker = checkingSample((url) => url === OURS, spy("sample", asked), null);
  const outcome = await checker.check(targetOf(THEIRS), GRANT);
  expect({ outcome, asked }).toEqual({ outcome: { kind: "not-tried", reason: "internal-error" }, asked: [] });
});
