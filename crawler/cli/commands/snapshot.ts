import type { Command } from "commander";
import { snapshotInputs } from "../../../db/pages/snapshot-inputs.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { PAGEID_MAX } from "../../../shared/interwiki/stored-titles.ts";
import { snapshotKey } from "../../../shared/protocol/types.ts";
import { snapshotDifferences } from "../../../shared/snapshot/difference.ts";
import { decodeSnapshot, encodeSnapshot, SNAPSHOT_LIMITS } from "../../../shared/snapshot/snapshot.ts";
import { openHttpClient, storeEndpoints } from "../../net/egress/clients.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import { type Cli, DATABASE, document } from "../command.ts";
import { chooseStore, openStore, STORE_ENVIRONMENT, withOwnEdge } from "../open-store.ts";
import { wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { describeSnapshot, inspectSnapshot } from "../output/snapshot.ts";
import { harmless } from "../output/text.ts";
import { withRole } from "../role.ts";
import { configuredWiki } from "../wiki/wiki.ts";

interface Options {
  readonly stored?: true;
  readonly compare?: true;
  readonly json?: true;
}

export function snapshot(command: Command, cli: Cli): void {
  command.description("snapshots, as edges keep them: show");
  const show = command
    .command("show")
    .description("print a snapshot: of a page, from the database or from an edge's store, or of a file")
    .argument(
      "<wiki|file>",
      "a wiki as dbname@farm with a page; else a file with a stored value, or - for standard input",
    )
    .argument("[pageid]", "MediaWiki's number of the page", wholeNumber(1, PAGEID_MAX))
    .option("--stored", "what the edge's store has, not what the database would write")
    .option(
      "--compare",
      "in what the stored one says something else to a reader today than the database would",
    )
    .option("--json", "one JSON document {from, version, bytes, snapshot}")
    .action((of: string, pageid: number | undefined, options: Options) => run(cli, of, pageid, options));
  document(show, {
    examples: [
      "snapshot show dewiki@WMF 9301140",
      "snapshot show dewiki 9301140 --stored --json",
      "snapshot show dewiki@WMF 9301140 --compare",
      "snapshot show value.bin",
    ],
    environment: [...DATABASE, ...STORE_ENVIRONMENT],
    finding: "there is no such value, or it is damaged; with --compare: it differs",
    more: [
      "A value in a file may be the bytes themselves or base64, as it is sent to stores. Days are numbers since 2017-01-01, sizes are in bytes.",
      "What a store has and what the database would write differ by design in what advances without being news: days and counts of the last check, sizes. --compare leaves that out; what else differs may still be on its way (weboid doctor says which is not).",
    ],
  });
  document(command, { examples: ["snapshot show dewiki@WMF 9301140"], finding: "the work failed" });
}

async function run(
  cli: Cli,
  of: string,
  pageid: number | undefined,
  { stored, compare, json }: Options,
): Promise<void> {
  if (compare) return printDifferences(cli, of, pageid, json === true);
  if (pageid === undefined && stored)
    throw new UsageError("--stored needs a page: weboid snapshot show WIKI PAGEID --stored");
  const bytes =
    pageid === undefined
      ? unwrapped(of === "-" ? await readInput(cli) : await readValue(of))
      : await (stored ? fromStore : fromDatabase)(cli, wikiName(of).full, pageid);
  const inspected = await inspectSnapshot(bytes);
  if (inspected.kind === "unreadable") cli.fail();
  const from = pageid === undefined ? "file" : stored ? "store" : "database";
  const { kind: _, ...rest } = inspected;
  await cli.out.line(json ? jsonText({ from, ...rest }) : describeSnapshot(inspected));
}

/** --compare: a line for each difference, or a JSON document {differences: [text]}. */
async function printDifferences(
  cli: Cli,
  of: string,
  pageid: number | undefined,
  json: boolean,
): Promise<void> {
  if (pageid === undefined)
    throw new UsageError("--compare needs a page: weboid snapshot show WIKI PAGEID --compare");
  const wiki = wikiName(of).full;
  const stored = await decodeSnapshot(await fromStore(cli, wiki, pageid));
  const { value, today } = await ownValue(cli, wiki, pageid);
  const own = await decodeSnapshot(value);
  const differences =
    stored.kind !== "snapshot" || own.kind !== "snapshot"
      ? [`the stored one cannot be read (${stored.kind}); weboid export WIKI writes it again`]
      : snapshotDifferences(stored.snapshot, own.snapshot, today);
  if (differences.length > 0) cli.fail();
  if (json) return cli.out.line(jsonText({ differences }));
  await cli.out.lines(differences.length === 0 ? ["no difference for a reader"] : differences.map(harmless));
}

const fromDatabase = async (cli: Cli, wiki: string, pageid: number) =>
  (await ownValue(cli, wiki, pageid)).value;

/** What the database would write, on its day. */
function ownValue(
  cli: Cli,
  wiki: string,
  pageid: number,
): Promise<{ readonly value: Uint8Array<ArrayBuffer>; readonly today: Day }> {
  return withRole(cli, "snapshot", async ({ db, clock }) => {
    const row = await configuredWiki(db, wiki);
    const [input] = await snapshotInputs(db, [{ wiki: row.id, pageid }]);
    if (input === undefined)
      throw new WorkError(
        `page ${pageid} of ${wiki} is not watched, or its links were not read yet: it has no snapshot`,
      );
    return { value: await encodeSnapshot(input), today: clock.today() };
  });
}

async function fromStore(cli: Cli, wiki: string, pageid: number): Promise<Uint8Array<ArrayBuffer>> {
  const config = withOwnEdge(cli.config());
  const choice = chooseStore(config);
  const http = openHttpClient(config, storeEndpoints(config));
  try {
    const store = openStore(choice, { config, http, signal: cli.out.closed });
    const key = snapshotKey(wiki, pageid);
    const value = await store.get(key);
    if (value.kind === "value") return new Uint8Array(value.bytes);
    throw new WorkError(
      value.kind === "failed"
        ? value.message
        : `the store has nothing under ${key}: the page is not watched, or not yet published (weboid status)`,
    );
  } finally {
    await http.close();
  }
}

/** Just more than a value may have, so that a larger one is known as too large. */
const READ_BYTES_MAX = Math.ceil((SNAPSHOT_LIMITS.bytes * 4) / 3) + 1024;

async function readValue(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Bun.file(path).slice(0, READ_BYTES_MAX).bytes();
  } catch (error) {
    throw new UsageError(
      `${path} cannot be read (${(error as { code?: string }).code ?? "no file"}); give WIKI PAGEID, a file with a stored value, or -`,
    );
  }
}

async function readInput({ stdin }: Cli): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= READ_BYTES_MAX) break;
  }
  return Buffer.concat(chunks);
}

/** Decodes base64. No value is such text by itself: each begins with a control character, its version. */
function unwrapped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = new TextDecoder("latin1").decode(bytes).trim();
  return /^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : bytes;
}
