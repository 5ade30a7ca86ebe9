import type { Database } from "../../connect.ts";
import { farm } from "../../schema/index.ts";
import type { Farm } from "../../types.ts";

export function listFarms(db: Database): Promise<Farm[]> {
  const { code, name, sites, internalHosts, spamList } = farm;
  return db.orm.select({ code, name, sites, internalHosts, spamList }).from(farm).orderBy(farm.code);
}
