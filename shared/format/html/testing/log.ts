import type { LoggedEntry, LogResponse } from "../../../protocol/people-log.ts";

const AT = Date.UTC(2026, 10, 21, 12) / 1_000;

/** An entry as a page shows it; its hashes are of nothing. */
export const entry = (no: number, more: Partial<LoggedEntry> = {}): LoggedEntry => ({
  no,
  at: AT + no,
  act: "report",
  wiki: "dewiki@WMF",
  scope: "url",
  text: { salt: "5a".repeat(16), target: `https://a.zz/${no}`, detail: null },
  textHash: "a".repeat(64),
  urls: 1,
  by: "reader",
  undoes: null,
  until: null,
  previous: "b".repeat(64),
  hash: "c".repeat(64),
  undone: null,
  ...more,
});

const saying = (target: string, detail: string | null) => ({ salt: "5a".repeat(16), target, detail });

export const LOG: LogResponse = {
  entries: [
    entry(9, { act: "hide", wiki: null, scope: "entry", text: saying("3", null), by: "operator" }),
    entry(8, { act: "unblock", text: saying("https://b.zz/7", null), by: "administrator", undoes: 7 }),
    entry(7, { act: "block", text: saying("https://b.zz/7", null), undone: 8 }),
    entry(6, {
      act: "lock",
      wiki: null,
      scope: "everything",
      text: saying("", "an attack"),
      until: 3_620,
      by: "administrator",
    }),
    entry(5, { act: "propose", text: saying("https://a.zz/5", "https://b.zz/5") }),
    entry(4, {
      scope: "host",
      text: saying("a.zz", "https://a.zz/4"),
      urls: 12,
      by: "account",
    }),
    entry(3, { act: "remove", text: null }),
    entry(2, { act: "withdraw", undoes: 1 }),
    entry(1, { undone: 2 }),
  ],
  next: 1,
  locks: [{ scope: "host", target: "a.zz", reason: "two groups", until: 3_620 }],
};

/** The same with text that wants to be markup. */
export const hostileLog = (text: string): LogResponse => ({
  ...LOG,
  entries: [
    ...LOG.entries,
    entry(0, { text: saying(text, text) }),
    entry(0, { act: "lock", scope: "path", text: saying(text, text), until: 3_620 }),
    entry(0, { act: "propose", text: saying("javascript:alert(1)", "data:text/html,x") }),
  ],
  locks: [{ scope: "path", target: text, reason: text, until: 3_620 }],
});
