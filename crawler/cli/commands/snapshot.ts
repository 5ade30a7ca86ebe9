import { Command } from "commander";
import { snapshotKey } from "../../../shared/protocol/types.ts";
import { SNAPSHOT_LIMITS } from "../../../shared/snapshot/snapshot.ts";
import { UsageError, WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { chooseStore, openStore, STORE_ENVIRONMENT } from "../open-store.ts";
import { wholeNumber, wikiName } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly stored?: true;
  readonly json?: true;
}

export function snapshot(cli: Cli): Command {
  const show = new Command("show")
    .description("what is in a snapshot: of a page by the database or as an edge has it, or of a file")
    .argument(
      "<wiki|file>",
      "a wiki as dbname@farm with a page; else a file with a stored value, or - for standard input",
    )
    .argument("[pageid]", "MediaWiki's number of the page", wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option("--stored", "what the edge's store has, not what the database would write")
    .option("--json", "one JSON document {from, version, bytes, snapshot}")
    .action((of: string, pageid: number | undefined, options: Options) => run(cli, of, pageid, options));
  document(show, {
    examples: [
      "snapshot show dewiki@WMF 9301140",
      "snapshot show dewiki 9301140 --stored --json",
      "snapshot show value.bin",
    ],
    environment: [...DATABASE, ...STORE_ENVIRONMENT],
    finding: "there is no such value, or it is damaged: what is wrong with it is told",
    more: [
      "A value in a file may be the bytes themselves or base64, as stores are sent it. Days are numbers since 2017-01-01, sizes are in bytes.",
    ],
  });
  const command = new Command("snapshot").description("snapshots, as edges keep them: show").addCommand(show);
  return document(command, {
    examples: ["snapshot show dewiki@WMF 9301140"],
    finding: "there is no such value, or it is damaged",
  });
}

async function run(
  cli: Cli,
  of: string,
  pageid: number | undefined,
  { stored, json }: Options,
): Promise<void> {
  if (pageid === undefined && stored)
    throw new UsageError("--stored needs a page: weboid snapshot show WIKI PAGEID --stored");
  const { describeSnapshot, inspectSnapshot } = await import("../output/snapshot.ts");
  const bytes =
    pageid === undefined
      ? unwrapped(of === "-" ? await readInput(cli) : await readValue(of))
      : await (stored ? fromStore : fromDatabase)(cli, wikiName(of).full, pageid);
  const inspected = await inspectSnapshot(bytes);
  if (inspected.kind === "unreadable") cli.fail();
  if (json) {
    const from = pageid === undefined ? "file" : stored ? "store" : "database";
    const { kind: _, ...rest } = inspected;
    await cli.out.line(jsonText({ from, ...rest }));
    return;
  }
  await cli.out.line(describeSnapshot(inspected));
}

async function fromDatabase(cli: Cli, wiki: string, pageid: number): Promise<Uint8Array<ArrayBuffer>> {
  const [{ findWiki }, { snapshotInputs }, { encodeSnapshot }] = await Promise.all([
    import("../../../db/wikis/wikis.ts"),
    import("../../../db/pages/snapshot-inputs.ts"),
    import("../../../shared/snapshot/snapshot.ts"),
  ]);
  return withRole(cli, "snapshot", async ({ db }) => {
    const row = await findWiki(db, wiki);
    if (row === null) throw new WorkError(`${wiki} is not configured; see weboid wiki list`);
    const [input] = await snapshotInputs(db, [{ wiki: row.id, pageid }]);
    if (input === undefined)
      throw new WorkError(
        `page ${pageid} of ${wiki} is not watched, or its links were not read yet: it has no snapshot`,
      );
    return encodeSnapshot(input);
  });
}

async function fromStore(cli: Cli, wiki: string, pageid: number): Promise<Uint8Array<ArrayBuffer>> {
  const config = await cli.config();
  const choice = chooseStore(config);
  const [{ createHttpClient }, { userAgent }] = await Promise.all([
    import("../../runtime/http.ts"),
    import("../../runtime/config.ts"),
  ]);
  const http = createHttpClient({ userAgent: userAgent(config.contact), dns: config.dns });
  try {
    const store = await openStore(choice, { config, http, signal: cli.out.closed });
    const value = await store.get(snapshotKey(wiki, pageid));
    if (value.kind === "value") return new Uint8Array(value.bytes);
    throw new WorkError(
      value.kind === "failed"
        ? value.message
        : `the store has nothing under ${snapshotKey(wiki, pageid)}: the page is not watched, or was not told yet (weboid status)`,
    );
  } finally {
    await http.close();
  }
}

/** As many bytes as tell that it is too large. */
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

/** Base64 of the magic number of gzip, as it stands in a bulk write. */
function unwrapped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 4)) !== "H4sI") return bytes;
  const text = new TextDecoder("latin1").decode(bytes).trim();
  return /^[A-Za-z0-9+/\r\n]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : bytes;
}
