import type { Context } from "hono";
import { FORM_SCRIPT } from "../../shared/format/html.ts";
import type { Edge } from "../env.ts";
import { send } from "../respond.ts";

const YEAR_SECONDS = 31_536_000;

/** GET /form.js: the script that completes the fields of the form; its address changes when it does. */
export function formScriptRoute(c: Context<Edge>): Promise<Response> {
  return send(c, {
    body: FORM_SCRIPT,
    contentType: "text/javascript; charset=utf-8",
    freshness: { seconds: YEAR_SECONDS, staleSeconds: YEAR_SECONDS },
  });
}
