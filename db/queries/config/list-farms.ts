import type { Database } from "../../connect.ts";
import { farm } from "../../schema/index.ts";
import type { Farm } from "../../types.ts";

export function listFarms(db: Database): Promise<Farm[]> {
  return db.orm.select().from(farm).orderBy(farm.code);
}
