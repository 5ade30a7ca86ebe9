import { serversOf } from "../../db/address.ts";
import { type ConnectOptions, connect, type Database } from "../../db/connect.ts";
import { hasNoCluster } from "../../db/embedded/place.ts";
import { type Embedded, startEmbedded } from "../../db/embedded.ts";
import { DatabaseError } from "../../db/errors.ts";
import { migrate, requireSchema, schemaVersion } from "../../db/migrate.ts";
import { migrations } from "../../db/migration-files.ts";
import { openReplica, type Replica, type ReplicaOptions } from "../../db/replica/replica.ts";
import { applyRoles, type ComponentRole } from "../../db/roles/apply.ts";
import type { Component } from "../../db/roles/grants.ts";
import { databaseTrouble } from "../../db/trouble.ts";
import type { Config } from "./config.ts";
import { UsageError, WorkError } from "./errors.ts";
import type { Log } from "./log.ts";

export interface OpenDatabase {
  readonly db: Database;
  /** The address of the database. Has a password: never print it. */
  readonly url: string;
  /** The database as a component has it: that of the data folder under its own role, another as DATABASE_URL says. Closed with this. */
  as(component: Component): Promise<Database>;
  /** Makes the roles of all components, as the owner of the database. */
  applyRoles(): Promise<ComponentRole[]>;
  close(): Promise<void>;
}

export interface OpenOptions extends ConnectOptions {
  /**
   * `required` (default): an older or empty database is refused; the embedded one, which nobody else maintains, is
   * migrated. `migrate`: migrated. `any`: not checked.
   */
  readonly schema?: "required" | "migrate" | "any";
  /** `db` is to have the role of this component (`OpenDatabase.as`); absent: it is the owner's. */
  readonly component?: Component;
  /** For what looks at the work of others: an embedded database is neither made where there is none, nor migrated. */
  readonly existing?: boolean;
  /** The embedded server ended and cannot be started again. */
  readonly onLost?: (error: WorkError) => void;
  /** Ends the opening midway: its reason is thrown. */
  readonly signal?: AbortSignal;
}

/** Opens DATABASE_URL, or the embedded PostgreSQL under WEBOID_DATA. Throws WorkErrors that say how to fix it. */
export async function openDatabase(
  config: Config,
  log: Log,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (options.existing && config.databaseUrl === null && hasNoCluster(config.dataDir))
    throw new WorkError(
      `there is no database to look at: DATABASE_URL is not set, and ${config.dataDir} (WEBOID_DATA) has none: set one of them as for the roles, or start weboid up`,
    );
  const isNew = config.databaseUrl === null && hasNoCluster(config.dataDir);
  const embedded =
    config.databaseUrl === null
      ? await asWorkError("", () =>
          startEmbedded(config.dataDir, log, {
            onLost: (error) => options.onLost?.(new WorkError(error.message, { cause: error })),
            signal: options.signal,
          }),
        )
      : null;
  const url = config.databaseUrl ?? embedded?.url ?? "";
  try {
    const opened = await asWorkError(url, () =>
      openAt(url, embedded, log, { ...options, log, directUrl: config.databaseDirectUrl }),
    );
    if (isNew && options.component === undefined && options.schema !== "migrate")
      log.warn(
        `DATABASE_URL is not set, and ${config.dataDir} (WEBOID_DATA) had no database: this one is new and empty, and nothing else uses it`,
        "database-new",
      );
    return opened;
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function openAt(
  url: string,
  embedded: Embedded | null,
  log: Log,
  { schema = "required", component, signal, existing, ...options }: OpenOptions,
): Promise<OpenDatabase> {
  await using opened = new AsyncDisposableStack();
  signal?.throwIfAborted();
  const owner = await connect(url, options);
  opened.defer(() => owner.close());
  const isOurs = embedded !== null && existing !== true;
  if (schema === "migrate" || (schema === "required" && isOurs)) await migrate(owner, log);
  else if (schema === "required") await requireSchema(owner);
  const roles = () => applyRoles(owner, embedded?.rolePassword);
  let known: Promise<ComponentRole[]> | null = null;
  const pools = new AsyncDisposableStack();
  opened.use(pools);
  const urlAs = async (wanted: Component): Promise<string> => {
    if (embedded === null) return url;
    known ??= roles();
    const { role = "" } = (await known).find((each) => each.component === wanted) ?? {};
    return embedded.urlAs(role);
  };
  const as = async (wanted: Component): Promise<Database> => {
    if (embedded === null) return owner;
    const db = await connect(await urlAs(wanted), options);
    pools.defer(() => db.close());
    return db;
  };
  const db = component === undefined ? owner : await as(component);
  const closing = opened.move();
  return {
    db,
    url: component === undefined ? url : await urlAs(component),
    as,
    applyRoles: roles,
    async close() {
      await closing.disposeAsync();
      await embedded?.stop();
    },
  };
}

/** A replica needs a primary that is named as well. */
export function requirePrimary({
  databaseUrl,
  databaseReadUrl,
}: Pick<Config, "databaseUrl" | "databaseReadUrl">): void {
  if (databaseReadUrl !== null && databaseUrl === null)
    throw new UsageError(
      "DATABASE_READ_URL is set without DATABASE_URL: set that, too; the embedded database has no replica",
    );
}

/** The replica at DATABASE_READ_URL, as whom `url` names; null: none is named. Throws WorkErrors that say how to fix it. */
export async function openReadReplica(
  { databaseReadUrl }: Pick<Config, "databaseReadUrl">,
  { db, url }: Pick<OpenDatabase, "db" | "url">,
  options: ReplicaOptions,
): Promise<Replica | null> {
  if (databaseReadUrl === null) return null;
  return asWorkError(databaseReadUrl, () => openReplica(asUserOf(url, databaseReadUrl), db, options));
}

/** Roles are the same on both, so that one address fits all of them. */
export function asUserOf(url: string, readUrl: string): string {
  const [replica] = serversOf(readUrl) ?? [];
  const [database] = serversOf(url) ?? [];
  if (replica === undefined || database === undefined || replica.username !== "") return readUrl;
  replica.username = database.username;
  replica.password = database.password;
  return replica.href;
}

/** Runs work with the database; errors that the operator can fix become WorkErrors. */
export async function asWorkError<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const trouble =
      error instanceof DatabaseError || url === "" ? error : (databaseTrouble(error, url) ?? error);
    if (trouble instanceof DatabaseError) throw new WorkError(trouble.message, { cause: error });
    throw error;
  }
}

const SCHEMA_CHECK_MS = 5_000;

/**
 * Calls `onChanged` once when the database was migrated under a running process so that it cannot go on: it would take
 * what a newer version writes for damaged, and replace it. What this process knows is read at once, as the migration files
 * may be those of a newer version later. Returns a function that ends the watch.
 */
export function watchSchema(
  db: Database,
  onChanged: (error: WorkError) => void,
  everyMs = SCHEMA_CHECK_MS,
): () => void {
  const known = migrations().length;
  let over = false;
  const timer = setInterval(async () => {
    // A database that is away is met by the role itself.
    const now = await schemaVersion(db).catch(() => null);
    if (now === null || now.oldest <= known || over) return;
    end();
    onChanged(
      new WorkError(
        `the database was migrated to version ${now.applied} while this ran, which knows ${known}: start the Weboid that did so`,
      ),
    );
  }, everyMs);
  timer.unref();
  const end = () => {
    over = true;
    clearInterval(timer);
  };
  return end;
}
