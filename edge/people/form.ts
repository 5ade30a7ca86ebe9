import type { Context } from "hono";
import type { AnswerError } from "../../shared/answer/types.ts";
import { readBounded } from "../bounded-body.ts";
import type { Edge } from "../env.ts";
import { isInteractive, type Parameters } from "../request.ts";
import { baseOf } from "../respond.ts";

/** Two addresses, escaped three times over, and the rest. */
export const FORM_BYTES_MAX = 64 * 1024;

/** A page of ours in a browser: no script, no page of others that sends it in a reader's name. */
export function isFromForm(c: Context<Edge>): boolean {
  const header = (name: string) => c.req.header(name);
  const site = header("sec-fetch-site");
  return (
    isInteractive(header) &&
    // Without TLS, and of old, browsers send nothing but the origin of a form: any site could have read the token for its readers.
    (site === "same-origin" || (!site && isOwnHost(header("origin"), baseOf(c)))) &&
    /^application\/x-www-form-urlencoded\b/i.test(header("content-type") ?? "")
  );
}

const isOwnHost = (origin: string | undefined, own: string): boolean =>
  origin === undefined || URL.parse(origin)?.host === new URL(own).host;

/** 403: what a browser would not send from one of our pages, or a page whose address is not PUBLIC_URL. */
export const FORM_REFUSED: AnswerError = {
  code: "people-only-forms",
  message:
    "reports, suggestions and the like are taken from people alone, in the forms of this site as a browser sends them; programs have no way to make them. A reader reloads the page with the form and sends it again; the operator sets PUBLIC_URL to the address by which browsers reach this site",
};

/** The fields of a form; an empty one counts as left out. null: too long. */
export async function formOf(c: Context<Edge>): Promise<Parameters | null> {
  const bytes = await readBounded(c.req.raw.body, FORM_BYTES_MAX);
  if (bytes === null) return null;
  const fields = new URLSearchParams(new TextDecoder().decode(bytes));
  return (name) => fields.get(name) || undefined;
}

export const languageOf =
  (parameter: Parameters): Parameters =>
  (name) =>
    name === "lang" || name === "uselang" ? parameter(name) : undefined;
