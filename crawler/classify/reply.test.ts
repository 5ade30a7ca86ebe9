import { expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "./interpret.ts";
import type { FileReply, Outcome, TlsTrouble } from "./outcome.ts";

const FTP = "ftp://a.net/pub/x" as NormalisedUrl;

function read(
  to: FileReply["to"],
  code: number | null,
  text: string,
  more: { readonly tls?: TlsTrouble; readonly withoutTls?: boolean } = {},
) {
  const reply = { url: FTP, to, code, text, address: "192.0.2.1", ms: 5 };
  const outcome: Outcome = { kind: "reply", reply, tls: null, withoutTls: false, ms: 9, ...more };
  return interpret(outcome, FTP, 0);
}

test.each<[to: FileReply["to"], code: number | null, text: string, status: number, rule: string]>([
  ["path", 213, "1234", 1, "file-there"],
  ["path", 250, "Directory changed.", 1, "file-there"],
  ["path", 230, "Logged in.", 1, "file-there"],
  ["login", 230, "Logged in.", 2, "server-seen"],
  ["greeting", null, "SSH-2.0-OpenSSH_9.6", 2, "server-seen"],
  ["path", 550, "Failed to change directory.", 18, "ftp-not-found"],
  ["path", 550, "No such file or directory", 18, "ftp-not-found"],
  ["path", 553, "The file does not exist", 18, "ftp-not-found"],
  ["path", 450, "x: No such file or directory", 18, "ftp-not-found"],
  ["path", 450, "File busy", 40, "ftp-busy"],
  ["path", 451, "Local error", 40, "ftp-busy"],
  ["path", 550, "Permission denied.", 17, "ftp-refused"],
  ["path", 550, "Access is denied.", 17, "ftp-refused"],
  ["path", 550, "x: Operation not permitted", 17, "ftp-refused"],
  ["path", 530, "Please login with USER and PASS.", 17, "ftp-refused"],
  ["path", 553, "Filename not acceptable", 20, "ftp-strange"],
  ["path", 421, "Timeout.", 40, "ftp-busy"],
  ["login", 530, "Login incorrect.", 17, "ftp-refused"],
  ["login", 532, "Need account.", 17, "ftp-refused"],
  ["login", 332, "Need account.", 17, "ftp-refused"],
  ["login", 331, "Again?", 20, "ftp-strange"],
  ["login", 534, "Policy requires SSL.", 17, "ftp-refused"],
  ["login", 550, "Anonymous access is off", 17, "ftp-refused"],
  ["login", 500, "Command unrecognized", 20, "ftp-strange"],
  ["login", 502, "Unimplemented", 20, "ftp-strange"],
  [
    "login",
    530,
    "Sorry, the maximum number of clients (50) for this user are already connected.",
    40,
    "ftp-full",
  ],
  ["login", 421, "There are too many connections from your internet address.", 36, "ftp-too-many-of-us"],
  ["login", 530, "Too many connections from this IP", 36, "ftp-too-many-of-us"],
  ["greeting", 421, "Service not available", 40, "ftp-busy"],
  ["greeting", 120, "Ready in 10 minutes", 40, "ftp-busy"],
  ["greeting", 530, "No", 17, "ftp-refused"],
  ["greeting", 554, "No SMTP service here", 17, "ftp-refused"],
  ["greeting", 999, "What?", 20, "ftp-strange"],
  ["greeting", 0, "", 20, "ftp-strange"],
])("%s %s %s: %i", (to, code, text, status, rule) => {
  const found = read(to, code, text);
  expect(found).toMatchObject({ status, rule, http: null, finalUrl: FTP, traits: [], mime: null, kib: null });
  expect(found.error === null).toBe(status < 3);
  expect(found.refused).toBe(status === 17 || status === 36);
});

test("what the server said stands in the error", () => {
  const found = read("path", 550, "Gone fishing");
  expect(found.error).toBe("the FTP server says: 550 Gone fishing");
  // Its words may be others each time, which would be news each time.
  expect(found.notes).toEqual([{ key: "ftp-reply", value: "550" }]);
});

test("a note says that only the server was seen", () => {
  expect(read("login", 230, "").notes).toEqual([{ key: "only-server-seen" }]);
});

test.each([
  [{ withoutTls: true }, 63, "fine-without-tls", []],
  [{ tls: "expired" }, 2, "fine-unverified", [{ key: "certificate-expired" }]],
] as const)("ftps: %o is %i", (more, status, rule, notes) => {
  expect(read("path", 213, "1", more)).toMatchObject({ status, rule, notes });
  expect(read("path", 550, "", more)).toMatchObject({ status: 18 });
});

test.each(["connect-refused", "timeout"] as const)(
  "%s of a server of files is no outage of its host",
  (failure) => {
    const outcome = { kind: "failure", failure, chain: [], literal: false, tls: null, ms: 1 } as const;
    expect(interpret(outcome, FTP, 0)).toMatchObject({ status: 64, traits: [] });
    expect(interpret({ ...outcome, failure: "dns-unknown" }, FTP, 0).traits).toEqual([
      { host: "a.net", trait: "dns-error" },
    ]);
  },
);
