import type { Context } from "hono";
import type { AnswerError } from "../../shared/answer/types.ts";
import { DEFAULT_LANGUAGE } from "../../shared/i18n/languages.ts";
import type { Edge } from "../env.ts";
import { GADGET_CONTENT_TYPE, gadgetScript, marksScript, repairScript } from "../gadget/script.ts";
import { readParameters } from "../parameters.ts";
import { parametersOf, replyOf } from "../request.ts";
import { baseOf, type Freshness, send, sendError } from "../respond.ts";

/** A new version of the gadget reaches readers within the hour, and an edge that is away takes it from nobody. */
const SCRIPT_FRESHNESS: Freshness = { seconds: 3_600, staleSeconds: 604_800 };

const PARTS = { marks: marksScript, repair: repairScript } as const;

/**
 * GET /gadget.js: the gadget, which asks the address that it was served from. `dbname`: the wiki it is made for; `lang`: the
 * reader's language, with which it comes whole. Without, it loads `part=marks` in the reader's language when it finds something, and
 * `part=repair` when somebody wants a repair.
 */
export async function gadgetScriptRoute(c: Context<Edge>): Promise<Response> {
  const parameter = parametersOf(c);
  const lang = parameter("lang") ?? null;
  const refuse = (error: AnswerError) => sendError(400, error, { ...replyOf(c, ["js"]).reply, format: "js" });
  const read = readParameters(parameter, ["dbname", "part"]);
  if (read.kind === "bad") return refuse(read.error);
  const { dbname: wiki = null, part } = read.query;
  const whole = () => gadgetScript({ base: baseOf(c), wiki, lang });
  return send(c, {
    body: part === undefined ? whole() : PARTS[part](lang ?? DEFAULT_LANGUAGE),
    contentType: GADGET_CONTENT_TYPE,
    freshness: SCRIPT_FRESHNESS,
  });
}
