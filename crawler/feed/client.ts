import { type Config, userAgent } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createHttpClient, type HttpClient } from "../runtime/http.ts";
import { readAccounts } from "./account/credentials.ts";
import { loggedIn } from "./account/logged-in.ts";
import { takingTurns } from "./server-turns.ts";
import type { WikiClient } from "./wiki.ts";

/** The client for wikis and what else stands on their servers: serial, and logged in where there is an account. `plain`: tests and `up` give their own; `allows`: the only addresses that are dialled. */
export function openWikiClient(
  { db, config }: Pick<RoleContext, "db" | "config">,
  plain?: HttpClient,
  allows?: (address: string) => boolean,
): WikiClient {
  return loggedIn(takingTurns(db, plain ?? plainClient(config, allows)), readAccounts(config));
}

const plainClient = (config: Config, allows?: (address: string) => boolean): HttpClient =>
  createHttpClient({
    userAgent: userAgent(config.contact),
    dns: config.dns,
    ...(allows !== undefined && { allows }),
  });
