import type { Database } from "../../connect.ts";

/** Hashes of what an edge has under these keys, as far as it is remembered. */
export async function knownValues(
  { sql }: Database,
  target: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql<{ key: string; hash: string }[]>`
    select key, hash::text from told_value where target = ${target} and key = any(${[...keys]}::text[])`;
  return new Map(rows.map(({ key, hash }) => [key, BigInt(hash)]));
}
