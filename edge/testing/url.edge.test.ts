import { expect, test } from "vitest";
import { registrableDomain } from "../../shared/url/domain.ts";
import { urlKey } from "../../shared/url/key.ts";
import { answerOf } from "../../shared/url/testing/answer.ts";
import { EXAMPLES } from "../../shared/url/testing/examples.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";

/** A URL has the same name in workerd as on the crawler's runtimes, though their tables of Unicode differ. */
test("every example is answered alike inside workerd", () => {
  // One test, and inputs as JSON: names with lone surrogates do not survive the way out of workerd.
  const different = EXAMPLES.filter(({ input, answer }) => answerOf(input) !== answer).map(
    ({ rule, input }) =>
      JSON.stringify({ rule, input: input.slice(0, 200), got: answerOf(input).slice(0, 200) }),
  );
  expect(different).toEqual([]);
  expect(EXAMPLES.length).toBeGreaterThan(200);
});

test("keys and registrable domains", () => {
  expect(urlKey("https://a.zz/" as NormalisedUrl)).toBe("32bcfdbe9fc8a43c3c50df9762b4c0f5");
  expect(registrableDomain("www.a.co.uk" as HostName)).toBe("a.co.uk");
});
