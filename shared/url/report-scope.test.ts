import { expect, test } from "vitest";
import { hostsContaining, readReportScope, scopeOf, scopesAround, scopeText } from "./report-scope.ts";

const URL = { host: "www.example.org", path: "/a/x/b.html?c=1" };

test.each([
  ["www.example.org", "www.example.org"],
  ["https://www.example.org/a/", "www.example.org/a/"],
  ["www.example.org/a/*/b", "www.example.org/a/*/b"],
  ["*.example.org", "*.example.org"],
  ["*.WWW.example.org/a/", "*.www.example.org/a/"],
  // Beyond the site, or beside the link.
  ["example.org", null],
  ["*.org", null],
  ["*.co.uk", null],
  ["*", null],
  ["w*.example.org", null],
  ["www.example.org/b/", null],
  ["www.example.org:8080/a/", null],
  ["www.example.org/*a*x*b*h*t*m", null],
  [`www.example.org/${"a".repeat(600)}`, null],
  ["", null],
])("%s is read as %s", (text, scope) => {
  const read = readReportScope(text, URL, { allowPrivate: false });
  expect(read && scopeText(read)).toBe(scope);
  if (read !== null && scope !== null) {
    const [, host = "", path = ""] = /^([^/]*)(.*)$/.exec(scope) ?? [];
    expect(scopeOf(host, path)).toEqual(read);
  }
});

test("a customer of a site for many has a site of its own", () => {
  const of = { host: "me.github.io", path: "/" };
  expect(readReportScope("*.github.io", of, { allowPrivate: false })).toBeNull();
  expect(readReportScope("*.me.github.io", of, { allowPrivate: false })).not.toBeNull();
});

test("people are offered the folder, the host and the domain", () => {
  expect(scopesAround(URL)).toEqual(["www.example.org/a/x/", "www.example.org", "*.example.org"]);
  expect(scopesAround({ host: "192.0.2.1", path: "/" })).toEqual(["192.0.2.1"]);
  for (const text of scopesAround(URL))
    expect(readReportScope(text, URL, { allowPrivate: false })).not.toBeNull();
});

test("folders in other scripts are offered and read, up to a bound as they are stored", () => {
  const read = (text: string, path: string) =>
    readReportScope(text, { host: URL.host, path }, { allowPrivate: false });
  const folder = encodeURIComponent("报".repeat(60));
  const path = `/${folder}/a.html`;
  const offered = scopesAround({ host: URL.host, path });
  expect(offered).toEqual([`www.example.org/${folder}/`, "www.example.org", "*.example.org"]);
  for (const text of offered) expect(read(text, path)).not.toBeNull();
  expect(read(`www.example.org/${decodeURIComponent(folder)}/`, path)).toEqual(
    read(`www.example.org/${folder}/`, path),
  );
  const long = "报".repeat(300);
  const longPath = `/${encodeURIComponent(long)}/a.html`;
  expect(read(`www.example.org/${long}/`, longPath)).toBeNull();
  expect(scopesAround({ host: URL.host, path: longPath })).toEqual(["www.example.org", "*.example.org"]);
});

test("what contains a scope lies within the same domain", () => {
  expect(hostsContaining(scopeOf("www.example.org", "/a"))).toEqual([
    "www.example.org",
    "*.www.example.org",
    "*.example.org",
  ]);
  expect(hostsContaining(scopeOf("*.www.example.org", ""))).toEqual(["*.www.example.org", "*.example.org"]);
});
