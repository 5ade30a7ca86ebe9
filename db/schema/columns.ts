import { customType } from "drizzle-orm/pg-core";

/** PostgreSQL types that drizzle-orm does not name. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });
