import * as z from "zod/mini";
import { asDay, DAY_MAX } from "../calendar/day.ts";
import { described, type Shape, text, whole } from "../json/shape.ts";

/** Most characters of wikitext; MediaWiki's own limit is 2 MiB. */
const WIKITEXT_CHARS_MAX = 4 * 1024 * 1024;
const LINKS_MAX = 20_000;
const ARCHIVES_MAX = 100;
const URL_CHARS_MAX = 20_000;
const ID_CHARS_MAX = 1_000;

const address = z.string().check(z.maxLength(URL_CHARS_MAX));
const perhaps = z.optional(z.nullable(address));

/** A version in an archive. Without an address there is none that fits, or the archive could not be asked. */
const RepairArchive = z.object({
  type: described("archive.org, archive.today, webcitation and others.", z.string()),
  url: perhaps,
  at: described(
    "Its time, YYYYMMDDhhmmss; without it the one in its address is taken.",
    z.optional(z.nullable(z.string())),
  ),
});

const RepairLink = z.object({
  url: described("As the page has it, or normalised.", address),
  verdict: described("Only unreachable links are repaired.", z.string()),
  since: z.optional(z.nullable(z.int())),
  archives: z.optional(z.nullable(z.array(RepairArchive).check(z.maxLength(ARCHIVES_MAX)))),
  movedTo: described("Its verified new address.", perhaps),
  replacement: described("What people offer, unverified: it is never used.", perhaps),
});
export type RepairLink = Shape<typeof RepairLink>;

/** A line of `weboid repair -`: a page's wikitext and what is known of its links. */
export const RepairRequest = z.object({
  id: z.union([z.string().check(z.maxLength(ID_CHARS_MAX)), z.int()], "expected a string or whole number"),
  dbname: described(
    "The page's wiki, dewiki or dewiki@WMF.",
    z.string().check(z.minLength(1), z.maxLength(100)),
  ),
  today: described(
    "Day number (M8), from which all dates of today come.",
    z.pipe(whole(DAY_MAX), z.transform(asDay)),
  ),
  wikitext: z.string().check(z.maxLength(WIKITEXT_CHARS_MAX)),
  links: z.array(RepairLink).check(z.maxLength(LINKS_MAX)),
});
export type RepairRequest = Shape<typeof RepairRequest>;

const EDIT_KINDS = ["archive", "tag", "move", "replacement", "none"] as const;
export type EditKind = (typeof EDIT_KINDS)[number];

export const RepairEdit = z.object({
  url: text("The dead link, as it was asked for."),
  kind: described(
    "archive: an archived copy was added, or what is said of one was completed; tag: marked as dead; move: its new address; none: nothing, see reason.",
    z.enum(EDIT_KINDS),
  ),
  before: text(
    "Never empty and never from two paragraphs. Its first occurrence after the edit before it is meant.",
  ),
  after: text("What stands in its place; the same where nothing changes."),
  reason: text("What was done, or why nothing was, in English."),
  code: text("Of that sentence, for who says it in another language. There may be more in time."),
  details: z.exactOptional(
    described(
      "Its parts that no translation has: a template, the date and name of an archive.",
      z.array(z.string()),
    ),
  ),
  also: z.exactOptional(text("The code of a second sentence in reason.")),
});
export type RepairEdit = Shape<typeof RepairEdit>;

/** The answer to a line of `weboid repair -`. */
export const RepairResult = z.object({
  id: z.union([z.string(), z.number()]),
  wikitext: text("The repaired page: the given one with every edit applied."),
  edits: described("In the order of the page.", z.array(RepairEdit)),
  summary: text("One line for the edit summary, in the wiki's language."),
  absent: described(
    "Dead links that the wikitext does not have as an address: a template makes them.",
    z.array(z.string()),
  ),
});
export type RepairResult = Shape<typeof RepairResult>;
