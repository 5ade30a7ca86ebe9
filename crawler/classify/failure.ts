import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import {
  ADDRESS_SILENT,
  DNS_REFUSED,
  DNS_UNKNOWN,
  NETWORK,
  type Status,
  statusOfHttp,
  UNKNOWN_STATUS,
} from "../../shared/status/table.ts";
import { type Finding, note, statusOfHop } from "./finding.ts";
import type { Outcome } from "./outcome.ts";

type Failure = Extract<Outcome, { kind: "failure" }>;

/** Reason for people, and the status where it is not 64. Time-outs of name servers are 64 (the seed has no row). */
const FAILURES: Readonly<Record<NetworkFailure, { readonly words: string; readonly status?: Status }>> = {
  "dns-unknown": { words: "unknown domain", status: DNS_UNKNOWN },
  "dns-refused": { words: "the name server refuses to answer", status: DNS_REFUSED },
  "dns-failed": { words: "the name server failed" },
  "dns-timeout": { words: "the name server does not answer" },
  "connect-refused": { words: "connection refused" },
  "connect-timeout": { words: "no connection within the time limit" },
  unreachable: { words: "host unreachable" },
  reset: { words: "connection reset" },
  closed: { words: "connection closed without an answer" },
  timeout: { words: "no answer within the time limit" },
  tls: { words: "no secure connection" },
  // As 401: somebody is there, and lets nobody in whom he does not know.
  "client-certificate": {
    words: "the server lets in only visitors with a certificate of their own",
    status: statusOfHttp(401),
  },
  "malformed-head": { words: "the answer contradicts itself or is of another protocol" },
  // No trouble of theirs: an odd answer, which never makes a link unreachable.
  "http2-only": { words: "the server speaks HTTP/2 only, which is not checked", status: UNKNOWN_STATUS },
  "head-too-large": { words: "the head of the answer is too large" },
  "address-not-public": { words: "the host's address is not public" },
};

/** Failures of somebody who is there; by their names, which are those of their rules as well. */
export const SOMEBODY_THERE: ReadonlySet<string> = new Set<NetworkFailure>([
  "reset",
  "closed",
  "tls",
  "client-certificate",
  "malformed-head",
  "http2-only",
  "head-too-large",
]);

/** With an address in place of a name, nobody there is 67; an answer that is broken off comes from somebody. */
const NOBODY_THERE: ReadonlySet<NetworkFailure> = new Set([
  "connect-refused",
  "connect-timeout",
  "unreachable",
  "timeout",
]);

/** The status of a check to which nobody answered, or nobody at the end of a redirect (C3, M7). */
export function findFailure(outcome: Failure): Finding & { readonly rule: string } {
  const found = findAsked(outcome);
  const { asOthers } = outcome;
  if (asOthers === undefined) return found;
  const others = asOthers === 1 ? "another URL of the host" : `${asOthers} other URLs of the host in a row`;
  const error = `not asked, as ${others} got: ${found.error}`;
  return { ...found, rule: "host-away", error };
}

function findAsked({ failure, chain, literal }: Failure): Finding & { readonly rule: string } {
  const [first] = chain;
  const { words: reason, status = NETWORK } = FAILURES[failure];
  const refused = failure === "client-certificate" ? { refused: true as const } : {};
  if (first !== undefined) {
    const nowhere = failure === "address-not-public";
    return {
      rule: nowhere ? "redirect-nowhere" : "redirect-to-failure",
      status: statusOfHop(first.http),
      http: nowhere ? first.http : null,
      deadEnd: true,
      ...refused,
      notes: [nowhere ? note("redirect-nowhere") : note("redirect-to-error", failure)],
      error: `the redirect (HTTP ${first.http}) leads nowhere: ${reason}`,
    };
  }
  if (literal && NOBODY_THERE.has(failure))
    return { rule: "address-silent", status: ADDRESS_SILENT, http: null, error: reason };
  return { rule: failure, status, http: null, ...refused, error: reason };
}
