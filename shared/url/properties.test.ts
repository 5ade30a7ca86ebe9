import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveReference } from "../../crawler/classify/reference.ts";
import { classify, URL_CHARS_MAX } from "./classify.ts";
import { urlKey } from "./key.ts";
import { joinUrl, splitUrl } from "./parts.ts";
import type { Classified, NormalisedUrl } from "./types.ts";

const scheme = fc.constantFrom("http", "https", "ftp", "ftps", "sftp");
const label = fc
  .stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
  .filter((text) => !text.startsWith("xn--"));
const unicodeLabel = fc.constantFrom("müller", "例え", "пример", "faß", "straße", "bücher", "ñandú");
const host = fc
  .array(fc.oneof(label, unicodeLabel), { minLength: 1, maxLength: 4 })
  .map((labels) => `${labels.join(".")}.zz`);
/** Text of the kind that breaks normalisers: separators, half escapes, dots, surrogates, invisible characters. */
const spice = fc.oneof(
  fc.constantFrom(
    ..."/ // \\ ? # % %% %4 %41 %2F %2e %2E%2e . .. ... @ : [ ] & + ' \" < > | ^ ` { } ~ _ - \u0000 \t \n \u00A0 \u200D \u202E \uFEFF ä ß 中 😀 \uD800 \uDC00 。 ％ ００ xn-- xn--a 0x 127.0.0.1 :80 :8o8o http:// mailto:".split(
      " ",
    ),
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.stringMatching(/^[a-z0-9]{1,4}$/),
);
const salad = fc.array(spice, { maxLength: 20 }).map((parts) => parts.join(""));
const urlLike = fc
  .tuple(scheme, fc.oneof(host, salad), salad)
  .map(([name, authority, tail]) => `${name}://${authority}/${tail}`);
const anything = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), salad, urlLike);

const urlOf = (found: Classified): NormalisedUrl | null => (found.kind === "invalid" ? null : found.url);
const sound = { numRuns: 3_000 };

describe("classify of any string", () => {
  test("never throws, and what it accepts is printable ASCII within the limit and has the parts it names", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const found = classify(input);
        const url = urlOf(found);
        if (url === null) return;
        expect(url).toMatch(/^(?:https?|ftps?|sftp):\/\/[!-~]+$/);
        expect(url).not.toContain("#");
        expect(url.length).toBeLessThanOrEqual(URL_CHARS_MAX);
        if (found.kind === "resource") {
          expect(joinUrl(found.parts)).toBe(url);
          expect(splitUrl(url)).toEqual(found.parts);
        }
      }),
      sound,
    );
  });

  test("is idempotent: a normalised URL is its own normalised form, with the same flags", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const found = classify(input);
        const url = urlOf(found);
        if (url === null) return;
        const again = classify(url);
        expect(urlOf(again)).toBe(url);
        expect(again.kind).toBe(found.kind);
        if (found.kind === "resource" && again.kind === "resource")
          expect(again.flags).toEqual(found.flags.filter((flag) => flag !== "credentials-dropped"));
      }),
      sound,
    );
  });
});

describe("spellings of one resource have one name", () => {
  const resource = fc
    .tuple(scheme, host, salad)
    // An end that is never stripped as space, so that a fragment may follow it.
    .map(([name, where, tail]) => ({ name, where, tail: `${tail}x` }))
    .filter(({ name, where, tail }) => classify(`${name}://${where}/${tail}`).kind === "resource");
  const same = (a: string, b: string) => expect(urlOf(classify(a))).toBe(urlOf(classify(b)));

  test("case of scheme and host, final dot, default port, user data, fragment", () => {
    const ownPort: Record<string, number> = { http: 80, https: 443, ftp: 21, ftps: 990, sftp: 22 };
    fc.assert(
      fc.property(resource, ({ name, where, tail }) => {
        const plain = `${name}://${where}/${tail}`;
        // A sharp s in capitals is another name (UTS 46), so that label is left alone.
        const upper = where.replace(/[a-zü-ÿа-я]+/g, (text) =>
          text.includes("ß") ? text : text.toUpperCase(),
        );
        if (!where.includes("ß")) same(`${name.toUpperCase()}://${upper}/${tail}`, plain);
        same(`${name}://${where}./${tail}`, plain);
        same(`${name}://${where}:/${tail}`, plain);
        same(`${name}://${where}:${ownPort[name]}/${tail}`, plain);
        same(`${name}://user:pass@word@${where}/${tail}`, plain);
        same(`${plain}#fragment`, plain);
      }),
    );
  });

  test("percent-encoded and punycode hosts", () => {
    fc.assert(
      fc.property(resource, ({ name, where, tail }) => {
        same(`${name}://${encodeURIComponent(where)}/${tail}`, `${name}://${where}/${tail}`);
      }),
    );
  });

  test("dot segments, and escapes of unreserved characters in the path", () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_~-]{1,6}$/);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), segment, (segments, extra) => {
        const path = segments.map((each) => `/${each}`).join("");
        const plain = `http://a.zz${path}/x`;
        same(`http://a.zz${path}/${extra}/../x`, plain);
        same(`http://a.zz${path}/./x`, plain);
        same(`http://a.zz/..${path}/%2e/x`, plain);
        const escaped = path.replace(
          /[^/]/g,
          (char) => `%${(char.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`,
        );
        same(`http://a.zz${escaped}/x`, plain);
      }),
    );
  });

  test("different paths stay different", () => {
    const names = [
      "/a",
      "/A",
      "/a/",
      "//a",
      "/a?",
      "/a?b",
      "/a%2Fb",
      "/a/b",
      "/a+b",
      "/a%20b",
      "/a%2Bb",
      "/caf%E9",
      "/caf%C3%A9",
    ].map((path) => urlOf(classify(`http://a.zz${path}`)));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the platform's WHATWG URL agrees", () => {
  test("on host and port of ordinary URLs", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("http", "https", "ftp"),
        host,
        fc.oneof(
          fc.constant(""),
          fc.nat({ max: 60_000 }).map((port) => `:${port + 1_024}`),
        ),
        fc.webPath(),
        (name, where, port, path) => {
          const input = `${name}://${where}${port}${path}`;
          const url = urlOf(classify(input));
          expect(url).not.toBe(null);
          expect(new URL(url ?? "").host).toBe(new URL(input).host);
        },
      ),
    );
  });

  test("on addresses, however their numbers are written", () => {
    const number = fc.tuple(fc.nat({ max: 300 }), fc.constantFrom(10, 16, 8)).map(([value, base]) => {
      const prefix: Record<number, string> = { 8: "0", 10: "", 16: "0x" };
      return `${prefix[base]}${value.toString(base)}`;
    });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
        const input = `http://${numbers.join(".")}/`;
        const ours = classify(input, { allowPrivate: true });
        const theirs = URL.canParse(input) ? new URL(input).href : null;
        expect(ours.kind === "resource" ? ours.url : null).toBe(theirs);
      }),
    );
  });

  test("on dot segments and redirects within a host", () => {
    const reference = fc
      .array(
        fc.constantFrom(
          ..."/ .. . a b.c ? q=1 %2e .%2E \\ // %7e %C3%a9 %4 % ~ [ ] | { } ` ' \" < > $&+,;=@!*()".split(
            " ",
          ),
          " ",
          "\x7f",
        ),
        { minLength: 1, maxLength: 8 },
      )
      .map((parts) => parts.join(""))
      .filter((text) => !/^ *[/\\]{2}/.test(text) && !/\?.*\\/.test(text));
    fc.assert(
      fc.property(reference, (text) => {
        const base = "http://a.zz/x/y/z?q" as NormalisedUrl;
        // An empty query is kept: servers see the mark.
        const empty = /^[^#]*\?$/.test(text.trim()) ? "?" : "";
        expect(urlOf(resolveReference(base, text))).toBe(new URL(text, base).href.replace(/\?$/, "") + empty);
      }),
      sound,
    );
  });
});

test("resolveReference never throws and leaves what can be sent, and would be sent the same again", () => {
  const base = "https://a.zz:8443/x/y?q" as NormalisedUrl;
  fc.assert(
    fc.property(anything, (reference) => {
      const url = urlOf(resolveReference(base, reference));
      if (url === null) return;
      expect(url).toMatch(/^(?:https?|ftps?|sftp):\/\/[!-~]+$/);
      expect(urlOf(resolveReference(base, url))).toBe(url);
    }),
    sound,
  );
});

test("keys are 32 hex digits, equal only for equal URLs", () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.webUrl(), (a, b) => {
      const keyA = urlKey(a as NormalisedUrl);
      expect(keyA).toMatch(/^[0-9a-f]{32}$/);
      expect(keyA === urlKey(b as NormalisedUrl)).toBe(a === b);
    }),
  );
});
