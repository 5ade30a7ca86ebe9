import { expect, test } from "vitest";
import { startTrouble } from "./cluster.ts";

test.each([
  [
    "initdb: error: could not look up effective user ID 1234: user does not exist",
    "no-user",
    "the embedded PostgreSQL does not run as user 1234, who has no line in /etc/passwd: start Weboid as a user who has one, or set DATABASE_URL",
  ],
  [
    "creating directory ... \ninitdb: error: could not create directory: No space left on device",
    "disk-full",
    "the disk that holds /d is full: free some space, or set WEBOID_DATA",
  ],
  ["FATAL:  something else", "start-failed", "PostgreSQL did not start in /d: FATAL:  something else"],
])("%j is said in one line", (output, code, message) => {
  expect(startTrouble("/d", output)).toMatchObject({ code, message });
});
