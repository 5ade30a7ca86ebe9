import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Sql } from "../../connect.ts";
import type { HostId } from "../../types.ts";

/** Two-part advisory locks; the second part is the id of a host. */
const HOST_LOCK = 0x77656270;

/**
 * What people say of URLs of one host is taken one after the other, until the end of the transaction: each holds its own URL, and
 * wants all of them when half of the host is reported (H3). Nothing when the URL is not known.
 */
export async function lockHostOf(sql: Sql, url: NormalisedUrl): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${HOST_LOCK}::int, u.host_id) from url u where u.key = ${urlKey(url)}::uuid`;
}

/** The same for the host itself. Before any of its URLs. */
export async function lockHost(sql: Sql, host: HostId): Promise<void> {
  await sql`select pg_advisory_xact_lock(${HOST_LOCK}::int, ${host}::int)`;
}
