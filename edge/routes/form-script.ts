import type { Context } from "hono";
import { FORM_SCRIPT, FORM_SCRIPT_VERSION } from "../../shared/format/html.ts";
import type { Edge } from "../env.ts";
import { parametersOf } from "../request.ts";
import { type Freshness, PAGE_FRESHNESS, send } from "../respond.ts";

const YEAR_SECONDS = 31_536_000;
const FOR_GOOD: Freshness = { seconds: YEAR_SECONDS, staleSeconds: YEAR_SECONDS };

/**
 * GET /form.js: the script that completes the fields of the form; its address changes when it does. Under any other it is not
 * kept: while a version is rolled out, the one before is asked for the script of the new one, and would spoil it for a year.
 */
export function formScriptRoute(c: Context<Edge>): Promise<Response> {
  return send(c, {
    body: FORM_SCRIPT,
    contentType: "text/javascript; charset=utf-8",
    freshness: parametersOf(c)("v") === FORM_SCRIPT_VERSION ? FOR_GOOD : PAGE_FRESHNESS,
  });
}
