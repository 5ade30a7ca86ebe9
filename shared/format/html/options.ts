import type { FrontSample, WikiProfile } from "../../protocol/types.ts";
import type { Verdict } from "../../verdict/types.ts";
import type { SearchForm } from "./search.ts";

/** What was asked, as the form shows it again (G3). Hostile text like everything that comes in. */
export interface FormQuery {
  readonly dbname?: string | null;
  /** One or several, joined with `|`. */
  readonly pageid?: string | null;
  readonly title?: string | null;
  readonly show?: "findings" | "all" | null;
  readonly status?: Extract<Verdict, "working" | "unreachable" | "doubtful"> | null;
}

export interface HtmlOptions {
  /** Language code as the caller wrote it; anything is accepted. */
  readonly lang?: string | null;
  readonly query?: FormQuery;
  /** Scheme and host of this edge, for addresses that are to be of use on paper. */
  readonly base?: string;
  /** The wiki of the pages; null: their titles are no links. */
  readonly profile?: WikiProfile | null;
}

export interface FrontOptions {
  readonly lang?: string | null;
  readonly query?: FormQuery;
  /** Scheme and host under which this edge was asked, for the lines to copy: `https://weboid.example`. */
  readonly base: string;
  readonly samples?: readonly FrontSample[];
  /** The form for URLs and patterns; null: nobody could answer it. */
  readonly search?: SearchForm | null;
}
