import { NOTE_KEYS } from "../../status/note.ts";
import { VERDICTS } from "../../verdict/types.ts";
import { choice, count, flag, list, object, orNull, ref, text } from "./types.ts";

/** What a page answer is made of (contract.md, docs/api.md). */
export const PAGE_DEFINITIONS = {
  Day: count("Days since 2017-01-01, UTC. Unix time is (day + 17167) * 86400.", { maximum: 65_535 }),
  Verdict: choice(VERDICTS, "What the history of a URL amounts to."),
  Spam: choice(["global", "local"], "The blacklist that blocks it; never contacted."),
  Run: object(
    {
      status: count("Status byte.", { maximum: 255 }),
      http: orNull(count("The server's number; null where it sent none.")),
      first: ref("Day"),
      last: ref("Day"),
      checks: count("How many; 255 means 255 or more."),
      "deadEnd?": flag("A redirect that does not lead to the content, or a page that is not the one."),
      "refused?": flag("The server turned robots away."),
    },
    "Observations without an interruption, all equal.",
  ),
  Note: object(
    { key: choice(NOTE_KEYS), "value?": text("Text from outside: escape it.") },
    "What else is known of a URL.",
  ),
  Archive: object({
    type: text("archive.org, webcitation and others."),
    url: text("Empty: archived there, but no version was chosen."),
  }),
  OnTheSpot: object(
    {
      result: choice(["exists", "missing", "bad-title", "unknown", "not-checked"]),
      reason: orNull(choice(["no-page", "unknown-wiki", "other-wiki", "too-many"])),
      title: orNull(text("The title in that wiki. Text from outside.")),
    },
    "Of a link into the own farm: what its wiki said at the moment of the answer.",
  ),
  Url: object({
    url: text("Normalised; an invalid one as it is written in the page."),
    verdict: ref("Verdict"),
    status: count("Status byte of the latest observation; 0 none yet, 128 invalid.", { maximum: 255 }),
    http: orNull(count("The server's number; null where it sent none.")),
    since: orNull(ref("Day")),
    last: orNull(ref("Day")),
    checks: count("Of the uninterrupted observations behind the verdict."),
    history: list(ref("Run"), { maxItems: 5, description: "Youngest first." }),
    notes: list(ref("Note")),
    archives: list(ref("Archive")),
    replacement: orNull(text("An address that people offer instead.")),
    reports: count("How many people say that it works for them."),
    spam: orNull(ref("Spam")),
    rule: text("Name of the rule that decided."),
    mime: orNull(text("Keyword for the type of a download; null for ordinary web pages.")),
    kib: orNull(count("Its length in full KiB.")),
    "onTheSpot?": ref("OnTheSpot"),
  }),
  Page: object({
    wiki: text("dewiki@WMF"),
    pageid: count("0 where a title leads to no page."),
    title: orNull(text("The current one; null when neither wiki nor store has one.")),
    watched: flag("Weboid checks the links of this page."),
    live: flag("The list of URLs is the wiki's, of the last minute; false: of day asOf."),
    asOf: orNull(ref("Day")),
    urls: list(ref("Url"), { description: "By domain, port, scheme and path; invalid ones last." }),
    "total?": count("URLs of the page before show and status chose; absent beside error."),
    "asked?": list(text(), {
      minItems: 1,
      description:
        "The titles of the question that led here, as they were written; absent where it was by pageid.",
    }),
    "redirectedFrom?": text("The title that was asked for, where a redirect led from it."),
    "error?": ref("Error"),
  }),
  PageAnswer: object({
    version: { const: 1 },
    generated: ref("Day"),
    pages: list(ref("Page"), { maxItems: 50 }),
    "cursor?": orNull(text("Of whole namespaces and trees: where it goes on; null: that was the end.")),
  }),
  Problem: object(
    {
      url: text(),
      status: count(undefined, { maximum: 255 }),
      "http?": count(),
      "since?": ref("Day"),
      "last?": ref("Day"),
      checks: count(),
      "mixed?": flag("The failures began under another status: since is not claimed for this one."),
      "deadEnd?": flag("The server answers, but not with the page."),
      "archive?": text(),
      "replacement?": text("Proposed by a reader: to be judged before use."),
      "reports?": count("So many people say that it works for them."),
      "total?": count(
        "So many external links its page has, the working ones included; /externalLinkProblem, asked by pageid, counts those that are checked.",
      ),
    },
    "A URL that is presumed unreachable, as gadgets are told.",
  ),
  Problems: object(
    {
      problems: { anyOf: [{ const: false }, list(ref("Problem"), { minItems: 1 })] },
      version: { const: 1 },
      generated: ref("Day"),
      pages: list(ref("Page"), { maxItems: 50 }),
    },
    "The argument of a callback: a page answer, and problems beside it.",
  ),
  Error: object({
    code: text("For programs.", { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" }),
    message: text("For people: says what to do."),
  }),
  ErrorAnswer: object({ error: ref("Error") }),
};
