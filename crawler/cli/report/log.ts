import { type Command, InvalidArgumentError } from "commander";
import { checkLog, hideEntry, readLog } from "../../../db/people/log.ts";
import { liftLock, listLocks, setLock } from "../../../db/people/url-locks.ts";
import { addDays, asDay, isoOfDay } from "../../../shared/calendar/day.ts";
import {
  isReservedTarget,
  type LockTarget,
  lockTargetText,
  parseLockTarget,
} from "../../../shared/protocol/lock-target.ts";
import {
  LOCK_DAYS_MAX,
  LOCK_REASON_UNITS_MAX,
  type LoggedEntry,
} from "../../../shared/protocol/people-log.ts";
import { WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { printRows } from "../output/table.ts";
import { withRole } from "../role.ts";

const LISTED_MAX = 1_000;
const HIDDEN_MAX = 10_000;
const LOCK_DAYS = 30;
const TARGET =
  "a URL, a host, *. and a domain for all below it, one of these and the start of a path, or * for everything";

interface LogOptions {
  readonly json?: true;
  readonly verify?: true;
}

/** `weboid report log`, `hide`, `lock`, `unlock`, `locks` (H5). */
export function logVerbs(command: Command, cli: Cli): void {
  const log = command
    .command("log")
    .description(
      `print the public log of what people did, the latest ${LISTED_MAX} entries first, or check its chain`,
    )
    .option("--json", "a JSON line per entry, as /log has them; with --verify one JSON document")
    .option("--verify", "follow the chain of hashes from the first entry on")
    .action((options: LogOptions) => (options.verify ? runVerify(cli, options) : runLog(cli, options)));
  const hide = command
    .command("hide")
    .description("take the address and the words out of entries of the log; their hashes stay")
    .argument("<numbers...>", "of the entries: 17, or 20-300", entryNumbers)
    .action((numbers: readonly number[]) => runHide(cli, numbers));
  document(log, {
    examples: ["report log", "report log --json", "report log --verify"],
    finding: "the chain is broken: the first entry that does not fit is named",
  });
  document(hide, {
    examples: ["report hide 17", "report hide 17 20-300"],
    finding: "none of them has a text",
  });
  lockVerbs(command, cli);
}

function lockVerbs(command: Command, cli: Cli): void {
  const lock = command
    .command("lock")
    .description("let nobody but administrators say anything of these URLs, for some days")
    .argument("<target>", TARGET, target)
    .option("--reason <text>", "for readers, who see it", reason, "")
    .option("--days <n>", "how long, today included", days, LOCK_DAYS)
    .action((what: LockTarget, options: { readonly reason: string; readonly days: number }) =>
      runLock(cli, what, options),
    );
  const unlock = command
    .command("unlock")
    .description("lift a lock")
    .argument("<target>", TARGET, target)
    .action((what: LockTarget) => runUnlock(cli, what));
  const locks = command
    .command("locks")
    .description("list the locks that are in force")
    .option("--json", "a JSON line each: {scope, target, reason, until}")
    .action(({ json }: Pick<LogOptions, "json">) => runLocks(cli, json));
  document(lock, {
    examples: [
      "report lock www.iana.org --reason 'reported in turns by two groups' --days 7",
      "report lock https://www.iana.org/page",
      "report lock '*.iana.org'",
      "report lock '*' --days 1",
    ],
  });
  document(unlock, { examples: ["report unlock www.iana.org"], finding: "it is not locked" });
  document(locks, { examples: ["report locks --json"] });
}

/** One more argument, after those before. */
function entryNumbers(text: string, before: readonly number[] | undefined): number[] {
  const [, first, last = first] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(text) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (!(count >= 1 && count <= HIDDEN_MAX))
    throw new InvalidArgumentError(
      `Give the number of an entry, as weboid report log prints it, or a first and a last one, at most ${HIDDEN_MAX} at once.`,
    );
  return [...(before ?? []), ...Array.from({ length: count }, (_, at) => Number(first) + at)];
}

export const RESERVED =
  "That name is reserved for examples and tests (RFC 2606): its links are not watched, so nobody can say anything of them.";

function target(text: string): LockTarget {
  if (isReservedTarget(text)) throw new InvalidArgumentError(RESERVED);
  const found = parseLockTarget(text);
  if (found === null || found.target.length > 2_000)
    throw new InvalidArgumentError(`Give ${TARGET}, in at most 2000 characters.`);
  return found;
}

function reason(text: string): string {
  if (text.length > LOCK_REASON_UNITS_MAX)
    throw new InvalidArgumentError(`Give at most ${LOCK_REASON_UNITS_MAX} characters.`);
  return text;
}

function days(text: string): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > LOCK_DAYS_MAX)
    throw new InvalidArgumentError(`Give a number of days from 1 to ${LOCK_DAYS_MAX}.`);
  return number;
}

async function runLog(cli: Cli, { json }: LogOptions): Promise<void> {
  const entries = await withRole(cli, "report", ({ db }) =>
    readLog(db, { wiki: null, before: null, limit: LISTED_MAX }),
  );
  await printRows(cli.out, json, entries, {
    none: "nobody did anything yet",
    cells: (entry) => [
      entry.no,
      new Date(entry.at * 1_000).toISOString().replace(".000", ""),
      entry.act,
      entry.by,
      entry.wiki ?? "",
      textOf(entry),
      notesOf(entry),
    ],
  });
}

const textOf = ({ scope, text }: LoggedEntry): string => {
  if (text === null) return "(hidden)";
  const what = scope === "everything" ? "everything" : text.target;
  return text.detail ? `${what} (${text.detail})` : what;
};

const notesOf = ({ undoes, undone, urls }: LoggedEntry): string =>
  [
    urls === null || urls === 1 ? "" : `${urls} URLs`,
    undoes === null ? "" : `undoes ${undoes}`,
    undone === null ? "" : `undone by ${undone}`,
  ]
    .filter(Boolean)
    .join(", ");

async function runVerify(cli: Cli, { json }: LogOptions): Promise<void> {
  const check = await withRole(cli, "report", ({ db }) => checkLog(db));
  if (json) await cli.out.line(jsonText(check));
  if (check.kind === "valid") {
    if (!json)
      await cli.out.line(
        `${check.entries === 1 ? "1 entry" : `${check.entries} entries`}, none changed; the last hash is ${check.head}`,
      );
    return;
  }
  const words = `the log is broken at entry ${check.no}: ${check.flaw}; compare it with a copy of /log, and restore the database`;
  throw new WorkError(words);
}

async function runHide(cli: Cli, numbers: readonly number[]): Promise<void> {
  const { hidden, locks } = await withRole(cli, "report", async ({ db, clock }) => {
    const today = clock.today();
    let hidden = 0;
    const locks = new Set<string>();
    for (const no of numbers) {
      const done = await hideEntry(db, no);
      if (done === null) continue;
      hidden += 1;
      for (const lock of done) if (lock.until >= today) locks.add(lockTargetText(lock));
    }
    return { hidden, locks };
  });
  if (hidden === 0)
    throw new WorkError(
      `there is no entry ${numbers.join(", ").slice(0, 100)} with a text; see weboid report log`,
    );
  await cli.out.line(
    `${hidden === 1 ? "1 entry is" : `${hidden} entries are`} hidden; the hashes stay in the chain`,
  );
  for (const target of locks)
    await cli.out.line(
      `the lock on ${target} stays in force without its reason, and /log shows what it is on; weboid report unlock lifts it, with an entry to hide as well`,
    );
}

async function runLock(
  cli: Cli,
  what: LockTarget,
  { reason, days }: { readonly reason: string; readonly days: number },
): Promise<void> {
  const until = await withRole(cli, "report", async ({ db, clock }) => {
    const today = clock.today();
    const last = addDays(today, days - 1);
    await setLock(db, { ...what, reason, until: last }, { by: "operator", today });
    return last;
  });
  await cli.out.line(`${lockTargetText(what)}: locked until ${isoOfDay(until)}`);
}

async function runUnlock(cli: Cli, what: LockTarget): Promise<void> {
  const lifted = await withRole(cli, "report", ({ db, clock }) =>
    liftLock(db, what, { by: "operator", today: clock.today() }),
  );
  if (!lifted) throw new WorkError(`${lockTargetText(what)} is not locked; see weboid report locks`);
  await cli.out.line(`${lockTargetText(what)}: unlocked`);
}

async function runLocks(cli: Cli, json: true | undefined): Promise<void> {
  const locks = await withRole(cli, "report", ({ db, clock }) => listLocks(db, clock.today()));
  await printRows(cli.out, json, locks, {
    none: "nothing is locked",
    cells: (lock) => [lockTargetText(lock), `until ${isoOfDay(asDay(lock.until))}`, lock.reason],
  });
}
