import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Forgets setbacks of a wiki that is well: the next one is its first again. It may be asked at once. */
export async function recover({ sql }: Database, wiki: WikiId): Promise<void> {
  await sql`
    update wiki set failures = 0, setbacks = 0, retry_at = 'epoch'
    where id = ${wiki} and (failures > 0 or setbacks > 0 or retry_at > 'epoch')`;
}
