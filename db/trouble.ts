import { serversOf } from "./address.ts";
import { AWAY, codeOf, DatabaseError, messageOf } from "./errors.ts";

interface Address {
  readonly host: string;
  readonly database: string;
  readonly user: string;
}

/** The parts of DATABASE_URL that an error may show: never the password. */
function addressOf(databaseUrl: string): Address {
  const servers = serversOf(databaseUrl);
  if (servers === null) throw badAddress();
  const [{ pathname, username }] = servers;
  return {
    host: servers.map(({ host }) => host || "localhost").join(","),
    database: decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username),
    user: decodeURIComponent(username) || "(none)",
  };
}

export const badAddress = () =>
  new DatabaseError(
    "bad-address",
    "DATABASE_URL is no address of the form postgres://user:password@host:5432/database; write % in a password as %25",
  );

/** Of an attempt to connect, not of a connection that was lost: a server that is away, stops or starts, or is a replica. */
const meansNoPrimary = (error: unknown): boolean =>
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_DESTROYED|57P03)$/.test(
    codeOf(error),
  );

/** Says in one line what kept us from the database and what to do; null for an error that is none of these. */
export function databaseTrouble(error: unknown, databaseUrl: string): DatabaseError | null {
  if (error instanceof DatabaseError) return error;
  const address = addressOf(databaseUrl);
  if (!address.host.includes(",") || !meansNoPrimary(error)) return troubleAt(address, error);
  return noPrimaryAt(address.host, error);
}

/** Of several servers. `error`: of one that is away; absent: all are replicas. */
export function noPrimaryAt(hosts: string, error?: unknown): DatabaseError {
  const code = codeOf(error);
  return new DatabaseError(
    "unreachable",
    `no primary answers at ${hosts}${code && ` (${code})`}: start it, promote its replica, or correct DATABASE_URL`,
    { cause: error },
  );
}

function troubleAt(address: Address, error: unknown): DatabaseError | null {
  const [, code, say] = TROUBLES.find(([codes]) => codes.test(codeOf(error))) ?? [];
  return code && say ? new DatabaseError(code, say(address, error), { cause: error }) : null;
}

type Trouble = readonly [
  codes: RegExp,
  code: DatabaseError["code"],
  say: (address: Address, error: unknown) => string,
];

/** By the codes of the driver, of Node and of PostgreSQL; the first that fits. */
const TROUBLES: readonly Trouble[] = [
  [
    AWAY,
    "away",
    ({ host }, error) =>
      `the database at ${host} ended the connection (${codeOf(error)}): start it again (the embedded one: weboid up), or look at its log`,
  ],
  [
    /^ECONNREFUSED$/,
    "refused",
    ({ host }) =>
      `no PostgreSQL answers at ${host}: start it (the embedded one: weboid up), or correct DATABASE_URL`,
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ECONNRESET|ETIMEDOUT|CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|DESTROYED|ENDED))$/,
    "unreachable",
    ({ host }, error) =>
      `the connection to the database at ${host} failed (${codeOf(error)}): check the network and DATABASE_URL`,
  ],
  [
    /^28P01$/,
    "password",
    ({ host, user }) =>
      `PostgreSQL at ${host} refuses user ${user}: correct user and password in DATABASE_URL`,
  ],
  [
    /^28000$/,
    "password",
    ({ host, user }, error) =>
      `PostgreSQL at ${host} refuses user ${user} (${messageOf(error)}): let it in by pg_hba.conf there, or correct DATABASE_URL`,
  ],
  [
    // Of OpenSSL, as Node names them.
    /CERT|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^HOSTNAME_MISMATCH$/,
    "encryption",
    ({ host }, error) =>
      `the certificate of PostgreSQL at ${host} is not believed (${messageOf(error)}): correct it, or sslmode in DATABASE_URL`,
  ],
  [
    /^3D000$/,
    "no-database",
    ({ host, database }) =>
      `PostgreSQL at ${host} has no database ${database}: create it (createdb ${database}), or correct DATABASE_URL`,
  ],
  [
    /^42501$/,
    "no-permission",
    ({ user, database }, error) =>
      `user ${user} may not do this in ${database} (${messageOf(error)}): run \`weboid migrate --roles\` as the owner of its tables, or, where it is a command of operators, give it the owner's DATABASE_URL`,
  ],
  [
    /^53300$/,
    "too-many-connections",
    ({ host }, error) =>
      `PostgreSQL at ${host} has no connection left (${messageOf(error)}): raise max_connections, or the limit of the role or database that it names, or start fewer workers`,
  ],
  [
    /^57P03$/,
    "starting",
    ({ host }) => `PostgreSQL at ${host} is starting or stopping: try again in a moment`,
  ],
  [/^53100$/, "disk-full", ({ host }) => `the disk of the database at ${host} is full: free some space`],
];
