import type { Command } from "commander";
import { serversOf } from "../../../db/address.ts";
import * as database from "../../../db/migrate.ts";
import type { ComponentRole } from "../../../db/roles/apply.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { withRole } from "../role.ts";

interface Options {
  readonly roles?: true;
  readonly json?: true;
}

export function migrate(command: Command, cli: Cli): void {
  command
    .description("bring the database up to date; safe to run twice and side by side")
    .option(
      "--roles",
      "also give each component a role of its own, with no more rights than it needs (docs/database.md)",
    )
    .option("--json", "print {applied: [names], roles: [{component, role, databaseUrl}]}")
    .action((options: Options) => run(cli, options));
  document(command, {
    examples: ["migrate", "migrate --roles", "migrate --roles --json"],
    finding: "the database could not be brought up to date",
  });
}

async function run(cli: Cli, { roles, json }: Options): Promise<void> {
  const work = { schema: "any", max: 1 } as const;
  const { applied, made } = await withRole(
    cli,
    "migrate",
    async ({ db, log }, { applyRoles, url }) => ({
      applied: await database.migrate(db, log),
      made: roles ? (await applyRoles()).map((one) => ({ ...one, databaseUrl: addressFor(one, url) })) : null,
    }),
    work,
  );
  if (json)
    return cli.out.line(
      jsonText({
        applied,
        ...(made && {
          roles: made.map(({ component, role, databaseUrl }) => ({ component, role, databaseUrl })),
        }),
      }),
    );
  await cli.out.line(applied.length === 0 ? "up to date" : `applied: ${applied.join(", ")}`);
  if (made === null) return;
  await cli.out.lines(
    made.map(
      ({ component, role, databaseUrl }) =>
        `weboid ${component}: ${databaseUrl ?? `role ${role}, as before`}`,
    ),
  );
  if (made.some(({ databaseUrl }) => databaseUrl !== null))
    await cli.out.line("These addresses are the DATABASE_URL of each; their passwords are shown this once.");
}

/** DATABASE_URL of a component whose role was made just now; null: the password of its role is known to the operator. */
function addressFor({ role, password }: ComponentRole, ownersUrl: string): string | null {
  if (password === null) return null;
  const [first, ...others] = serversOf(ownersUrl) ?? [];
  if (first === undefined) return null;
  first.username = encodeURIComponent(role);
  first.password = password;
  return first.href.replace(`@${first.host}`, `@${[first, ...others].map(({ host }) => host).join(",")}`);
}
