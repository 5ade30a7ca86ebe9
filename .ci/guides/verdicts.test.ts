import { expect, test } from "vitest";
import { DEFAULT_POLICY } from "../../shared/verdict/policy.ts";
import { documentText } from "./blocks.ts";
import { CASES, lifeOf, PICTURE, verdictPicture } from "./verdict-picture.ts";

const page = documentText("docs/verdicts.md");
const { checks, verdicts } = lifeOf(CASES.gone);
const failed = checks.filter(({ good }) => !good).map(({ day }) => day);
const [first = 0] = failed;
const dead = verdicts.indexOf("unreachable");

test("the picture shows what the rules say today: else npm run pictures", () => {
  expect(documentText(PICTURE)).toBe(verdictPicture());
});

test("the days that the page names are those of the rules", () => {
  const until = failed.filter((day) => day <= dead);
  const after = until.slice(1).map((day) => day - first);
  const good = checks.filter((check) => check.good).map(({ day }) => day);
  expect(page).toContain(`on days ${[...good, first].join(" and ")}`);
  expect(page).toContain(`visited again ${after.slice(0, -1).join(", ")} and ${after.at(-1)} days after`);
  expect(page).toContain(`after ${dead - first} days and ${until.length} failed checks**, on day ${dead}`);
  expect(page).toContain(
    `doubtful from the first failed check on day ${first}, and dead from day ${dead} on`,
  );
  const { goneSinceGoodDaysMin, brokenSinceGoodDaysMin } = DEFAULT_POLICY;
  expect(page).toContain(`${goneSinceGoodDaysMin} days if it is plainly gone`);
  expect(page).toContain(`${brokenSinceGoodDaysMin} days if it is broken`);
  expect(lifeOf(CASES.broken).verdicts.indexOf("unreachable")).toBe(dead);
});

test("an outage and a wall are never called dead", () => {
  for (const one of [CASES.outage, CASES.refused]) expect(lifeOf(one).verdicts).not.toContain("unreachable");
  expect(lifeOf(CASES.outage).verdicts).toContain("doubtful");
  expect(lifeOf(CASES.outage).verdicts.at(-1)).toBe("working");
  expect(lifeOf(CASES.refused).verdicts.at(-1)).toBe("refused");
});
