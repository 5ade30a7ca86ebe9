import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Database, Orm } from "../connect.ts";
import { DatabaseError } from "../errors.ts";
import { advisoryLock, evaluate } from "../statement.ts";
import { COMPONENTS, type Component, GRANTS, privilegesOf } from "./grants.ts";

/** A role of a component, as `applyRoles` left it. */
export interface ComponentRole {
  readonly component: Component;
  readonly role: string;
  /** Of a role that was created just now; null: it keeps what it has. */
  readonly password: string | null;
}

/** What a role may do with a table, sequence, function or schema (`table page`), in the words of GRANT. */
interface Grant {
  readonly role: string;
  readonly object: string;
  readonly privilege: string;
}

/** Roles belong to a whole server, on which there may be several databases of Weboid. */
export const roleName = (database: string, component: Component): string => `${database}_${component}`;

/** For all processes that make roles in the database; the first half reads "webo". */
const ROLES_LOCK = [0x7765626f, 2] as const;

/** `maintain` came with PostgreSQL 17; before, `analyze` of a table of another does nothing. */
const MAINTAIN_SINCE = 17;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What the server keeps in place of a password, made here so that no log of statements has the password (RFC 5803). */
function verifierOf(password: string): string {
  const rounds = 4_096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const keyOf = (what: string) => createHmac("sha256", salted).update(what).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}

/** Statements whose names are no parameters to PostgreSQL; each part of `text` is quoted or our own. */
const run = (orm: Orm, text: string) => orm.execute(sql.raw(text));

/** What the roles may do as the catalog has it. */
async function presentGrants(orm: Orm, roles: readonly string[]): Promise<Grant[]> {
  const grants = (from: SQL, object: SQL, column = sql`''`) =>
    orm
      .select({
        role: sql<string>`r.rolname::text`.as("role"),
        object: sql<string>`${object}`.as("object"),
        privilege: sql<string>`lower(a.privilege_type) || ${column}`.as("privilege"),
      })
      .from(sql`${from} join pg_roles r on r.oid = a.grantee`)
      .$dynamic();
  const here = sql`relnamespace = 'public'::regnamespace`;
  const each = unionAll(
    grants(
      sql`pg_class c cross join aclexplode(c.relacl) a`,
      sql`case relkind when 'S' then 'sequence ' else 'table ' end || relname`,
    ).where(here),
    grants(
      sql`pg_class c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a`,
      sql`'table ' || relname`,
      sql`' (' || attname || ')'`,
    ).where(here),
    grants(
      sql`pg_proc p cross join aclexplode(p.proacl) a`,
      sql`'function ' || p.oid::regprocedure::text`,
    ).where(sql`pronamespace = 'public'::regnamespace`),
    grants(sql`pg_namespace n cross join aclexplode(n.nspacl) a`, sql`'schema ' || nspname`),
  ).as("each");
  return orm
    .selectDistinct()
    .from(each)
    .where(sql`${each.role} = any(${sql.param(roles)}::text[])`);
}

const serverOf = (orm: Orm) =>
  evaluate(orm, {
    database: sql<string>`current_database()::text`,
    version: sql<number>`current_setting('server_version_num')::int / 10000`,
  });

/** What they are to be allowed to do (GRANTS). */
function wantedGrants(nameOf: (component: Component) => string, serverVersion: number): Grant[] {
  return Object.entries(GRANTS).flatMap(([object, row]) =>
    COMPONENTS.flatMap((component, at) =>
      privilegesOf(row[at] ?? "")
        .filter((privilege) => privilege !== "maintain" || serverVersion >= MAINTAIN_SINCE)
        .map((privilege) => ({ role: nameOf(component), object, privilege })),
    ),
  );
}

const keyOf = ({ role, object, privilege }: Grant): string => `${role} ${object} ${privilege}`;

/** Those of `some` that `others` lack. */
function without(some: readonly Grant[], others: readonly Grant[]): Grant[] {
  const known = new Set(others.map(keyOf));
  return some.filter((grant) => !known.has(keyOf(grant)));
}

/** `grant select, insert on table page to …`: all privileges of a role on an object in one statement. */
async function runEach(orm: Orm, grants: readonly Grant[], verb: "grant" | "revoke"): Promise<void> {
  const toFrom = verb === "grant" ? "to" : "from";
  const each = Map.groupBy(grants, ({ role, object }) => `on ${object} ${toFrom} ${quoted(role)}`);
  for (const [what, some] of each)
    await run(orm, `${verb} ${some.map(({ privilege }) => privilege).join(", ")} ${what}`);
}

/** Creates those that are missing; answers their passwords. */
async function createRoles(
  orm: Orm,
  roles: readonly string[],
  passwordOf: (role: string) => string,
): Promise<Map<string, string>> {
  const present = await orm
    .select({ name: sql<string>`rolname::text` })
    .from(sql`pg_roles`)
    .where(sql`rolname = any(${sql.param(roles)}::text[])`);
  const missing = roles.filter((role) => !present.some(({ name }) => name === role));
  const { mayCreate, user } = await evaluate(orm, {
    mayCreate: sql<boolean>`(select rolcreaterole or rolsuper from pg_roles where rolname = current_user)`,
    user: sql<string>`current_user::text`,
  });
  if (missing.length > 0 && !mayCreate)
    throw new DatabaseError(
      "no-permission",
      `user ${user} may not create the roles ${missing.join(", ")}: have a superuser run \`alter role ${quoted(user)} createrole\`, or create them`,
    );
  const passwords = new Map(missing.map((role) => [role, passwordOf(role)]));
  for (const [role, password] of passwords)
    await run(orm, `create role ${quoted(role)} login password '${verifierOf(password)}'`);
  return passwords;
}

/**
 * Gives every component a role of its own with the rights of GRANTS and no others, on a migrated database and as the owner of
 * its tables. Roles that exist keep their passwords. What is right already is not touched, so that it may be done at every start.
 */
export function applyRoles(
  db: Database,
  passwordOf: (role: string) => string = () => randomBytes(24).toString("hex"),
): Promise<ComponentRole[]> {
  return db.transaction(async ({ orm }) => {
    await evaluate(orm, { locked: advisoryLock(...ROLES_LOCK) });
    const { database, version } = await serverOf(orm);
    const nameOf = (component: Component) => roleName(database, component);
    const roles = COMPONENTS.map(nameOf);
    const passwords = await createRoles(orm, roles, passwordOf);
    const wanted = wantedGrants(nameOf, version);
    await runEach(orm, without(await presentGrants(orm, roles), wanted), "revoke");
    // Read again: what is revoked of a table goes for its columns, too.
    await runEach(orm, without(wanted, await presentGrants(orm, roles)), "grant");
    return COMPONENTS.map((component) => {
      const role = nameOf(component);
      return { component, role, password: passwords.get(role) ?? null };
    });
  });
}

/** How the roles of the components differ from GRANTS, each as `crawl: select on table page`. */
export interface RoleDifferences {
  /** Components without a role of their own. */
  readonly absent: readonly Component[];
  readonly missing: readonly string[];
  readonly excess: readonly string[];
}

/** Compares the catalog with GRANTS and changes nothing; any role that may connect may ask. */
export async function compareRoles({ orm }: Database): Promise<RoleDifferences> {
  const { database, version } = await serverOf(orm);
  const nameOf = (component: Component) => roleName(database, component);
  const known = await orm
    .select({ name: sql<string>`rolname::text` })
    .from(sql`pg_roles`)
    .where(sql`rolname = any(${sql.param(COMPONENTS.map(nameOf))}::text[])`);
  const names = new Set(known.map(({ name }) => name));
  const present = await presentGrants(orm, [...names]);
  const wanted = wantedGrants(nameOf, version).filter(({ role }) => names.has(role));
  const words = ({ role, object, privilege }: Grant) =>
    `${role.slice(database.length + 1)}: ${privilege} on ${object}`;
  return {
    absent: COMPONENTS.filter((component) => !names.has(nameOf(component))),
    missing: without(wanted, present).map(words),
    excess: without(present, wanted).map(words),
  };
}
