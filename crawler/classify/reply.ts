import {
  AVAILABLE,
  FINE,
  NOT_FOUND,
  REFUSED,
  SCHEME_CHANGE,
  STRANGE,
  TOO_MANY,
  UNAVAILABLE,
} from "../../shared/status/table.ts";
import { type Finding, note } from "./finding.ts";
import type { FileReply, Outcome } from "./outcome.ts";

type Reply = Extract<Outcome, { kind: "reply" }>;

interface ReplyRule {
  readonly name: string;
  readonly applies: (reply: FileReply) => boolean;
  readonly find: (reply: FileReply) => Finding;
}

/** 550 means that something is not there, or not for everybody: the words say which. */
const DENIAL =
  /permission|denied|prohibited|forbidden|not (?:authori[sz]ed|allowed|permitted)|privilege|unauthori[sz]ed|not logged in|log ?in (?:first|with)/i;
const CROWD =
  /too many|maximum (?:number|allowed)|max(?:imum)? (?:clients|connections|users)|limit|try again/i;
const YOUR_CROWD =
  /(?:from|for|per) (?:your|this|the same) (?:ip|address|host|internet|network|machine)|per (?:ip|host)/i;
const ABSENCE = /no such|not (?:be )?found|(?:does not|doesn't) exist|cannot find/i;

/** Whether a server's words say "not you" and not "not here". */
const isDenial = (text: string): boolean => DENIAL.test(text);

const says = ({ code, text }: FileReply): string => `the FTP server says: ${code} ${text}`.trim();
const replyNote = ({ code }: FileReply) => note("ftp-reply", String(code));
const found =
  (status: Finding["status"], refused = false) =>
  (reply: FileReply): Finding => ({
    status,
    http: null,
    ...(refused && { refused: true }),
    notes: [replyNote(reply)],
    error: says(reply),
  });

const isDone = ({ code }: FileReply) => code !== null && code >= 200 && code < 300;
const isTransient = ({ code }: FileReply) => code !== null && ((code >= 400 && code < 500) || code === 120);
const isRefused = ({ code }: FileReply) => code !== null && code >= 500 && code < 600;

/** The codes of RFC 959 for commands that are not understood: in answer to USER, this is no server of files. */
const MISUNDERSTOOD: ReadonlySet<number | null> = new Set([500, 501, 502, 503, 504]);
/** Not logged in; account needed; request denied for policy reasons, or for want of TLS (RFC 2228, RFC 4217). */
const NOT_YOU: ReadonlySet<number | null> = new Set([332, 522, 530, 532, 533, 534]);

/**
 * What a file server's reply means, in order; the first rule that applies decides. It has no HTTP number, and its byte is
 * that of the HTTP answer that says the same.
 */
const REPLY_RULES: readonly ReplyRule[] = [
  {
    name: "server-seen",
    applies: (reply) => reply.code === null || (reply.to === "login" && isDone(reply)),
    find: () => ({ status: AVAILABLE, http: null, notes: [note("only-server-seen")] }),
  },
  {
    name: "file-there",
    applies: (reply) => reply.to === "path" && isDone(reply),
    find: () => ({ status: FINE, http: null }),
  },
  {
    name: "ftp-too-many-of-us",
    applies: (reply) => (isTransient(reply) || isRefused(reply)) && YOUR_CROWD.test(reply.text),
    find: found(TOO_MANY, true),
  },
  {
    name: "ftp-busy",
    applies: (reply) => isTransient(reply) && !(reply.to === "path" && ABSENCE.test(reply.text)),
    find: found(UNAVAILABLE),
  },
  {
    name: "ftp-full",
    applies: (reply) => isRefused(reply) && reply.to !== "path" && CROWD.test(reply.text),
    find: found(UNAVAILABLE),
  },
  {
    name: "ftp-refused",
    applies: (reply) =>
      NOT_YOU.has(reply.code) ||
      (isRefused(reply) && (reply.to !== "path" ? !MISUNDERSTOOD.has(reply.code) : isDenial(reply.text))),
    find: found(REFUSED, true),
  },
  {
    name: "ftp-not-found",
    applies: ({ to, code, text }) => to === "path" && (code === 550 || ABSENCE.test(text)),
    find: found(NOT_FOUND),
  },
];

const STRANGE_RULE: ReplyRule = { name: "ftp-strange", applies: () => true, find: found(STRANGE) };

/** In the order of docs/rules.md. */
export const REPLY_RULE_NAMES: readonly string[] = [...REPLY_RULES, STRANGE_RULE].map(({ name }) => name);

/** The status of a check to which a file server replied. */
export function findReply({ reply, tls, withoutTls }: Reply): Finding & { readonly rule: string } {
  const rule = REPLY_RULES.find(({ applies }) => applies(reply)) ?? STRANGE_RULE;
  const finding = rule.find(reply);
  // As with https (table S): without TLS 63, with a certificate that cannot be verified 2.
  if (finding.error !== undefined || finding.status !== FINE) return { rule: rule.name, ...finding };
  if (withoutTls) return { rule: "fine-without-tls", ...finding, status: SCHEME_CHANGE };
  if (tls !== null) return { rule: "fine-unverified", ...finding, status: AVAILABLE };
  return { rule: rule.name, ...finding };
}
