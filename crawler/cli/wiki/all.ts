import type { SiteMatrix } from "../../feed/registration/site-matrix.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { printable } from "../../runtime/log.ts";
import type { Cli } from "../cli.ts";
import { isFolder } from "../options.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";
import { withHttp } from "./with-http.ts";

interface All {
  readonly farm: string;
  /** File or address; null: where the farm's own is. */
  readonly from: string | null;
  readonly json: boolean;
}

const BYTES_MAX = 16 * 1024 * 1024;
/** Wikimedia has a thousand; nothing takes wikis out again. */
const WIKIS_MAX = 20_000;

/** `weboid wiki add --all`: the wikis of a site matrix, in one transaction and without asking any of them (M2). */
export async function addAll(cli: Cli, { farm, from, json }: All): Promise<void> {
  const { registerAll } = await import("../../feed/registration/register.ts");
  const isFile = from !== null && !/^https?:\/\//i.test(from);
  const { farmAdded, added, known, skipped } = await withRole(
    cli,
    "wiki",
    async (ctx) => {
      const matrix = await parsed(isFile ? await readFile(from) : await ask(ctx, farm, from), from ?? farm);
      return registerAll(ctx, farm, matrix);
    },
    { contact: !isFile },
  );
  if (json) return cli.out.line(jsonText({ farm, farmAdded, added, known, skipped }));
  const wikis = added.length === 1 ? "1 wiki" : `${added.length} wikis`;
  await cli.out.line(
    `added ${wikis} to ${farmAdded ? "the new farm " : ""}${farm}; ${known} were there before`,
  );
  for (const [why, wikis] of Map.groupBy(skipped, (one) => one.why))
    await cli.out.line(
      printable(
        `left out ${wikis.length}, as ${wikis.length === 1 ? "it is" : "they are"} ${why}: ${wikis.map(({ dbname }) => dbname).join(", ")}`,
      ),
    );
}

async function readFile(path: string): Promise<unknown> {
  if (isFolder(path)) throw new WorkError(`${path} is a folder; give the file in it`);
  const file = Bun.file(path);
  if (!(await file.exists())) throw new WorkError(`there is no file ${path}`);
  if (file.size > BYTES_MAX)
    throw new WorkError(`${path} is larger than ${BYTES_MAX} bytes, and no site matrix`);
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new WorkError(`${path} is no JSON; save the answer of api.php?action=sitematrix&format=json`);
  }
}

async function ask(ctx: RoleContext, farm: string, from: string | null): Promise<unknown> {
  const { listFarms } = await import("../../../db/wikis/farms.ts");
  const { openWikiApi } = await import("../../feed/api/wiki.ts");
  const address = from ?? (await listFarms(ctx.db)).find(({ name }) => name === farm)?.sites ?? "";
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith(".php"))
    throw new WorkError(
      `farm ${farm} has no address of a site matrix; give it: --from https://meta.wikimedia.org/w/api.php?action=sitematrix, or a file`,
    );
  url.search = "";
  const answer = await withHttp(ctx, (http) =>
    openWikiApi(url.href, { http, signal: ctx.signal, retry: "person" }).query({
      action: "sitematrix",
      smlangprop: "code|site",
      smsiteprop: "url|dbname|code|lang|sitename",
    }),
  );
  if (!answer.ok) throw new WorkError(answer.error.message);
  return answer.value.query;
}

async function parsed(answer: unknown, from: string): Promise<SiteMatrix> {
  const { parseSiteMatrix } = await import("../../feed/registration/site-matrix.ts");
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
