import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { addUrlNote, listUrlNotes, NOTE_LIMITS, removeUrlNote } from "../../../db/hosts/operator-notes.ts";
import type { UrlNote } from "../../../db/hosts/url-notes.ts";
import { asDay, DAY_MAX, type Day, dayOfInstant, isoOfDay } from "../../../shared/calendar/day.ts";
import { OPERATOR_NOTES, type OperatorNoteKind } from "../../../shared/status/note.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import { patternText, readPattern } from "../../../shared/url/pattern.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { printRows } from "../output/table.ts";
import { withRole } from "../role.ts";
import { operatorNoteData } from "../url/data.ts";

type Pattern = Pick<UrlNote, "host" | "path">;

interface AddOptions {
  readonly until?: Day;
  readonly to?: string;
}

/** Those that have a day number (M8). */
const DATES = { first: isoOfDay(asDay(0)), last: isoOfDay(asDay(DAY_MAX)) } as const;

const KINDS = Object.keys(OPERATOR_NOTES) as OperatorNoteKind[];
const kindArgument = () => new Argument("<kind>", "what is to be known of it").choices(KINDS);
const patternArgument = () =>
  new Argument(
    "<pattern>",
    "a host, *.domain for it and all below it, with or without the start of a path; * stands for any characters",
  ).argParser(parsePattern);

export function note(command: Command, cli: Cli): void {
  command.description("what readers should know of hosts and parts of sites: add, remove, list");
  addCommand(command, cli);
  removeCommand(command, cli);
  listCommand(command, cli);
  document(command, {
    examples: ["note add images.example.org referrer-needed", "note list --json"],
    finding: "the work failed",
  });
}

function addCommand(command: Command, cli: Cli): void {
  const add = command
    .command("add")
    .description("show a note beside the links of a host or of a part of a site, or refresh it")
    .addArgument(patternArgument())
    .addArgument(kindArgument())
    .addOption(
      new Option(
        "--until <date>",
        "the last day on which it holds, such as 2027-03-31; left out: half a year from now",
      ).argParser(parseDate),
    )
    .option("--to <url>", "with moved: where the pages are now")
    .action(async (pattern: Pattern, kind: OperatorNoteKind, { to, ...options }: AddOptions) => {
      const until = options.until ?? null;
      const stored = { ...pattern, kind: OPERATOR_NOTES[kind], value: newAddress(kind, to) };
      const text = `${patternText(pattern)} ${kind}`;
      const result = await withRole(cli, "note", ({ db, clock }) => {
        const today = clock.today();
        if (until !== null && until < today)
          throw new UsageError(`${isoOfDay(until)} is over; give --until a day from ${isoOfDay(today)} on`);
        return addUrlNote(db, stored, { until, today });
      });
      if (result === "too-broad")
        throw new WorkError(
          `${text}: more than ${NOTE_LIMITS.hosts} known hosts match; give more of the name`,
        );
      if (result === "too-many")
        throw new WorkError(
          `there are ${NOTE_LIMITS.like} notes with * within a name already; use *.domain, or remove one (weboid note list)`,
        );
      await cli.out.line(`${text}: ${result}`);
    });
  document(add, {
    examples: [
      "note add images.example.org referrer-needed",
      "note add '*.example.org/archive/' works-by-hand --until 2027-03-31",
      "note add old.example.org moved --to https://new.example.org/",
    ],
    finding: "too many hosts match, or there are too many notes",
    more: [
      "Answers show it within minutes. It changes no verdict: a link is dead or works as checks find it.",
      "The same note again is refreshed.",
    ],
  });
}

function removeCommand(command: Command, cli: Cli): void {
  const remove = command
    .command("remove")
    .description("take a note back")
    .addArgument(patternArgument())
    .addArgument(kindArgument())
    .action(async (pattern: Pattern, kind: OperatorNoteKind) => {
      const text = `${patternText(pattern)} ${kind}`;
      const removed = await withRole(cli, "note", ({ db, clock }) =>
        removeUrlNote(db, { ...pattern, kind: OPERATOR_NOTES[kind] }, clock.today()),
      );
      if (!removed) throw new WorkError(`there is no note ${text}; see weboid note list`);
      await cli.out.line(`${text}: removed`);
    });
  document(remove, {
    examples: ["note remove images.example.org referrer-needed"],
    finding: "there is no such note",
  });
}

function listCommand(command: Command, cli: Cli): void {
  const list = command
    .command("list")
    .description("list the notes of operators")
    .option("--json", "a JSON line per note: {pattern, kind, note, value, first, last, ends}")
    .action(async ({ json }: { readonly json?: true }) => {
      const notes = await withRole(cli, "note", ({ db }) => listUrlNotes(db));
      const rows = notes.map((stored) => {
        const { pattern, ...rest } = operatorNoteData(stored);
        const kind = KINDS.find((each) => OPERATOR_NOTES[each] === stored.kind) ?? stored.kind;
        return { pattern, kind, ...rest };
      });
      await printRows(cli.out, json, rows, {
        none: "there are no notes; add one with: weboid note add PATTERN KIND",
        cells: ({ pattern, kind, value, ends }) => [
          pattern,
          value === null ? kind : `${kind} ${value}`,
          `until ${isoOfDay(ends)}`,
        ],
      });
    });
  document(list, { examples: ["note list"] });
}

function parsePattern(text: string): Pattern {
  // A note holds for all schemes, so an address that was copied is good enough.
  const read = readPattern(text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""), { allowPrivate: true });
  if (read.kind === "pattern" && read.scheme === null && read.port === null)
    return { host: read.host, path: read.path };
  if (read.kind === "pattern")
    throw new InvalidArgumentError("Leave out the port: a note holds for all of them.");
  throw new InvalidArgumentError(
    read.kind === "bad" && read.reason === "broad"
      ? "Give more of the host: three characters or more beside each *."
      : "Give a host, *.domain, or one of these with the start of a path, such as example.org/archive/.",
  );
}

function parseDate(text: string): Day {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= DATES.first && text <= DATES.last;
  const at = isDate ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const day = Number.isNaN(at) ? null : dayOfInstant(at);
  if (day === null || isoOfDay(day) !== text)
    throw new InvalidArgumentError("Give a day such as 2027-03-31.");
  return day;
}

/** The new address, as it is shown; "" of all other notes. */
function newAddress(kind: OperatorNoteKind, to: string | undefined): string {
  if (kind !== "moved" && to !== undefined) throw new UsageError("--to goes with moved; leave it out");
  if (kind !== "moved") return "";
  const { url } = normaliseLine(to ?? "", { allowPrivate: true });
  if (url === null) throw new UsageError("moved needs --to: the URL where the pages are now");
  return url;
}
