import { describe, expect, test } from "vitest";
import { NOTHING } from "../answer.ts";
import { DOMAIN_SAMPLES, PERSONS } from "../testing/domain-samples.ts";
import { parseDomain as parse } from "./domain.ts";

const parseDomain = (answer: string) => parse(answer) ?? NOTHING;

describe("answers about domains", () => {
  test.each(DOMAIN_SAMPLES.map((sample) => [sample.registry, sample] as const))("%s", (_, sample) => {
    const { registrant, nameServers, referral } = parseDomain(sample.answer);
    expect(registrant.organisation).toBe(sample.organisation);
    if (sample.address !== undefined) expect(registrant.address).toBe(sample.address);
    if (sample.emailDomains !== undefined) expect(registrant.emailDomains).toEqual(sample.emailDomains);
    expect(registrant.redacted).toBe(sample.redacted ?? false);
    expect(nameServers).toEqual(sample.nameServers);
    expect(referral).toBe(sample.referral ?? null);
  });

  test("nothing about persons leaves", () => {
    for (const { answer } of DOMAIN_SAMPLES) expect(JSON.stringify(parseDomain(answer))).not.toMatch(PERSONS);
  });

  test.each(["whois.\0evil", "whois.zz:43 x", "a b", "192.0.2.1", ""])(
    "%j is no registrar's server",
    (server) => {
      const answer = `Registry Domain ID: 1\nRegistrar WHOIS Server: ${server}\n`;
      expect(parseDomain(answer).referral).toBeNull();
    },
  );

  test.each(["", "Timeout.", "%ERROR:100: internal software error\n", "Erika Muster\nGartenweg 3"])(
    "%j is no answer",
    (text) => expect(parse(text)).toBeNull(),
  );

  test("long, binary and endless answers are bounded", () => {
    const long = `Registry Domain ID: 1\n${"Name Server: a.example\n".repeat(100_000)}Registrant Organization: ${"x".repeat(10_000_000)}`;
    expect(parseDomain(long).nameServers).toEqual(["a.example"]);
    expect(parseDomain("\0\u0001\ufffd:\n\r\n:::".repeat(10_000)).nameServers).toEqual([]);
  });
});
