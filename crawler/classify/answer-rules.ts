import { STATUS_CODES } from "node:http";
import type { Note, NoteKey } from "../../shared/status/note.ts";
import {
  AVAILABLE,
  CORRECTED,
  isProxyError,
  NETWORK,
  SCHEME_CHANGE,
  type Status,
  statusOfHttp,
  statusRow,
} from "../../shared/status/table.ts";
import { type Finding, note, statusOfHop } from "./finding.ts";
import type { ChainEnd, Exchange, Outcome } from "./outcome.ts";
import { contradictsNumber } from "./plausible.ts";
import { isMereChange, movedTo, notedUrl } from "./redirect.ts";
import { endsAtErrorPage, endsAtRoot, type Redirect, redirectOf } from "./redirects.ts";
import { withSiteSigns } from "./site-signs.ts";

interface Ends {
  readonly first: Exchange;
  readonly final: Exchange;
}

/** C6: the redirect works, and the page is lost. `http` stays the redirect's own, so that the evidence is "odd". */
function lost({ first, final }: Ends, key: NoteKey, error: string): Finding {
  const target = notedUrl(final.url);
  return {
    status: statusOfHop(first.http),
    http: first.http,
    deadEnd: true,
    notes: [target === null ? note(key) : note(key, target)],
    error,
  };
}

type Answer = Extract<Outcome, { kind: "answer" }>;

/** How the last answer of a chain is to be taken. */
type Ending = "fine" | "corrected" | "headless" | "refused" | "moved" | "error";

interface Seen {
  readonly outcome: Answer;
  readonly first: Exchange;
  readonly final: Exchange;
  readonly ending: Ending;
  readonly redirected: boolean;
  /** The redirects only changed scheme, `www.` or the final slash. */
  readonly mere: boolean;
  /** Where content was reached by another address; null: it was not, or the address cannot be read. */
  readonly redirect: Redirect | null;
}

interface AnswerRule {
  readonly name: string;
  readonly applies: (seen: Seen) => boolean;
  readonly find: (seen: Seen) => Finding;
}

/** LinkedIn's own number for robots; the table has no row for it, so its byte is 26. */
const ROBOTS_UNWELCOME = 999;

/** The standard's words; the table's for a number that has none. */
const words = (http: number): string =>
  isProxyError(http)
    ? "no usable answer from the site's server to its proxy"
    : (STATUS_CODES[http] ?? statusRow(statusOfHttp(http)).key.replaceAll("-", " ")).toLowerCase();

/** The ways to take a final answer, in order: a wall is a wall whatever its number and size. */
function endingOf({ outcome, final }: Pick<Seen, "outcome" | "final">): Ending {
  const { chain, end } = outcome;
  const walled = end === "final" ? final.wall !== null : chain.some(({ wall }) => wall !== null);
  const status = statusOfHttp(final.http);
  const means = statusRow(status).class;
  if (walled || means === "refused" || final.http === ROBOTS_UNWELCOME) return "refused";
  if (final.headless) return hasDefaultPort(final.url) ? "headless" : "error";
  if (end !== "final" || means === "moved") return "moved";
  if (contradictsNumber(final)) return "corrected";
  return means === "fine" ? "fine" : "error";
}

/** Browsers show an answer without a head (HTTP/0.9) only there. */
const hasDefaultPort = (url: string): boolean => URL.canParse(url) && new URL(url).port === "";

const refusalNotes = ({ outcome, final }: Seen): Note[] => {
  if (statusRow(statusOfHttp(final.http)).key === "too-many-requests") return [note("rate-limited")];
  const walled = final.http === ROBOTS_UNWELCOME || outcome.chain.some(({ wall }) => wall !== null);
  return walled ? [note("robot-wall")] : [];
};

const CHAIN_ENDS: Readonly<Record<ChainEnd, string>> = {
  final: "is of a kind that browsers do not follow",
  loop: "leads back to itself",
  "too-many": "has no end",
  "no-location": "names no target",
  "bad-location": "names no usable target",
  "forbidden-target": "leads to an address that must not be contacted",
};

const correction = ({ final, ending }: Seen): Note[] =>
  ending === "corrected" ? [note("status-corrected", String(final.http))] : [];

/** Content that is there by one of the ways that the table calls our own (63, 2, 7) or the server's number. */
const present = (seen: Seen, status: Status): Finding => ({
  status,
  http: seen.ending === "headless" ? null : seen.final.http,
  notes: correction(seen),
});

/**
 * How an answer becomes a status, in order; the first rule that applies decides. A redirect keeps the status of its first
 * hop (C6) however it ends; `http` then says where it ended.
 */
const ANSWER_RULES: readonly AnswerRule[] = [
  {
    name: "refused",
    applies: ({ ending, redirected }) => ending === "refused" && !redirected,
    find: (seen) => ({
      status: statusOfHttp(seen.final.http),
      http: seen.final.http,
      refused: true,
      notes: refusalNotes(seen),
      error: `robots are turned away (HTTP ${seen.final.http})`,
    }),
  },
  {
    name: "redirect-to-refusal",
    applies: ({ ending }) => ending === "refused",
    find: (seen) => ({
      status: statusOfHop(seen.first.http),
      http: seen.final.http,
      refused: true,
      notes: refusalNotes(seen),
      error: `redirects to where robots are turned away (HTTP ${seen.final.http})`,
    }),
  },
  {
    name: "redirect-nowhere",
    applies: ({ ending }) => ending === "moved",
    find: ({ first, outcome }) => ({
      status: statusOfHop(first.http),
      http: first.http,
      deadEnd: true,
      notes: [note("redirect-nowhere")],
      error: `the redirect (HTTP ${first.http}) ${CHAIN_ENDS[outcome.end]}`,
    }),
  },
  {
    name: "redirect-to-error",
    applies: ({ ending, redirected }) => ending === "error" && redirected,
    find: ({ first, final }) => ({
      status: statusOfHop(first.http),
      http: final.http,
      deadEnd: true,
      notes: [note("redirect-to-error", String(final.http))],
      error: `redirects to an error (HTTP ${final.http}, ${words(final.http)})`,
    }),
  },
  {
    name: "no-head-on-odd-port",
    applies: ({ final, ending }) => ending === "error" && final.headless === true,
    find: () => ({ status: NETWORK, http: null, error: "the answer has no HTTP head" }),
  },
  {
    name: "error",
    applies: ({ ending }) => ending === "error",
    find: ({ final }) => ({
      status: statusOfHttp(final.http),
      http: final.http,
      error: `HTTP ${final.http} (${words(final.http)})`,
    }),
  },
  {
    name: "fine-without-tls",
    applies: ({ outcome, redirected, mere }) => outcome.tlsFallback === "http" && (!redirected || mere),
    find: (seen) => present(seen, SCHEME_CHANGE),
  },
  {
    name: "fine-unverified",
    applies: ({ outcome, redirected, mere }) => outcome.tlsFallback === "unverified" && (!redirected || mere),
    find: (seen) => present(seen, AVAILABLE),
  },
  {
    name: "mere-change",
    applies: ({ redirected, mere }) => redirected && mere,
    find: (seen) => present(seen, SCHEME_CHANGE),
  },
  {
    name: "redirect-to-refusal",
    applies: ({ redirect }) => redirect?.gate === "wall",
    find: (seen) => ({
      status: statusOfHop(seen.first.http),
      http: seen.first.http,
      refused: true,
      notes: [note("robot-wall")],
      error: "redirects to where robots, or visitors of some browsers or countries, are turned away",
    }),
  },
  {
    name: "redirect-to-gate",
    applies: ({ redirect }) => redirect?.gate === "login",
    find: (seen) => ({
      status: statusOfHop(seen.first.http),
      http: seen.first.http,
      refused: true,
      notes: [note("redirect-to-gate")],
      error: "redirects to where a login or consent is asked for",
    }),
  },
  {
    name: "redirect-to-root",
    applies: ({ redirect }) => redirect !== null && endsAtRoot(redirect),
    find: (seen) => lost(seen, "redirect-to-root", "redirects to the first page of a site, not to the page"),
  },
  {
    name: "redirect-shared",
    applies: ({ redirected, outcome }) => redirected && outcome.site?.shared === true,
    find: (seen) =>
      lost(seen, "redirect-shared", "redirects to where other addresses of the site end as well"),
  },
  {
    name: "redirect-to-error-page",
    applies: ({ redirect }) => redirect !== null && endsAtErrorPage(redirect),
    find: (seen) => lost(seen, "redirect-nowhere", "redirects to a page about errors"),
  },
  {
    name: "redirect",
    applies: ({ redirected }) => redirected,
    find: (seen) => {
      const target = movedTo(seen.outcome.chain);
      return {
        status: statusOfHop(seen.first.http),
        http: seen.first.http,
        notes: [...(target === null ? [] : [note("moved", target)]), ...correction(seen)],
      };
    },
  },
  {
    name: "corrected",
    applies: ({ ending }) => ending === "corrected",
    find: (seen) => present(seen, CORRECTED),
  },
  {
    name: "no-head",
    applies: ({ ending }) => ending === "headless",
    find: (seen) => present(seen, AVAILABLE),
  },
];

/** What is left: the server's number as the table has it. */
const TABLE_RULE: AnswerRule = {
  name: "table",
  applies: () => true,
  find: (seen) => present(seen, statusOfHttp(seen.final.http)),
};

/** In the order of docs/rules.md, each name once. */
export const ANSWER_RULE_NAMES: readonly string[] = [
  ...new Set([...ANSWER_RULES, TABLE_RULE].map(({ name }) => name)),
];

function seenOf(outcome: Answer, url: string): Seen {
  const [first] = outcome.chain;
  const final = outcome.chain.at(-1) ?? first;
  const redirected = outcome.chain.length > 1;
  const ending = endingOf({ outcome, final });
  // Parsing URLs is most of an interpretation's work, and most checks end where they begin.
  const mere = redirected && isMereChange(url, final.url);
  const isContent = ending === "fine" || ending === "corrected" || ending === "headless";
  const redirect = redirected && !mere && isContent ? redirectOf(first.url, outcome.chain) : null;
  return { outcome, first, final, ending, redirected, mere, redirect };
}

const ruleFor = (seen: Seen): AnswerRule => ANSWER_RULES.find(({ applies }) => applies(seen)) ?? TABLE_RULE;

/** What the first of the rules that applies makes of an answer to `url`. */
export function findAnswer(outcome: Answer, url: string): Finding & { readonly rule: string } {
  const seen = seenOf(outcome, url);
  // Most answers: the rules above are for redirects, ways round TLS, and all that is not fine.
  const plain = seen.ending === "fine" && !seen.redirected && outcome.tlsFallback === null;
  const rule = plain ? TABLE_RULE : ruleFor(seen);
  return withSiteSigns({ rule: rule.name, ...rule.find(seen) }, outcome.site);
}
