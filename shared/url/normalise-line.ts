import { type ClassifyOptions, classify } from "./classify.ts";
import { splitUrl } from "./parts.ts";
import type { HostName, IgnoredReason, InvalidReason, NormalisedUrl, UrlFlag } from "./types.ts";

/** One line of `weboid normalise`, and the answer of `/api/v1/normalise` (docs/cli.md, docs/api.md). */
export interface NormaliseLine {
  /** The input as given: hostile text that must be escaped for output. */
  readonly input: string;
  /** Null when invalid, or of a scheme that Weboid does not support. */
  readonly url: NormalisedUrl | null;
  readonly host: HostName | null;
  /** False: can never work (U3). Always true for unsupported schemes, which are not examined. */
  readonly valid: boolean;
  readonly reason: InvalidReason | IgnoredReason | null;
  /** True: possibly valid, but not watched (U1, U2). */
  readonly ignored: boolean;
  readonly flags: readonly UrlFlag[];
  /** Explanation of `reason` in English; null without one. Never repeats the input. */
  readonly message: string | null;
}

const INVALID_MESSAGES: Record<InvalidReason, string> = {
  syntax:
    "This is no web address. Write a scheme such as https:, two slashes and a host: https://example.com/.",
  "no-host": "The host is missing. Write its name after the two slashes: https://example.com/.",
  "invisible-character": "The host contains an invisible character. Type the host again without it.",
  "address-out-of-range":
    "The host is written as numbers, but they are no IPv4 address. Write four numbers from 0 to 255, or a name.",
  "private-address":
    "The host is an address that is not on the public Internet; nobody outside can reach it. Use a public one.",
  "no-dot": "The host has no dot. Write its whole name with the top-level domain, such as example.com.",
  label:
    "A part of the host name is wrong. Between its dots stand 1 to 63 letters, digits, hyphens or " +
    "underscores, with a letter or digit at either end.",
  "top-level":
    "The last part of the host name is no top-level domain. Write one of two letters or more, such as .com.",
  punycode: "A part of the host name begins with xn-- but is no valid punycode. Write it in its own letters.",
  port: "The port after the colon is no number from 1 to 65535. Correct it, or leave it out.",
  "local-name":
    "The host name is known inside one network only; nobody outside can reach it. Use a public one.",
  "too-long":
    "The address is too long for Weboid and most servers. Shorten it to 8192 characters, and its host to 253.",
};

const IGNORED_MESSAGES: Record<IgnoredReason, string> = {
  scheme: "Only http, https, ftp, ftps and sftp addresses are watched.",
  "reserved-name":
    "The host name is reserved for examples, tests or systems apart from the web; it is not watched.",
  port: "The port belongs to a service that is no web server; it is never contacted.",
};

/** A URL whose host is in brackets. "syntax" then means a bad IPv6 address (RFC 3986, 3.2.2), which has its own message. */
const IN_BRACKETS = /^\s{0,9}(?:[a-z][a-z0-9+.-]{0,20}:)?[\\/]{2,9}(?:[^\\/?#]{0,300}@)?\[/i;
const BAD_BRACKETS =
  "Brackets around a host hold an IPv6 address: a whole one without a zone such as %eth0, and then the closing bracket.";

/** @param input one URL, as a person or program wrote it */
export function normaliseLine(input: string, options: ClassifyOptions = {}): NormaliseLine {
  const found = classify(input, options);
  switch (found.kind) {
    case "resource":
      return {
        input,
        url: found.url,
        host: found.parts.host,
        valid: true,
        reason: null,
        ignored: false,
        flags: found.flags,
        message: null,
      };
    case "ignored":
      return {
        input,
        url: found.url,
        host: found.url === null ? null : splitUrl(found.url).host,
        valid: true,
        reason: found.reason,
        ignored: true,
        flags: [],
        message: IGNORED_MESSAGES[found.reason],
      };
    case "invalid":
      return {
        input,
        url: null,
        host: null,
        valid: false,
        reason: found.reason,
        ignored: false,
        flags: [],
        message:
          found.reason === "syntax" && IN_BRACKETS.test(input)
            ? BAD_BRACKETS
            : INVALID_MESSAGES[found.reason],
      };
  }
}
