import { describe, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { resolveReference } from "./reference.ts";

const BASE = "http://a.zz:8080/b/c/d?q" as NormalisedUrl;

const latin1 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

function answer(reference: string, base = BASE): string {
  const found = resolveReference(base, reference);
  return found.kind === "resource" ? found.url : `${found.kind} ${found.reason}`;
}

describe("resolveReference", () => {
  test.each([
    // RFC 3986 5.4, against its base with our names.
    ["g", "http://a.zz:8080/b/c/g"],
    ["./g", "http://a.zz:8080/b/c/g"],
    ["g/", "http://a.zz:8080/b/c/g/"],
    ["/g", "http://a.zz:8080/g"],
    ["?y", "http://a.zz:8080/b/c/d?y"],
    ["g?y", "http://a.zz:8080/b/c/g?y"],
    ["#s", "http://a.zz:8080/b/c/d?q"],
    ["g#s", "http://a.zz:8080/b/c/g"],
    [";x", "http://a.zz:8080/b/c/;x"],
    ["", "http://a.zz:8080/b/c/d?q"],
    [".", "http://a.zz:8080/b/c/"],
    ["..", "http://a.zz:8080/b/"],
    ["../g", "http://a.zz:8080/b/g"],
    ["../../../../g", "http://a.zz:8080/g"],
    ["g.", "http://a.zz:8080/b/c/g."],
    ["g;x=1/../y", "http://a.zz:8080/b/c/y"],
    ["g?y/../x", "http://a.zz:8080/b/c/g?y/../x"],
    ["//g.zz", "http://g.zz/"],
    ["//g.zz:80/x", "http://g.zz/x"],
    ["https://g.zz/x", "https://g.zz/x"],
    ["HTTPS://G.zz/x#y", "https://g.zz/x"],
    // The liberties of browsers.
    ["http:g", "http://a.zz:8080/b/c/g"],
    ["http:/g", "http://a.zz:8080/g"],
    ["http:?y", "http://a.zz:8080/b/c/d?y"],
    ["https:g.zz/x", "https://g.zz/x"],
    ["https:/g.zz/x", "https://g.zz/x"],
    ["https:///g.zz/x", "https://g.zz/x"],
    ["http:////g.zz/x", "http://g.zz/x"],
    ["///g.zz/x", "http://g.zz/x"],
    ["\\g", "http://a.zz:8080/g"],
    ["\\\\g.zz\\x", "http://g.zz/x"],
    ["/\\g.zz/x", "http://g.zz/x"],
    ["https:\\\\g.zz\\x", "https://g.zz/x"],
    [" /g ", "http://a.zz:8080/g"],
    ["\t/\ng\r", "http://a.zz:8080/g"],
    ["/a b", "http://a.zz:8080/a%20b"],
    // Spelled as the site has it: another spelling may be sent here again, or be unknown.
    ["/caf%c3%a9/%7Ebob?x=%2f[1]|", "http://a.zz:8080/caf%c3%a9/%7Ebob?x=%2f[1]|"],
    ["/%2e%2E/%2e/a/.%2e/g", "http://a.zz:8080/g"],
    ["http://user:pw@g.zz/", "http://g.zz/"],
    // A colon in a first segment that is no scheme.
    ["1:2", "http://a.zz:8080/b/c/1:2"],
    ["./x:2", "http://a.zz:8080/b/c/x:2"],
    // Not followed.
    ["mailto:x@g.zz", "ignored scheme"],
    ["file:///etc/passwd", "ignored scheme"],
    ["javascript:alert(1)", "ignored scheme"],
    ["http://127.0.0.1/", "invalid private-address"],
    ["//localhost/", "invalid local-name"],
    ["http://", "invalid no-host"],
    ["http://g.zz:6379/", "ignored port"],
    ["https://g h.zz/", "invalid label"],
    [`/${"a".repeat(9_000)}`, "invalid too-long"],
  ])("%j leads to %s", (reference, expected) => {
    expect(answer(reference)).toBe(expected);
  });

  test.each([
    ["UTF-8 bytes in the path", latin1("/Straße"), "http://a.zz:8080/Stra%C3%9Fe"],
    ["UTF-8 bytes in the host", latin1("http://müller.zz/"), "http://xn--mller-kva.zz/"],
    ["Latin-1 bytes in the path", "/caf\u00E9", "http://a.zz:8080/caf%E9"],
    ["Latin-1 bytes in the host", "http://m\u00FCller.zz/", "invalid label"],
    ["decoded text", "/中ß", "http://a.zz:8080/%E4%B8%AD%C3%9F"],
    ["an encoded line end", "http://h.zz/%0d%0aSet-Cookie:%20x", "http://h.zz/%0d%0aSet-Cookie:%20x"],
  ])("%s", (_name, reference, expected) => {
    expect(answer(reference)).toBe(expected);
  });

  test("from https a reference without scheme stays https; from ftp, ftp", () => {
    expect(answer("//g.zz/", "https://a.zz/" as NormalisedUrl)).toBe("https://g.zz/");
    expect(answer("x", "ftp://a.zz/y" as NormalisedUrl)).toBe("ftp://a.zz/x");
    expect(answer("http:g.zz", "https://a.zz/" as NormalisedUrl)).toBe("http://g.zz/");
  });

  test("from IPv6 and with allowPrivate", () => {
    expect(answer("/x", "http://[2003::1]:81/" as NormalisedUrl)).toBe("http://[2003::1]:81/x");
    const local = resolveReference(BASE, "http://127.0.0.1:81/", { allowPrivate: true });
    expect(local).toMatchObject({ kind: "resource", url: "http://127.0.0.1:81/" });
  });
});
