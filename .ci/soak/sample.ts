import { readFileSync } from "node:fs";
import { familyOf, filesOf, memoryOf, processes } from "../../crawler/runtime/processes.ts";
import type { World } from "./world.ts";

/** What the system takes at one moment: numbers by their names, such as `rss crawl-1`. */
export type Sample = Readonly<Record<string, number>>;

const SCRAPE_MS_MAX = 5_000;

/** Each role, the edge with its host and store but without workerd, workerd, and all of PostgreSQL. */
function ofProcesses({ system }: World): Sample {
  const all = processes();
  const edge = system.roles.find(({ name }) => name === "edge")?.pid ?? 0;
  const postmaster = Number(readFileSync(system.cluster.pidFile ?? "", "utf8").split("\n")[0]);
  const groups: [string, readonly number[]][] = [
    ...system.roles.map(({ name, pid }): [string, number[]] => [
      name,
      familyOf(pid ?? 0, all).flatMap((each) => (each.name === "workerd" ? [] : each.pid)),
    ]),
    ["workerd", familyOf(edge, all).flatMap((each) => (each.name === "workerd" ? each.pid : []))],
    [
      "postgres",
      all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster).map(({ pid }) => pid),
    ],
  ];
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return Object.fromEntries(
    groups.flatMap(([name, pids]) => [
      [`memory ${name}`, sum(pids.map(memoryOf))],
      [`files ${name}`, sum(pids.map(filesOf))],
    ]),
  );
}

async function ofTables({ system }: World): Promise<Sample> {
  const { sql } = system.db;
  // A partition counts for its table.
  const tables = await sql<{ name: string; bytes: number }[]>`
    select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid))::float8 as bytes
    from pg_class own left join pg_inherits on inhrelid = own.oid left join pg_class parent on parent.oid = inhparent
    where own.relkind = 'r' and own.relnamespace = 'public'::regnamespace group by 1`;
  const sizes: Record<string, number> = {};
  for (const { name, bytes } of tables) {
    const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from ${sql(name)}`;
    sizes[`rows ${name}`] = row?.rows ?? 0;
    sizes[`bytes ${name}`] = bytes;
  }
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from pg_stat_activity where datname = current_database()`;
  return { ...sizes, connections: row?.open ?? 0 };
}

/** Sessions amid a transaction that is older than any should be, in words: whose they are, and what they wait for. */
export async function stuckSessions({ system: { db } }: World): Promise<string[]> {
  const rows = await db.sql<{ stuck: string }[]>`
    select format('%s (%s): %s, waits for %s of %s: %s', usename, pid, state, coalesce(wait_event, 'nothing'),
      pg_blocking_pids(pid), left(query, 200)) as stuck
    from pg_stat_activity where datname = current_database() and xact_start < clock_timestamp() - interval '30 minutes'`;
  return rows.map(({ stuck }) => stuck);
}

/** `cache NAME ROLE`, and the same with `cachemax`; and what the crawlers did. */
async function ofMetrics({ metrics }: World): Promise<Sample> {
  const figures: Record<string, number> = {};
  for (const [role, address] of metrics) {
    const signal = AbortSignal.timeout(SCRAPE_MS_MAX);
    const text = await fetch(`http://${address}/metrics`, { signal })
      .then((answer) => answer.text())
      .catch(() => "");
    for (const [, max, cache, value] of text.matchAll(
      /^weboid_cache_entries(_max)?\{cache="([^"]+)"\} (\S+)$/gm,
    ))
      figures[`cache${max === undefined ? "" : "max"} ${cache} ${role}`] = Number(value);
    for (const [, name, value] of text.matchAll(/^weboid_(\w+_total) (\S+)$/gm))
      figures[`done ${name} ${role}`] = Number(value);
  }
  return figures;
}

export const sample = async (world: World): Promise<Sample> => ({
  ...ofProcesses(world),
  ...(await ofTables(world)),
  ...(await ofMetrics(world)),
});
