import { type Command, Option } from "commander";
import { createChecker } from "../../check/checker.ts";
import { systemClock } from "../../runtime/clock.ts";
import { createLog, createProgress, type Log } from "../../runtime/log.ts";
import { listenForShutdown } from "../../runtime/shutdown.ts";
import { type Cli, document } from "../command.ts";
import { wholeNumber } from "../options.ts";
import type { Output } from "../output/io.ts";
import { jsonText } from "../output/json.ts";
import { readLineBatches, whyWrong } from "../output/lines.ts";
import { coloured } from "../output/paint.ts";
import { checkList } from "./list.ts";
import type { Printer } from "./printer.ts";

interface Options {
  readonly concurrency: number;
  readonly perHost: number;
  readonly probe: boolean;
  readonly allowPrivate?: true;
  readonly json?: true;
  readonly long?: true;
  readonly brief?: true;
  readonly color?: boolean;
  readonly timing?: true;
}

const CONCURRENCY = 100;
const PER_HOST = 1;
/** So many URLs as arguments are shown in full. */
const FULL_OUTPUT_URLS_MAX = 3;
const PROGRESS_INTERVAL_MS = 200;

export function check(command: Command, cli: Cli): void {
  command
    .description("check URLs now; answers come in any order")
    .argument("<url...>", "URLs, or - to read them from standard input, one a line")
    .addOption(
      new Option("--json", "JSON lines; also without it where standard output is no terminal").conflicts([
        "long",
        "brief",
      ]),
    )
    .addOption(
      new Option(
        "--long",
        `show each URL in full, as a terminal does up to ${FULL_OUTPUT_URLS_MAX}, and every request with its time`,
      ).conflicts("brief"),
    )
    .option("--brief", "a line for each URL, cut to the terminal's width, and a summary")
    .addOption(
      new Option(
        "--timing",
        "in JSON, show where the time went also for URLs from standard input (for arguments: always so)",
      ).conflicts("brief"),
    )
    .option("--color", "colours even where standard output is no terminal, with --long or --brief")
    .option("--no-color", "no colours; also with NO_COLOR or TERM=dumb in the environment")
    .option("--concurrency <n>", "checks under way at once", wholeNumber(1, 15_000), CONCURRENCY)
    .option("--per-host <n>", "connections to one host at once", wholeNumber(1, 15_000), PER_HOST)
    .option(
      "--no-probe",
      "request nothing but the URLs: do not test how their sites answer for a page that cannot exist",
    )
    .option("--allow-private", "check addresses of this machine and network too (or WEBOID_ALLOW_PRIVATE=1)")
    .action((urls: string[], options: Options) => run(cli, urls, options));
  document(command, {
    examples: [
      "check https://www.wikipedia.org/",
      "check - < urls.txt",
      "check --long --color - < urls.txt | less -R",
      "check --json - < urls.txt > answers.jsonl",
      "check --timing - < urls.txt | jq -c 'select(.ms > 5000) | [.url, .timing]'",
      "check - < urls.txt | jq -r 'select(.error != null) | [.url, .error] | @tsv'",
    ],
    environment: [
      "WEBOID_CONTACT",
      "WEBOID_DNS",
      "WEBOID_ALLOW_PRIVATE",
      "WEBOID_DENY",
      "WEBOID_CONTROL",
      "WEBOID_LOG",
    ],
    finding:
      "some URLs were not checked (stopped, or a line too long); a dead URL is an answer, not a failure",
    more: [
      "In JSON each line is {url, normalised, status, http, finalUrl, mime, kib, error, ms} and more; status is the byte of docs/rules.md. A check takes up to a minute. A host that is slow or asks for a pause does not delay the others.",
      "Each line of standard input is a URL and gets an answer of its own, also if it is repeated or begins with #; empty lines are skipped.",
    ],
  });
}

async function run(cli: Cli, urls: string[], options: Options): Promise<void> {
  const { out } = cli;
  const config = cli.config();
  const log = createLog("check", config.logLevel);
  const allowPrivate = options.allowPrivate === true || config.allowPrivate;
  if (config.contact === null && !allowPrivate)
    log.warn(
      "WEBOID_CONTACT is not set: the owners of the servers cannot know whom to ask about this",
      "contact-missing",
    );
  const shutdown = listenForShutdown(log);
  out.closed.addEventListener("abort", () => shutdown.stop());
  const printer = await printerOf(cli, urls, options, allowPrivate);
  const typing = cli.typed && urls.includes("-");
  if (typing) log.info("type URLs, one a line; Ctrl-D ends the list");
  const live = showLive(out, log, typing, urls.includes("-") ? null : urls.length, options.concurrency);
  const checker = createChecker({
    contact: config.contact,
    dns: config.dns,
    allowPrivate,
    deny: config.deny,
    controls: config.controls,
    onOutage: (text) => log.warn(text, "own-outage"),
    probe: options.probe,
    readRobots: true,
    timed: isTimed(out, urls, options),
  });
  try {
    const batches = checkList(inputs(cli, urls, log, live), {
      checker,
      concurrency: options.concurrency,
      perHost: options.perHost,
      allowPrivate,
      signal: shutdown.signal,
      onBegun: (underWay) => {
        live.underWay = underWay;
      },
      onGivenUp: ({ underWay, notBegun }) =>
        log.warn(
          `interrupted: ${underWay} under way got no answer, ${notBegun} that were read were not begun`,
          "interrupted",
        ),
    });
    for await (const answers of batches) {
      live.checked += answers.length;
      await printer.print(answers);
      if (out.closed.aborted) break;
    }
    await printer.end();
    if (live.read === 0 && !shutdown.signal.aborted)
      log.warn("there was no URL on standard input", "no-input");
    if (shutdown.signal.aborted && !out.closed.aborted) cli.fail();
  } finally {
    await checker.close();
    await out.flush();
    live.end();
    shutdown.dispose();
  }
}

const isJson = (out: Output, { json, long, brief }: Options): boolean =>
  json === true || (!out.terminal && long === undefined && brief === undefined);

/** Each answer is printed as a block, in place of one line. */
const isLong = (urls: readonly string[], { long, brief }: Options): boolean =>
  long ?? (brief === undefined && urls.length <= FULL_OUTPUT_URLS_MAX && !urls.includes("-"));

/** Not for lists, which it would slow down. */
const isTimed = (out: Output, urls: readonly string[], options: Options): boolean =>
  isJson(out, options) ? options.timing === true || !urls.includes("-") : isLong(urls, options);

async function printerOf(
  { out, env }: Cli,
  urls: readonly string[],
  options: Options,
  allowPrivate: boolean,
): Promise<Printer> {
  if (isJson(out, options)) return { print: (lines) => out.lines(lines.map(jsonText)), end: async () => {} };
  const { createPrinter } = await import("./printer.ts");
  return createPrinter(out, {
    long: isLong(urls, options),
    requests: options.long === true,
    colour: coloured({ color: options.color, env, terminal: out.terminal }),
    allowPrivate,
    clock: systemClock,
  });
}

/** How far the work is, for the line at the bottom of the terminal. */
interface Live {
  read: number;
  checked: number;
  underWay: () => number;
  end(): void;
}

/** @param typing somebody types on the terminal, where a line that comes and goes would break up the typed one */
function showLive(out: Output, log: Log, typing: boolean, total: number | null, concurrency: number): Live {
  const progress = createProgress(log);
  const began = performance.now();
  let ended = false;
  const tick = async () => {
    // Answers that a slow terminal has taken half of would be torn apart.
    await out.flush();
    if (ended) return;
    const seconds = Math.round((performance.now() - began) / 1000);
    const of = total === null ? "" : ` of ${total}`;
    const underWay = live.underWay();
    const waiting = Math.max(0, live.read - live.checked - underWay);
    // With all places taken they wait for one of these first.
    const forWhat = underWay < concurrency ? " for hosts" : "";
    const rest = waiting === 0 ? "" : `, ${waiting} waiting${forWhat}`;
    progress.update(
      total === 1
        ? `checking, ${seconds} s (up to 60)`
        : `${live.checked}${of} checked, ${underWay} under way${rest}, ${seconds} s`,
    );
  };
  const timer = typing ? undefined : setInterval(tick, PROGRESS_INTERVAL_MS);
  const live: Live = {
    read: 0,
    checked: 0,
    underWay: () => 0,
    end() {
      ended = true;
      clearInterval(timer);
      progress.done();
    },
  };
  return live;
}

async function* inputs(
  cli: Cli,
  urls: readonly string[],
  log: Log,
  live: Live,
): AsyncGenerator<readonly string[], void> {
  for (const url of urls) {
    if (url !== "-") {
      live.read++;
      yield [url];
    } else
      for await (const lines of readLineBatches(cli.stdin)) {
        const batch: string[] = [];
        for (const line of lines) {
          if ("text" in line) batch.push(line.text);
          else {
            log.error(whyWrong(line), "url-refused");
            cli.fail();
          }
        }
        live.read += batch.length;
        yield batch;
      }
  }
}
