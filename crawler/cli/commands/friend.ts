import { createHash, randomBytes } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import { WorkError } from "../../runtime/errors.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { withRole } from "../role.ts";

const NAME = "a name for it: letters, digits, - and _";

export function friend(cli: Cli): Command {
  const add = new Command("add")
    .description("let a friendly tool ask for whole namespaces and category trees (F8)")
    .argument("<name>", NAME, friendName)
    .option("--json", "print {name, token} as JSON")
    .action((name: string, options: { readonly json?: true }) => runAdd(cli, name, options.json === true));
  const list = new Command("list")
    .description("list the friendly tools")
    .option("--json", "a JSON line per tool: {name, addedAtMs}")
    .action((options: { readonly json?: true }) => runList(cli, options.json === true));
  const revoke = new Command("revoke")
    .description("take a tool's token back; the edge follows within a minute")
    .argument("<name>", NAME, friendName)
    .action((name: string) => runRevoke(cli, name));
  document(add, {
    examples: ["friend add giftbot"],
    environment: DATABASE,
    finding: "there is one of that name",
    more: [
      "Its token is printed once; the database keeps only its hash. Who loses it is revoked and added anew.",
    ],
  });
  document(list, {
    examples: ["friend list --json"],
    environment: DATABASE,
    finding: "the database did not answer",
  });
  document(revoke, {
    examples: ["friend revoke giftbot"],
    environment: DATABASE,
    finding: "there is none of that name",
  });
  const command = new Command("friend")
    .description("friendly tools with a token: add, list, revoke")
    .addCommand(add)
    .addCommand(list)
    .addCommand(revoke);
  return document(command, {
    examples: ["friend add giftbot", "friend list"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

function friendName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text))
    throw new InvalidArgumentError("Give 1 to 64 letters, digits, - and _, such as giftbot.");
  return text;
}

async function runAdd(cli: Cli, name: string, json: boolean): Promise<void> {
  const { addFriend } = await import("../../../db/people/friends.ts");
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const added = await withRole(cli, "friend", ({ db }) => addFriend(db, { name, tokenHash }));
  if (!added)
    throw new WorkError(`there is a friend ${name} already; for a new token: weboid friend revoke ${name}`);
  await cli.out.line(json ? jsonText({ name, token }) : token);
}

async function runList(cli: Cli, json: boolean): Promise<void> {
  const { listFriends } = await import("../../../db/people/friends.ts");
  const friends = await withRole(cli, "friend", ({ db }) => listFriends(db));
  const lines = json
    ? friends.map(jsonText)
    : tableLines(friends.map(({ name, addedAtMs }) => [name, new Date(addedAtMs).toISOString()]));
  for (const line of lines) await cli.out.line(line);
}

async function runRevoke(cli: Cli, name: string): Promise<void> {
  const { removeFriend } = await import("../../../db/people/friends.ts");
  if (!(await withRole(cli, "friend", ({ db }) => removeFriend(db, name))))
    throw new WorkError(`there is no friend ${name}; see weboid friend list`);
}
