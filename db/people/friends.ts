import type { Database } from "../connect.ts";
import type { WikiId } from "../types.ts";

/** A friendly tool (F8). `tokenHash`: SHA-256 as 64 hex digits. False: there is one of that name. */
export async function addFriend(
  { sql }: Database,
  { name, tokenHash }: { readonly name: string; readonly tokenHash: string },
): Promise<boolean> {
  const { count } = await sql`
    insert into friend (name, token_hash) values (${name}, ${tokenHash}) on conflict (name) do nothing`;
  return count > 0;
}

/** Whether some friendly tool has the token of this SHA-256 (64 hex digits). */
export async function isFriend({ sql }: Database, tokenHash: string): Promise<boolean> {
  return (await sql`select 1 from friend where token_hash = ${tokenHash}`).length > 0;
}

export interface Friend {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly addedAtMs: number;
}

export async function listFriends({ sql }: Database): Promise<Friend[]> {
  const rows = await sql<Friend[]>`
    select name, (extract(epoch from added_at) * 1000)::float8 as "addedAtMs" from friend order by name`;
  return rows.map(({ name, addedAtMs }) => ({ name, addedAtMs: Math.round(addedAtMs) }));
}

interface Wanted {
  readonly namespace: number;
  /** Page id. */
  readonly after: number;
  readonly limit: number;
}

/**
 * The watched pages of a namespace beyond a page id, ascending (F8); null: that is not all of them, as no criterion includes the
 * namespace, or no first run came to its end since the criteria are what they are. While a later one is under way they are whole.
 */
export async function namespacePages(
  { sql }: Database,
  wiki: WikiId,
  { namespace, after, limit }: Wanted,
): Promise<number[] | null> {
  const [row] = await sql<{ whole: boolean }[]>`
    select w.full_due_at > 'epoch' and (
        exists (select 1 from wiki_criterion c where c.wiki_id = w.id and c.effect = 'include' and c.kind = 'namespace' and c.value = ${String(namespace)})
        or ${namespace === 0} and not exists (select 1 from wiki_criterion c where c.wiki_id = w.id and c.effect = 'include'))
      and not exists (select 1 from wiki_criterion c where c.wiki_id = w.id and c.effect = 'exclude') as whole
    from wiki w where w.id = ${wiki}`;
  if (row?.whole !== true) return null;
  const rows = await sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and namespace = ${namespace} and pageid > ${after}
    order by pageid limit ${limit}`;
  return rows.map(({ pageid }) => pageid);
}

/** False: there is none of that name. */
export async function removeFriend({ sql }: Database, name: string): Promise<boolean> {
  const { count } = await sql`delete from friend where name = ${name}`;
  return count > 0;
}
