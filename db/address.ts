/**
 * The servers that a PostgreSQL address names, as libpq reads it: `postgres://user:password@one:5432,other:5432/database` is two, each as
 * an address of its own, in their order. Null: it is no such address.
 */
export function serversOf(databaseUrl: string): readonly [URL, ...URL[]] | null {
  const [, user = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  if (user === "") return null;
  const servers = hosts.split(",").map((host) => URL.parse(user + host + rest));
  const [first, ...others] = servers.filter((server) => server !== null);
  return first === undefined || servers.includes(null) ? null : [first, ...others];
}
