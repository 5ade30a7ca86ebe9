import { createHash, randomBytes } from "node:crypto";
import { type Command, InvalidArgumentError } from "commander";
import { addFriend, listFriends, removeFriend } from "../../../db/people/friends.ts";
import { WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { jsonText } from "../output/json.ts";
import { printRows } from "../output/table.ts";
import { withRole } from "../role.ts";

const NAME = "a name for it: letters, digits, - and _";

interface JsonOption {
  readonly json?: true;
}

export function friend(command: Command, cli: Cli): void {
  command.description("trusted tools with a token: add, list, revoke");
  const add = command
    .command("add")
    .description("let a trusted tool read whole namespaces and category trees")
    .argument("<name>", NAME, friendName)
    .option("--json", "print {name, token} as JSON")
    .action((name: string, { json }: JsonOption) => runAdd(cli, name, json === true));
  const list = command
    .command("list")
    .description("list the trusted tools")
    .option("--json", "a JSON line per tool: {name, addedAtMs}")
    .action(async ({ json }: JsonOption) => {
      const friends = await withRole(cli, "friend", ({ db }) => listFriends(db));
      await printRows(cli.out, json, friends, {
        none: "there are no trusted tools; add one with: weboid friend add NAME",
        cells: ({ name, addedAtMs }) => [name, new Date(addedAtMs).toISOString()],
      });
    });
  const revoke = command
    .command("revoke")
    .description("revoke a tool's token; the edge follows within a minute")
    .argument("<name>", NAME, friendName)
    .action(async (name: string) => {
      if (!(await withRole(cli, "friend", ({ db }) => removeFriend(db, name))))
        throw new WorkError(`there is no tool ${name}; see weboid friend list`);
      await cli.out.line(`revoked the token of ${name}`);
    });
  document(add, {
    examples: ["friend add giftbot"],
    finding: "there is one of that name",
    more: [
      "Its token is printed once; the database keeps only its hash. For a lost token: revoke the tool, and add it again.",
    ],
  });
  document(list, { examples: ["friend list --json"] });
  document(revoke, { examples: ["friend revoke giftbot"], finding: "there is none of that name" });
  document(command, { examples: ["friend add giftbot", "friend list"], finding: "the work failed" });
}

function friendName(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text))
    throw new InvalidArgumentError("Give 1 to 64 letters, digits, - and _, such as giftbot.");
  return text;
}

async function runAdd(cli: Cli, name: string, json: boolean): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  if (!(await withRole(cli, "friend", ({ db }) => addFriend(db, { name, tokenHash }))))
    throw new WorkError(`there is a tool ${name} already; for a new token: weboid friend revoke ${name}`);
  await cli.out.line(json ? jsonText({ name, token }) : token);
}
