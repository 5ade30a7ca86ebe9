import type { Context } from "hono";
import { FORM_SCRIPT, FORM_SCRIPT_VERSION, STYLE, STYLE_VERSION } from "../../shared/format/html.ts";
import type { Edge } from "../env.ts";
import { parametersOf } from "../request.ts";
import { type Freshness, PAGE_FRESHNESS, send } from "../respond.ts";

const YEAR_SECONDS = 31_536_000;
const FOR_GOOD: Freshness = { seconds: YEAR_SECONDS, staleSeconds: YEAR_SECONDS };

/**
 * A file that pages load: its address changes when it does. Under any other it is not kept: while a version is rolled out, the
 * one before is asked for the file of the new one, and would spoil it for a year.
 */
const fileRoute = (body: string, contentType: string, version: string) => (c: Context<Edge>) =>
  send(c, {
    body,
    contentType: `${contentType}; charset=utf-8`,
    freshness: parametersOf(c)("v") === version ? FOR_GOOD : PAGE_FRESHNESS,
  });

/** GET /form.js: the script that completes the fields of the form. */
export const formScriptRoute = fileRoute(FORM_SCRIPT, "text/javascript", FORM_SCRIPT_VERSION);
/** GET /style.css: the style sheet of every page. */
export const styleRoute = fileRoute(STYLE, "text/css", STYLE_VERSION);
