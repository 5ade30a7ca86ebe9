import type { CommandFactory } from "../cli.ts";
import { archive } from "./archive.ts";
import { check } from "./check.ts";
import { config } from "./config.ts";
import { crawl } from "./crawl.ts";
import { dispatch, exportCommand } from "./dispatch.ts";
import { edge } from "./edge.ts";
import { farm } from "./farm.ts";
import { feed } from "./feed.ts";
import { friend } from "./friend.ts";
import { maintain } from "./maintain.ts";
import { migrate } from "./migrate.ts";
import { normalise } from "./normalise.ts";
import { optout } from "./optout.ts";
import { organisation } from "./organisation.ts";
import { origin } from "./origin.ts";
import { page } from "./page.ts";
import { report } from "./report.ts";
import { snapshot } from "./snapshot.ts";
import { spam } from "./spam.ts";
import { status } from "./status.ts";
import { up } from "./up.ts";
import { url } from "./url.ts";
import { verdict } from "./verdict.ts";
import { wiki } from "./wiki.ts";

/** In the order of `weboid --help`: the main job, configuration, roles, questions, tools without a database. */
export const COMMANDS: readonly CommandFactory[] = [
  up,
  migrate,
  farm,
  wiki,
  config,
  optout,
  report,
  friend,
  feed,
  crawl,
  dispatch,
  exportCommand,
  origin,
  edge,
  archive,
  maintain,
  page,
  url,
  snapshot,
  spam,
  status,
  check,
  normalise,
  verdict,
  organisation,
];
