import { describe, expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { messages } from "../../../shared/i18n/messages.ts";
import { createPaint } from "../output/paint.ts";
import { widthOf } from "../output/text.ts";
import { block } from "./block.ts";
import type { CheckLine } from "./line.ts";
import { checkLine, LINES } from "./testing/lines.ts";

const render = (line: CheckLine, { columns = 80, colour = false, requests = false } = {}) =>
  block(line, {
    paint: createPaint(colour),
    columns,
    today: asDay(3600),
    say: messages("en"),
    allowPrivate: false,
    requests,
  });

describe("a block", () => {
  test("of a dead page", () =>
    expect(render(LINES.notFound)).toEqual([
      "✗ broken  https://www.a.net/page",
      "  why     HTTP 404 (not found)",
      "  hops    HEAD  200    98 ms  192.0.2.7  https://www.a.net/page",
      "  time    212 ms: name 12, connect 40, TLS 55, answer 98",
      "  stored  status 18 not found (rule error), HTTP 404",
      "  shown   Doubtful since today · 404 not found · one check · last checked today",
      "          Likely cause: The page was deleted, renamed or moved without a",
      "          redirect, or the address has a typing error.",
      expect.stringMatching(/^ {10}If it stays so for \d+ weeks: Dead for \d+ weeks · 404 not found · \d+$/),
      expect.stringMatching(/^ {10}checks · last checked today$/),
    ]));

  test("of a page that moved", () =>
    expect(render(LINES.moved, { columns: 120 })).toEqual([
      "→ moved  http://a.net/old",
      "  why     readers get the content after a redirect (HTTP 301, then 200)",
      "  hops    HEAD  301    40 ms  192.0.2.7    http://a.net/old",
      "          GET   200   160 ms  2001:db8::1  https://b.net/new",
      "  time    212 ms: name 12, connect 10, answer 180, reading 10",
      "  stored  status 8 moved permanently (rule redirect), HTTP 301",
      "          note moved: https://b.net/new",
      "  shown   Working since today · 301 moved permanently · one check · last checked today",
      "          Likely cause: The site was rearranged. The new address should replace the old one before the",
      "          redirect disappears.",
      "          The site names a new address: https://b.net/new",
      "          Working also if it stays so for 12 weeks",
    ]));

  test("of a certificate in trouble", () =>
    expect(render(LINES.unverified, { columns: 120 })).toEqual([
      "✓ working  https://www.a.net/page",
      "  why     readers get the content (HTTP 200)",
      "  tls     the certificate has run out, or does not hold yet; the answer was taken without verification",
      "  hops    HEAD  200    98 ms  192.0.2.7  https://www.a.net/page",
      "  time    212 ms: name 12, connect 40, TLS 55, answer 98",
      "  stored  status 2 available (rule fine-unverified), HTTP 200",
      "          note certificate-expired",
      "  shown   Working since today · 200 available · one check · last checked today",
      "          The site’s certificate has expired; browsers warn about it",
      "          Working also if it stays so for 12 weeks",
    ]));

  test.each<[keyof typeof LINES, string[]]>([
    ["pdf", ["  stored  status 1 OK (rule table), HTTP 200, pdf of 1953 KiB"]],
    [
      "silent",
      [
        "  time    58.0 s: name 12 ms, connect 40 ms, answer 57.9 s (failed)",
        "          trait server-down of www.a.net",
      ],
    ],
    [
      "toError",
      ["          note redirect-to-error: 404", "          The redirect ends at an error: 404 not found"],
    ],
    [
      "loop",
      [
        "  stored  status 9 redirects to another address (rule redirect-nowhere), HTTP",
        "          302, dead end",
      ],
    ],
    ["soft404", ["  stored  status 1 OK (rule soft-404), HTTP 200, not the page", "          note soft-404"]],
    ["robots", ["  stored  nothing, as nothing was observed (rule not-tried)", "          note left-alone"]],
    ["wall", ["          Closed to robots also if it stays so for 12 weeks"]],
    [
      "mail",
      [
        "  stored  nothing, as nothing was observed (rule ignored-scheme)",
        "  shown   nothing: such links are not watched",
      ],
    ],
    ["busy", ["  shown   Not checked yet"]],
    ["invalid", ["! invalid  http:///nowhere", "  shown   Invalid"]],
  ])("of %s has %j", (name, rows) => expect(render(LINES[name])).toEqual(expect.arrayContaining(rows)));

  test("of a chain on which somebody waited", () => {
    const chain = LINES.moved.chain.map((hop, index) =>
      index === 0 ? hop : { ...hop, timing: { name: 4_800, answer: 160 } },
    );
    expect(render({ ...LINES.moved, chain, ms: 5_030, timing: { name: 4_812 } }).slice(2, 7)).toEqual([
      "  hops    HEAD  301    40 ms  192.0.2.7    http://a.net/old",
      "                     name 12, connect 10, answer 30",
      "          GET   200   160 ms  2001:db8::1  https://b.net/new",
      "                     name 4.8 s, answer 160 ms",
      "  time    5.0 s: name 4.8 s",
    ]);
  });

  test("tells every request where that is asked for", () =>
    expect(render(LINES.silent, { requests: true }).slice(2, 7)).toEqual([
      "  asked   HEAD        20.0 s  192.0.2.7  https://www.a.net/page",
      "                     name 12 ms, connect 40 ms, answer 20.0 s (failed)",
      "          GET         37.9 s  192.0.2.7  https://www.a.net/page",
      "                     answer 37.9 s (failed)",
      "  time    58.0 s: name 12 ms, connect 40 ms, answer 57.9 s (failed)",
    ]));

  test("shows the normalised URL where it differs", () => {
    const rows = render(checkLine({ url: "HTTP://MÜNCHEN.zz", normalised: "http://xn--mnchen-3ya.zz/" }));
    expect(rows.slice(0, 2)).toEqual(["✓ working  HTTP://MÜNCHEN.zz", "  url     http://xn--mnchen-3ya.zz/"]);
  });

  test("of servers that speak no HTTP", () => {
    const hop = { http: null, address: "192.0.2.7", ms: 30 } as const;
    const chain = [
      { ...hop, url: "ftp://a.net/x", method: "FTP", reply: 213 },
      { ...hop, url: "sftp://a.net/x", method: "SSH" },
    ] as const;
    const rows = render(checkLine({ url: "ftp://a.net/x", http: null, chain }), { colour: true });
    expect(rows.slice(2, 4)).toEqual([
      expect.stringContaining("FTP   \u001b[90m213\u001b[39m  \u001b[90m  30 ms\u001b[39m  "),
      expect.stringContaining("SSH   \u001b[90m   \u001b[39m  \u001b[90m  30 ms\u001b[39m  "),
    ]);
  });

  test("claims no content that was not seen", () =>
    expect(render(checkLine({ url: "sftp://a.net/x", http: null, rule: "server-seen" }))[1]).toBe(
      "  why     the server is there; whether it has the file was not to be seen",
    ));

  test("knows no note and no rule by name", () => {
    const line = checkLine({ notes: [{ key: "a-new-one" as never, value: "5 days" }], rule: "new-rule" });
    expect(render(line)).toEqual(
      expect.arrayContaining([
        "  stored  status 1 OK (rule new-rule), HTTP 200",
        "          note a-new-one: 5 days",
        "          a-new-one: 5 days",
      ]),
    );
  });
});

test("colours change nothing but colours", () => {
  for (const line of Object.values(LINES)) {
    const coloured = render(line, { colour: true });
    expect(coloured.join("\n")).toContain("\u001b[");
    expect(coloured.map((row) => Bun.stripANSI(row))).toEqual(render(line));
  }
});

test("URLs are never cut, and nothing else runs over the edge", () => {
  const url = `https://a.net/${"x".repeat(3_000)}`;
  const rows = render(checkLine({ url, notes: [{ key: "moved", value: url }] }), { columns: 40 });
  expect(rows.filter((row) => row.includes(url))).toHaveLength(4);
  const prose = rows.filter((row) => !row.includes(url) && !row.includes("hops"));
  expect(Math.max(...prose.map(widthOf))).toBeLessThan(40);
});

test("hostile text steers nothing", () => {
  const evil = "\u001b[2J\u009b31m\u202e\r\n\u0000\u2066z";
  const line = checkLine({
    url: evil,
    normalised: evil,
    error: evil,
    rule: evil,
    notes: [{ key: "moved", value: evil }],
    traits: [{ host: evil as never, trait: "server-down" }],
    chain: [{ url: evil, method: "GET", http: 200, address: evil, ms: 1 }],
  });
  const text = render(line).join("");
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain("[U+001B][2J[U+009B]31m[U+202E][U+000D][U+000A][U+0000][U+2066]z");
});
