import { type Command, Option } from "commander";
import { pageFacts } from "../../../db/pages/snapshot-inputs.ts";
import { queueTouches } from "../../../db/pages/touches.ts";
import { endpointsFor } from "../../../db/wikis/configured.ts";
import { ownHosts } from "../../../db/wikis/own-hosts.ts";
import { buildPageAnswer } from "../../../shared/answer/build.ts";
import { PRINTERS } from "../../../shared/format/printers.ts";
import { FORMATS, type Format } from "../../../shared/format/types.ts";
import { PAGEID_MAX } from "../../../shared/interwiki/stored-titles.ts";
import { withRights } from "../../feed/api/client.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { type Cli, document } from "../command.ts";
import { type WikiName, wholeNumber, wikiName } from "../options.ts";
import { escapedJson, escapedXml } from "../output/json.ts";
import { pageLines } from "../output/page-lines.ts";
import { coloured, createPaint } from "../output/paint.ts";
import { withRole } from "../role.ts";
import { type OwnFarmLinks, ownFarmLinks } from "../wiki/own-farm.ts";
import { configuredWiki, withHttp } from "../wiki/wiki.ts";

interface Options {
  readonly format?: Format;
  readonly json?: true;
  readonly show: "findings" | "all";
  readonly lang: string;
}

export function page(command: Command, cli: Cli): void {
  command
    .description("print the answer about a page, from the database")
    .argument("<wiki>", "as dbname@farm", wikiName)
    .argument("<pageid>", "MediaWiki's number of the page", wholeNumber(1, PAGEID_MAX))
    .addOption(
      new Option("--format <format>", "how to print it (default: words at a terminal, else json)").choices(
        FORMATS,
      ),
    )
    .addOption(new Option("--json", "the same as --format json").implies({ format: "json" }))
    .addOption(new Option("--show <extent>", "which URLs").choices(["findings", "all"]).default("all"))
    .option("--lang <code>", "language of HTML", "en")
    .action((name: WikiName, pageid: number, options: Options) => run(cli, name, pageid, options));
  document(command, {
    examples: ["page testwiki@local 12", "page dewiki 9301140 --format html --lang de"],
    finding: "the wiki is not configured, or the page not watched",
    more: [
      "The page is passed to the feeder, once a day, as after every question about it.",
      "JSON and XML as in docs/api.md. `live` is false: watched URLs are those of the database. The wiki is only asked for links into its own farm, which are looked up now, if WEBOID_CONTACT is set. `js` has the presumed unreachable URLs, as the gadget gets them.",
    ],
  });
}

/** HTML and script are written without what steers a terminal, wherever they go. */
const ESCAPED: Partial<Record<Format, (text: string) => string>> = { json: escapedJson, xml: escapedXml };

async function run(cli: Cli, { full }: WikiName, pageid: number, options: Options): Promise<void> {
  const { out, env } = cli;
  const { format = out.terminal ? undefined : "json", show, lang } = options;
  const paint = createPaint(coloured({ env, terminal: out.terminal }));
  const text = await withRole(cli, "page", async (ctx) => {
    const { db, clock, config } = ctx;
    const today = clock.today();
    const row = await configuredWiki(db, full);
    await queueTouches(db, row.id, [pageid], today);
    const snapshot = await pageFacts(db, row.id, pageid);
    if (snapshot === null)
      throw new WorkError(
        `page ${pageid} of ${full} is not watched, or its links were not read yet; a running feeder reads it now, and watches it if the criteria include it (else run weboid feed --once ${full})`,
      );
    const own = await ownHosts(db, row);
    const profile = { wiki: full, ...own, lang: row.lang, siteName: row.siteName };
    // A gadget gets what the database has.
    const links = format === "js" ? null : await lookUp(ctx, { row, own, pageid });
    const answer = buildPageAnswer({
      wiki: full,
      pageid,
      title: null,
      live: null,
      ...links,
      snapshot,
      origin: null,
      profile,
      today,
      selection: { show, status: format === "js" ? "unreachable" : null },
      allowPrivate: config.allowPrivate,
    });
    if (format === undefined) return pageLines(answer, { paint, columns: out.columns, today }).join("\n");
    const whole = { version: 1 as const, generated: today, pages: [answer] };
    return PRINTERS[format].print(whole, { callback: null, lang, profile, stored: true });
  });
  const printed = (format && ESCAPED[format]?.(text)) ?? text;
  await out.text(printed.endsWith("\n") ? printed : `${printed}\n`);
}

/** Links into the own farm (U5, U7); null: they stay out of the answer. */
async function lookUp(
  ctx: RoleContext,
  of: Parameters<typeof ownFarmLinks>[2],
): Promise<OwnFarmLinks | null> {
  if (ctx.config.contact === null) {
    ctx.log.info("links into the own farm are not looked up: set WEBOID_CONTACT to an address of yours");
    return null;
  }
  const endpoints = await endpointsFor(ctx.db, of.row);
  const links = await withHttp(ctx, (http) => ownFarmLinks(ctx, withRights(http, endpoints), of));
  if (links === null)
    ctx.log.warn(
      `${of.row.name} did not answer: its links into the own farm are not looked up`,
      "wiki-error",
    );
  return links;
}
