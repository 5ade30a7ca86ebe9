import fc from "fast-check";
import { expect, test } from "vitest";
import { ftpPath } from "./ftp-path.ts";

test.each<[path: string, names: readonly string[], directory: boolean]>([
  ["/", [], true],
  ["/pub", ["pub", "/pub"], false],
  ["/pub/", ["pub", "/pub"], true],
  ["/pub/a.txt", ["pub/a.txt", "/pub/a.txt"], false],
  ["/%2F", ["/"], true],
  ["/%2Fetc/motd", ["/etc/motd"], false],
  ["//etc/motd", ["/etc/motd"], false],
  ["/a%20b", ["a b", "/a b"], false],
  ["/%C3%A4%E4", ["\xc3\xa4\xe4", "/\xc3\xa4\xe4"], false],
  ["/a.txt;type=a", ["a.txt", "/a.txt"], false],
  ["/a.txt;type=I", ["a.txt", "/a.txt"], false],
  ["/pub;type=d", ["pub", "/pub"], true],
  ["/;type=i", [], true],
  ["/a;type=x", ["a;type=x", "/a;type=x"], false],
  ["/a%3Btype=a", ["a;type=a", "/a;type=a"], false],
  ["/a?b", ["a?b", "/a?b"], false],
  ["/100%/%zz", ["100%/%zz", "/100%/%zz"], false],
])("%s", (path, names, directory) => {
  expect(ftpPath(path)).toEqual({ names, directory });
});

test.each(["/a%0d%0aDELE%20x", "/a%0Ab", "/a%0Db", "/a%00b"])("%s is no name for a command", (path) => {
  expect(ftpPath(path)).toBeNull();
});

test("whatever the path, a name is one word of one line", () => {
  const path = fc.string({ unit: fc.constantFrom("%", "0", "a", "d", "D", "A", "/", ";", "type=", "2F") });
  fc.assert(
    fc.property(path, (text) => {
      for (const name of ftpPath(`/${text}`)?.names ?? []) expect(name).toMatch(/^[^\0\r\n]+$/);
    }),
  );
});
