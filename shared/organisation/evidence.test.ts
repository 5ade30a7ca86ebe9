import { expect, test } from "vitest";
import { readEvidence } from "./evidence.ts";

test.each([
  ["a.zz is the organisation's root domain", { kind: "root", value: "a.zz" }],
  ["a.zz is a domain of the organisation", { kind: "domain", value: "a.zz" }],
  ["2001:db8::1 lies in the organisation's address range", { kind: "address", value: "2001:db8::1" }],
  ["ns.a.zz is a name server of the organisation", { kind: "name-server", value: "ns.a.zz" }],
  ["the registrant's e-mail domain a.zz is the organisation's", { kind: "email-domain", value: "a.zz" }],
  [
    "the registrant: the name, shortened; the same city",
    { kind: "registrant", names: "similar", place: "city" },
  ],
  ["the registrant: toString; constructor", null],
  ["both are registered by <b>", null],
  ["", null],
])("%s", (text, expected) => expect(readEvidence(text)).toEqual(expected));
