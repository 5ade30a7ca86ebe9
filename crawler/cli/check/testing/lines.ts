import type { CheckLine } from "../line.ts";

/** A good answer, and what is different about this one. */
export function checkLine(more: Partial<CheckLine> = {}): CheckLine {
  const url = more.url ?? "https://www.a.net/page";
  return {
    url,
    normalised: url,
    status: 1,
    http: 200,
    finalUrl: url,
    mime: null,
    kib: null,
    error: null,
    ms: 212,
    rule: "table",
    refused: false,
    deadEnd: false,
    notes: [],
    traits: [],
    tls: null,
    chain: [{ url, method: "HEAD", http: 200, address: "192.0.2.7", ms: 98 }],
    timing: { name: 12, connect: 40, tls: 55, answer: 98, read: 0, rest: 7 },
    ...more,
  };
}

const NOBODY = { http: null, finalUrl: null, chain: [] } as const;

const UNANSWERED = {
  why: "link",
  url: "https://www.a.net/page",
  http: null,
  failure: "timeout",
  address: "192.0.2.7",
} as const;

/** One line of each kind, as `weboid check --json` prints them. */
export const LINES = {
  works: checkLine(),
  pdf: checkLine({ url: "http://a.net/x.pdf", mime: "pdf", kib: 1953 }),
  moved: checkLine({
    url: "http://a.net/old",
    status: 8,
    http: 301,
    finalUrl: "https://b.net/new",
    rule: "redirect",
    notes: [{ key: "moved", value: "https://b.net/new" }],
    chain: [
      {
        url: "http://a.net/old",
        method: "HEAD",
        http: 301,
        address: "192.0.2.7",
        ms: 40,
        timing: { name: 12, connect: 10, answer: 30 },
      },
      {
        url: "https://b.net/new",
        method: "GET",
        http: 200,
        address: "2001:db8::1",
        ms: 160,
        timing: { robots: 1, answer: 150, read: 10 },
      },
    ],
    timing: { name: 12, connect: 10, robots: 1, answer: 180, read: 10 },
  }),
  notFound: checkLine({ status: 18, http: 404, error: "HTTP 404 (not found)", rule: "error" }),
  silent: checkLine({
    ...NOBODY,
    status: 64,
    error: "no answer within the time limit",
    rule: "timeout",
    ms: 58_000,
    traits: [{ host: "www.a.net" as never, trait: "server-down" }],
    timing: { name: 12, connect: 40, answer: 57_948 },
    requests: [
      {
        ...UNANSWERED,
        method: "HEAD",
        at: 12,
        ms: 20_041,
        timing: { name: 12, connect: 40, answer: 20_001 },
      },
      { ...UNANSWERED, method: "GET", at: 20_053, ms: 37_947, timing: { answer: 37_947 } },
    ],
  }),
  noDomain: checkLine({ ...NOBODY, status: 66, error: "unknown domain", rule: "dns-unknown", ms: 4 }),
  loop: checkLine({
    status: 9,
    http: 302,
    deadEnd: true,
    error: "the redirect (HTTP 302) leads back to itself",
    rule: "redirect-nowhere",
    notes: [{ key: "redirect-nowhere" }],
  }),
  toError: checkLine({
    status: 8,
    http: 404,
    deadEnd: true,
    error: "redirects to an error (HTTP 404, not found)",
    rule: "redirect-to-error",
    notes: [{ key: "redirect-to-error", value: "404" }],
  }),
  soft404: checkLine({
    deadEnd: true,
    error: "the site shows this page for addresses that do not exist, too",
    rule: "soft-404",
    notes: [{ key: "soft-404" }],
  }),
  robots: checkLine({
    ...NOBODY,
    status: 0,
    error: "not checked: robots.txt forbids it",
    rule: "not-tried",
    notes: [{ key: "left-alone" }],
    ms: 0,
  }),
  wall: checkLine({
    status: 17,
    http: 403,
    refused: true,
    error: "robots are turned away (HTTP 403)",
    rule: "refused",
    notes: [{ key: "robot-wall" }],
  }),
  odd: checkLine({ status: 19, http: 406, error: "HTTP 406 (not acceptable)", rule: "error" }),
  unverified: checkLine({
    status: 2,
    rule: "fine-unverified",
    tls: "expired",
    notes: [{ key: "certificate-expired" }],
  }),
  invalid: checkLine({
    ...NOBODY,
    url: "http:///nowhere",
    normalised: null,
    status: 128,
    error: "The host is missing.",
    rule: "invalid-no-host",
    ms: 0,
  }),
  mail: checkLine({
    ...NOBODY,
    url: "mailto:x@a.net",
    normalised: null,
    status: 0,
    error: "Only http, https, ftp, ftps and sftp addresses are watched.",
    rule: "ignored-scheme",
    ms: 0,
  }),
  busy: checkLine({
    ...NOBODY,
    status: 0,
    error: "not checked: too many other requests of ours wait for that host",
    rule: "not-tried",
    ms: 0,
  }),
} as const satisfies Record<string, CheckLine>;
