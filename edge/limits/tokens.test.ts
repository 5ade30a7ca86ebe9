import { expect, test } from "vitest";
import { createFriends } from "./tokens.ts";

test("a token is known for a minute, then asked for again, and is a stranger's when it was taken back", () => {
  const friends = createFriends();
  expect(friends.standing("a", 0)).toBe("stranger");
  friends.remember("a", 1_000);
  expect(friends.standing("a", 60_999)).toBe("known");
  expect(friends.standing("a", 61_000)).toBe("lapsed");
  friends.forget("a");
  expect(friends.standing("a", 61_000)).toBe("stranger");
});
