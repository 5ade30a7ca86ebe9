import { listFarms } from "../../../db/wikis/farms.ts";
import { endpointOf, numericEndpoint } from "../../../shared/url/endpoint.ts";
import { withRights } from "../../feed/api/client.ts";
import { openWikiApi } from "../../feed/api/wiki.ts";
import { registerAll } from "../../feed/registration/register.ts";
import { parseSiteMatrix, type SiteMatrix } from "../../feed/registration/site-matrix.ts";
import { requireContact } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { printable } from "../../runtime/log.ts";
import { counted } from "../../runtime/words.ts";
import type { Cli } from "../command.ts";
import { readTextFile } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";
import { withHttp } from "./wiki.ts";

interface All {
  readonly farm: string;
  /** File or address; null: where the farm's own is. */
  readonly from: string | null;
  /** None is fed before it is resumed. */
  readonly paused: boolean;
  readonly json: boolean;
}

const BYTES_MAX = 16 * 1024 * 1024;
/** Wikimedia has a thousand; nothing takes wikis out again. */
const WIKIS_MAX = 20_000;

/** `weboid wiki add --all`: the wikis of a site matrix, in one transaction and without asking any of them (M2). */
export async function addAll(cli: Cli, { farm, from, paused, json }: All): Promise<void> {
  const isFile = from !== null && !/^https?:\/\//i.test(from);
  const { farmAdded, added, known, skipped } = await withRole(
    cli,
    "wiki",
    async (ctx) => {
      const answer = isFile ? await readFile(from) : await ask(ctx, farm, from);
      return registerAll(ctx, farm, parsed(answer, from ?? farm), { paused });
    },
    isFile ? {} : { settings: requireContact },
  );
  if (json) return cli.out.line(jsonText({ farm, farmAdded, added, known, skipped }));
  await cli.out.line(
    `added ${counted(added.length, "wiki")} to ${farmAdded ? "the new farm " : ""}${farm}; ${known} were there before`,
  );
  for (const [why, wikis] of Map.groupBy(skipped, (one) => one.why))
    await cli.out.line(
      printable(
        `left out ${wikis.length}, as ${wikis.length === 1 ? "it is" : "they are"} ${why}: ${wikis.map(({ dbname }) => dbname).join(", ")}`,
      ),
    );
}

async function readFile(path: string): Promise<unknown> {
  const hint = "save the answer of api.php?action=sitematrix&format=json";
  const text = await readTextFile(path, BYTES_MAX, hint);
  try {
    return JSON.parse(text);
  } catch {
    throw new WorkError(`${path} is no JSON; ${hint}`);
  }
}

async function ask(ctx: RoleContext, farm: string, from: string | null): Promise<unknown> {
  const address = from ?? (await listFarms(ctx.db)).find(({ name }) => name === farm)?.sites ?? "";
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith(".php"))
    throw new WorkError(
      from !== null
        ? `${from} is no address of a site matrix, which ends in api.php: give that, or save what it answers and give the file`
        : `farm ${farm} has no address of a site matrix; give it: --from https://meta.wikimedia.org/w/api.php?action=sitematrix, or a file`,
    );
  url.search = "";
  const matrix = {
    action: "sitematrix",
    smlangprop: "code|site",
    smsiteprop: "url|dbname|code|lang|sitename",
  };
  // What was configured once has the right of an address in numbers alone.
  const own = (from === null ? numericEndpoint : endpointOf)(url.href);
  const answer = await withHttp(ctx, (client) => {
    const http = withRights(client, [own ?? ""]);
    return openWikiApi(url.href, { http, signal: ctx.signal, retry: "person" }).query(matrix);
  });
  if (!answer.ok) throw new WorkError(answer.error.message);
  return answer.value.query;
}

function parsed(answer: unknown, from: string): SiteMatrix {
  const matrix = parseSiteMatrix((answer as { sitematrix?: unknown } | null)?.sitematrix);
  if (matrix === null)
    throw new WorkError(`${from} is no site matrix; give an answer of api.php?action=sitematrix&format=json`);
  if (matrix.wikis.length === 0)
    throw new WorkError(
      `${from} names no wiki that can be added${matrix.skipped.length === 0 ? "" : ` (of its ${matrix.skipped.length}, the first is left out as ${matrix.skipped[0]?.why})`}; nothing was done`,
    );
  if (matrix.wikis.length > WIKIS_MAX)
    throw new WorkError(
      `${from} names ${matrix.wikis.length} wikis, and no farm has more than ${WIKIS_MAX}; add those you mean by weboid config apply`,
    );
  return matrix;
}
