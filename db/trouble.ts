import { serversOf } from "./address.ts";
import { codeOf, DatabaseError, messageOf, saysAway } from "./errors.ts";

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
    "DATABASE_URL is no address of the form postgres://user:password@host:5432/database",
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
  return new DatabaseError(
    "unreachable",
    `no primary answers at ${address.host} (${codeOf(error)}): start it, promote its replica, or correct DATABASE_URL`,
    { cause: error },
  );
}

function troubleAt({ host, database, user }: Address, error: unknown): DatabaseError | null {
  const say = (code: DatabaseError["code"], message: string) =>
    new DatabaseError(code, message, { cause: error });
  if (saysAway(codeOf(error)))
    return say(
      "away",
      `the database at ${host} ended the connection (${codeOf(error)}): start it again (the embedded one: weboid up), or look at its log`,
    );
  switch (codeOf(error)) {
    case "ECONNREFUSED":
      return say(
        "refused",
        `no PostgreSQL answers at ${host}: start it (the embedded one: weboid up), or correct DATABASE_URL`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ECONNRESET":
    case "ETIMEDOUT":
    case "CONNECT_TIMEOUT":
    case "CONNECTION_CLOSED":
    case "CONNECTION_DESTROYED":
    case "CONNECTION_ENDED":
      return say(
        "unreachable",
        `the connection to the database at ${host} failed (${codeOf(error)}): check the network and DATABASE_URL`,
      );
    case "28P01":
    case "28000":
      return say(
        "password",
        `PostgreSQL at ${host} refuses user ${user}: correct user and password in DATABASE_URL`,
      );
    case "3D000":
      return say(
        "no-database",
        `PostgreSQL at ${host} has no database ${database}: create it (createdb ${database}), or correct DATABASE_URL`,
      );
    case "42501":
      return say(
        "no-permission",
        `user ${user} may not do this in ${database}: run \`weboid migrate --roles\` as the owner of its tables (${messageOf(error)})`,
      );
    case "53300":
      return say(
        "too-many-connections",
        `PostgreSQL at ${host} has no connection left: raise max_connections, or start fewer workers`,
      );
    case "57P03":
      return say("starting", `PostgreSQL at ${host} is starting or stopping: try again in a moment`);
    case "53100":
      return say("disk-full", `the disk of the database at ${host} is full: free some space`);
    default:
      return null;
  }
}
