import { type Command, InvalidArgumentError } from "commander";
import { addOptout, listOptouts, type Optout, removeOptout } from "../../../db/hosts/optout.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import { WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { printRows } from "../output/table.ts";
import { withRole } from "../role.ts";

export function optout(command: Command, cli: Cli): void {
  command.description("sites that are never contacted, as their owners asked: add, remove, list");
  const add = command
    .command("add")
    .description("never contact a site again, not even where a redirect leads there")
    .argument(
      "<domain[/path]>",
      "the domain with everything below it, or the start of a path there",
      parseSite,
    )
    .action(async (site: Optout) => {
      const added = await withRole(cli, "optout", ({ db }) => addOptout(db, site));
      await cli.out.line(`${siteOf(site)} is ${added ? "opted out from now on" : "opted out already"}`);
    });
  const remove = command
    .command("remove")
    .description("check a site again")
    .argument("<domain[/path]>", "as it was added", parseSite)
    .action(async (site: Optout) => {
      if (!(await withRole(cli, "optout", ({ db }) => removeOptout(db, site))))
        throw new WorkError(`${siteOf(site)} is not in the list; see weboid optout list`);
      await cli.out.line(`${siteOf(site)} is checked again`);
    });
  const list = command
    .command("list")
    .description("list the sites that are never contacted")
    .option("--json", "a JSON line per site: {host, path, addedAtMs}")
    .action(async ({ json }: { readonly json?: true }) => {
      const sites = await withRole(cli, "optout", ({ db }) => listOptouts(db));
      await printRows(cli.out, json, sites, {
        none: "there are no such sites",
        cells: (site) => [siteOf(site), `since ${new Date(site.addedAtMs).toISOString().slice(0, 10)}`],
      });
    });
  document(add, {
    examples: ["optout add example.org", "optout add example.org/private/"],
    more: ["Running workers follow within a minute. A site may be added twice."],
  });
  document(remove, { examples: ["optout remove example.org"], finding: "it is not in the list" });
  document(list, { examples: ["optout list"] });
  document(command, {
    examples: ["optout add example.org", "optout list --json"],
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
