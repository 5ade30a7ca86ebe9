import { expect, test } from "vitest";
import type { DomainRow } from "../../../db/organisations/domains.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import { compile } from "../../../shared/organisation/compile.ts";
import { NOBODY } from "../../../shared/organisation/types.ts";
import { decidedCarefully } from "./comparison.ts";

const holder = (organisation: string | null) => ({ ...NOBODY, organisation });
const decide = compile({
  root: "agentur-huber.example",
  domain: "agentur-huber.example",
  addresses: [],
  netRanges: [],
  nameServers: ["ns1.agentur-huber.example"],
  registrant: holder("Agentur Huber GmbH"),
  unknown: [],
});

test.each([
  ["another firm, the agency's customer", holder("Bäckerei Seemann GmbH"), 1, "unknown"],
  ["the agency itself", holder("Agentur Huber GmbH"), 9, "belongs"],
  ["nobody known, with fewer links than the root", holder(null), 1, "belongs"],
  ["nobody known, with more links than the root", holder(null), 9, "unknown"],
])("at the name server of an agency: %s", (_, registrant, uses, decision) => {
  const domain: DomainRow = {
    domain: "customer.example",
    organisationId: null,
    uses,
    nameServers: ["ns1.agentur-huber.example"],
    addresses: [],
    registrant,
    looked: asDay(1),
    unanswered: 0,
    due: asDay(2),
  };
  expect(decidedCarefully(domain, { decide, rootUses: 5, sharing: [] })).toMatchObject({
    decision,
    rule: "name-server",
  });
});
