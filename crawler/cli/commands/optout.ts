import { Command, InvalidArgumentError } from "commander";
import type { Optout } from "../../../db/hosts/optout.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { Cli } from "../cli.ts";
import { DATABASE, document } from "../help.ts";
import { jsonText } from "../output/json.ts";
import { tableLines } from "../output/table.ts";
import { withRole } from "../role.ts";

export function optout(cli: Cli): Command {
  const add = new Command("add")
    .description("leave a site alone: its addresses are never asked, on the way of redirects neither")
    .argument(
      "<domain[/path]>",
      "the domain with everything below it, or the start of a path there",
      parseSite,
    )
    .action((site: Optout) => runAdd(cli, site));
  const remove = new Command("remove")
    .description("ask a site again")
    .argument("<domain[/path]>", "as it was added", parseSite)
    .action((site: Optout) => runRemove(cli, site));
  const list = new Command("list")
    .description("list the sites that are left alone")
    .option("--json", "a JSON line per site: {host, path, addedAtMs}")
    .action((options: { readonly json?: true }) => runList(cli, options.json === true));
  document(add, {
    examples: ["optout add example.org", "optout add example.org/private/"],
    environment: DATABASE,
    finding: "the database did not answer",
    more: ["Running workers follow within a minute. Added twice it stands there once."],
  });
  document(remove, {
    examples: ["optout remove example.org"],
    environment: DATABASE,
    finding: "it is not in the list",
  });
  document(list, {
    examples: ["optout list"],
    environment: DATABASE,
    finding: "the database did not answer",
  });
  const command = new Command("optout")
    .description("sites whose owners asked to be left alone: add, remove, list")
    .addCommand(add)
    .addCommand(remove)
    .addCommand(list);
  return document(command, {
    examples: ["optout add example.org", "optout list --json"],
    environment: DATABASE,
    finding: "the work failed",
  });
}

function parseSite(text: string): Optout {
  const { url } = normaliseLine(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`, { allowPrivate: true });
  const parts = url === null ? null : splitUrl(url);
  if (parts === null || parts.path.includes("?"))
    throw new InvalidArgumentError(
      "Give a domain, or a domain and the start of a path, such as example.org/private/.",
    );
  return { host: parts.host, path: parts.path === "/" ? "" : parts.path };
}

const siteOf = ({ host, path }: Optout) => `${host}${path}`;

async function runAdd(cli: Cli, site: Optout): Promise<void> {
  const { addOptout } = await import("../../../db/hosts/optout.ts");
  const added = await withRole(cli, "optout", ({ db }) => addOptout(db, site));
  await cli.out.line(
    added ? `${siteOf(site)} is left alone from now on` : `${siteOf(site)} is left alone already`,
  );
}

async function runRemove(cli: Cli, site: Optout): Promise<void> {
  const [{ removeOptout }, { WorkError }] = await Promise.all([
    import("../../../db/hosts/optout.ts"),
    import("../../runtime/errors.ts"),
  ]);
  await withRole(cli, "optout", async ({ db }) => {
    if (!(await removeOptout(db, site)))
      throw new WorkError(`${siteOf(site)} is not in the list; see weboid optout list`);
  });
  await cli.out.line(`${siteOf(site)} is asked again`);
}

async function runList(cli: Cli, json: boolean): Promise<void> {
  const { listOptouts } = await import("../../../db/hosts/optout.ts");
  const sites = await withRole(cli, "optout", ({ db }) => listOptouts(db));
  const lines = json
    ? sites.map((site) => jsonText(site))
    : tableLines(
        sites.map((site) => [siteOf(site), `since ${new Date(site.addedAtMs).toISOString().slice(0, 10)}`]),
      );
  for (const line of lines) await cli.out.line(line);
}
