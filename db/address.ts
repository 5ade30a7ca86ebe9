/**
 * The servers that a PostgreSQL address names, as libpq reads it: `postgres://user:password@one:5432,other:5432/database` is two, each as
 * an address of its own, in their order. Null: it is no such address, or has a percent sign that begins no escape, at which the driver throws.
 */
export function serversOf(databaseUrl: string): readonly [URL, ...URL[]] | null {
  const [, user = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  if (user === "") return null;
  const servers = hosts.split(",").map((host) => URL.parse(user + host + rest));
  const [first, ...others] = servers.filter((server) => server !== null);
  if (first === undefined || servers.includes(null)) return null;
  return [first, ...others].every(isDecodable) ? [first, ...others] : null;
}

function isDecodable({ username, password, host, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + host + pathname);
    return true;
  } catch {
    return false;
  }
}
