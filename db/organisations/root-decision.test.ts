import { expect, test } from "vitest";
import { readEvidence } from "../../shared/organisation/evidence.ts";
import { rootDecision } from "./organisations.ts";

test("pages know the evidence of a root domain", () =>
  expect(readEvidence(rootDecision("a.zz").evidence)).toEqual({ kind: "root", value: "a.zz" }));
