import type { Database } from "../../db/connect.ts";
import { codeOf } from "../../db/errors.ts";
import { snapshotInputs } from "../../db/pages/snapshot-inputs.ts";
import { pagesOfUrl } from "../../db/pages/uses.ts";
import { samplePage } from "../../db/testing/sample.ts";
import { watched } from "../../db/testing/watched.ts";
import type { UrlId, WikiId } from "../../db/types.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Scale } from "./generate.ts";
import { sweep } from "./measure.ts";

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Total Time"?: number;
  readonly "Shared Hit Blocks"?: number;
  readonly "Shared Read Blocks"?: number;
  readonly Plans?: readonly Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** How a statement was carried out. */
export interface Plan {
  readonly statement: string;
  /** Null: only planned. */
  readonly ms: number | null;
  /** Of 8 KB, from memory or disk. */
  readonly blocks: number;
  /** Tables that were read from end to end. */
  readonly scans: readonly string[];
}

/** Statements by their text, each with the parameters that it had first. */
type Statements = Map<string, readonly unknown[]>;

/** What the roles ask again and again: a slice swept, pages read again, their snapshots, the pages of a URL. */
async function steadyState(db: Database, scale: Scale, today: Day): Promise<Statements> {
  const statements: Statements = new Map();
  const spied = watched(db, (text, parameters) => {
    if (!statements.has(text)) statements.set(text, parameters);
  });
  const [page] = await db.sql<{ wikiId: WikiId; pageid: number; urls: UrlId[] }[]>`
    select wiki_id as "wikiId", pageid, urls from page_link where pageid > ${Math.floor(scale.pages / 2)} order by pageid limit 1`;
  if (page === undefined) throw new Error("there are no pages");
  for (const [at, url] of ["https://a.zz/1", "https://a.zz/2"].entries())
    await samplePage(spied, page.wikiId, page.pageid, [url], addDays(today, at));
  await snapshotInputs(spied, [{ wiki: page.wikiId, pageid: page.pageid }]);
  for (const id of page.urls) await pagesOfUrl(spied, id, { limit: 50 });
  await sweep(spied, 1, 1, scale, addDays(today, 300));
  return statements;
}

/** What the planner does with a statement, executed (and undone) or not. */
async function explain(
  db: Database,
  options: string,
  statement: string,
  parameters: readonly unknown[],
): Promise<Node | undefined> {
  const undone = new Error("undone");
  let plan: Node | undefined;
  await db
    .transaction(async ({ sql }) => {
      const [row] = await sql.unsafe<{ "QUERY PLAN": readonly { readonly Plan: Node }[] }[]>(
        `explain (${options}, format json) ${statement}`,
        [...parameters] as never[],
      );
      plan = row?.["QUERY PLAN"][0]?.Plan;
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return plan;
}

const UNIQUE_VIOLATION = "23505";
/** Of templates of this benchmark itself, whose text lacks the numbers of its parameters. */
const SYNTAX_ERROR = "42601";

/** Executes each once more, undone afterwards; what was inserted already is planned only. Statements that only set something up are left out. */
export async function plans(db: Database, scale: Scale, today: Day): Promise<Plan[]> {
  const found: Plan[] = [];
  for (const [statement, parameters] of await steadyState(db, scale, today)) {
    if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(statement)) continue;
    const plan = await explain(db, "analyze, buffers", statement, parameters).catch((error: unknown) => {
      if (codeOf(error) === UNIQUE_VIOLATION) return explain(db, "costs off", statement, parameters);
      if (codeOf(error) === SYNTAX_ERROR) return undefined;
      throw error;
    });
    if (plan === undefined) continue;
    found.push({
      statement: statement.replace(/\s+/g, " ").slice(0, 160),
      ms: plan["Actual Total Time"] ?? null,
      blocks: (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
      scans: nodesOf(plan)
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"] ?? ""),
    });
  }
  return found.sort((one, other) => (other.ms ?? 0) - (one.ms ?? 0));
}
