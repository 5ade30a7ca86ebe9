import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { createFinishedAnswers } from "./finished.ts";

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer;
const answerOf = (length: number) => ({ bytes: new Uint8Array(length), tag: `"${length}"` });
const [TODAY, TOMORROW] = [asDay(3611), asDay(3612)];

test.each<[string, ArrayBuffer, number, boolean]>([
  ["the same value", buffer(1, 2, 3, 4, 5, 6), TODAY, true],
  ["another in its first four bytes", buffer(1, 2, 9, 4, 5, 6), TODAY, false],
  ["another in the last byte", buffer(1, 2, 3, 4, 5, 9), TODAY, false],
  ["a longer one", buffer(1, 2, 3, 4, 5, 6, 7), TODAY, false],
  ["none", buffer(), TODAY, false],
  ["the next day", buffer(1, 2, 3, 4, 5, 6), TOMORROW, false],
])("%s", (_name, value, today, found) => {
  const finished = createFinishedAnswers();
  const answer = answerOf(3);
  finished.keep("a", { value: buffer(1, 2, 3, 4, 5, 6), today: TODAY, answer });
  expect(finished.find("b", value, TODAY)).toBeNull();
  expect(finished.find("a", value, asDay(today))).toBe(found ? answer : null);
});

test("so many bytes are kept, of what was asked for last; nothing takes more than an eighth", () => {
  const finished = createFinishedAnswers(800);
  const value = buffer(1, 2);
  const keep = (name: string, length: number) =>
    finished.keep(name, { value, today: TODAY, answer: answerOf(length) });
  const kept = () =>
    Array.from("abcdefghij")
      .filter((name) => finished.find(name, value, TODAY) !== null)
      .join("");
  for (const name of "abcdefgh") keep(name, 98);
  expect(kept()).toBe("abcdefgh");
  finished.find("a", value, TODAY);
  keep("i", 98);
  expect(kept()).toBe("acdefghi");
  keep("j", 99);
  expect(kept()).toBe("acdefghi");
  // Its old one is not told in place of it.
  keep("a", 99);
  expect(kept()).toBe("cdefghi");
});
