import { Command } from "commander";
import type { CheckLine } from "../../check/run.ts";
import type { Log } from "../../runtime/log.ts";
import type { Cli } from "../cli.ts";
import { document } from "../help.ts";
import { LINE_BYTES_MAX, readLines } from "../lines.ts";
import { wholeNumber } from "../options.ts";
import { tableLines } from "../table.ts";

interface Options {
  readonly concurrency: number;
  readonly allowPrivate?: true;
  readonly json?: true;
}

const CONCURRENCY = 100;

export function check(cli: Cli): Command {
  const command = new Command("check")
    .description("check URLs now, without the database; answers come in any order")
    .argument("<url...>", "URLs, or - to read them from standard input, one a line")
    .option("--json", "JSON lines; also without it where standard output is no terminal")
    .option("--concurrency <n>", "checks under way at once", wholeNumber(1, 15_000), CONCURRENCY)
    .option("--allow-private", "check addresses of this machine and network too (or WEBOID_ALLOW_PRIVATE=1)")
    .action((urls: string[], options: Options) => run(cli, urls, options));
  return document(command, {
    examples: ["check https://www.wikipedia.org/", "check --json - < urls.txt"],
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
      "Each line: {url, normalised, status, http, finalUrl, mime, kib, error, ms} and more; status is the byte of docs/statuses-and-verdicts.md. A check takes up to a minute. A host is asked by one connection at a time.",
    ],
  });
}

async function run(cli: Cli, urls: string[], options: Options): Promise<void> {
  const { out } = cli;
  const config = await cli.config();
  const [{ checkUrls }, { createLog }, { listenForShutdown }, { createProgress }] = await Promise.all([
    import("../../check/run.ts"),
    import("../../runtime/log.ts"),
    import("../../runtime/shutdown.ts"),
    import("../../runtime/progress.ts"),
  ]);
  const log = createLog("check", config.logLevel);
  const allowPrivate = options.allowPrivate === true || config.allowPrivate;
  if (config.contact === null && !allowPrivate)
    log.warn("WEBOID_CONTACT is not set: the servers are not told whom they may ask about this");
  const shutdown = listenForShutdown(log);
  out.closed.addEventListener("abort", shutdown.stop);
  const progress = createProgress(log);
  const json = options.json === true || !out.terminal;
  let checked = 0;
  try {
    const answers = checkUrls(inputs(cli, urls, log), {
      contact: config.contact,
      dns: config.dns,
      allowPrivate,
      deny: config.deny,
      controls: config.controls,
      concurrency: options.concurrency,
      signal: shutdown.signal,
    });
    for await (const answer of answers) {
      checked += 1;
      await out.line(json ? JSON.stringify(answer) : readable(answer));
      if (!out.terminal) progress.update(`${checked} checked`);
      if (out.closed.aborted) break;
    }
    if (shutdown.signal.aborted && !out.closed.aborted) cli.fail();
  } finally {
    progress.done();
    shutdown.dispose();
  }
}

async function* inputs(cli: Cli, urls: readonly string[], log: Log): AsyncGenerator<string, void> {
  for (const url of urls) {
    if (url !== "-") yield url;
    else
      for await (const line of readLines(cli.stdin)) {
        if ("text" in line) yield line.text;
        else {
          log.error(`line ${line.number} is longer than ${LINE_BYTES_MAX} bytes; it was passed over`);
          cli.fail();
        }
      }
  }
}

/** `404  https://a.zz/x  Not found  (120 ms)`; hostile text is made harmless. */
function readable({ url, normalised, http, status, finalUrl, error, ms }: CheckLine): string {
  const target = finalUrl === null || finalUrl === normalised ? "" : ` -> ${finalUrl}`;
  const [line = ""] = tableLines([
    [String(http ?? `(${status})`).padEnd(5), `${normalised ?? url}${target}`, error ?? "ok", `(${ms} ms)`],
  ]);
  return line;
}
