import { expect, test } from "vitest";
import { assemble } from "./assemble.ts";
import type { Plan } from "./plan.ts";
import { reasonOf } from "./reasons.ts";

test("a plan that claims a place twice changes nothing", () => {
  const text = "[http://dead.zz/a T {{mark}}] x";
  const plan: Plan = {
    link: { url: "http://dead.zz/a", verdict: "unreachable" },
    kind: "archive",
    reason: reasonOf("marked"),
    start: 1,
    end: 17,
    splices: [
      { start: 0, end: 29, text: "{{copy}}" },
      { start: 19, end: 28, text: "" },
    ],
  };
  expect(assemble(text, [plan])).toEqual({ wikitext: text, edits: [] });
});
