import type { ListName, WikiList } from "../answer/lists.ts";
import type { Sort } from "../answer/order.ts";
import type { Answer, AnswerError } from "../answer/types.ts";
import type { WikiProfile } from "../protocol/types.ts";
import type { Verdict } from "../verdict/types.ts";

/** What was asked, as the form shows it again (G3). Hostile text like everything that comes in. */
export interface FormQuery {
  readonly dbname?: string | null;
  /** One or several, joined with `|`. */
  readonly pageid?: string | null;
  readonly title?: string | null;
  readonly show?: "findings" | "all" | null;
  readonly status?: Extract<Verdict, "working" | "unreachable" | "doubtful"> | null;
  readonly sort?: Sort | null;
}

/** What a wiki has of a domain, beside its lists. */
export type PlaceName = "paths" | "domain" | "organisation" | "archiving";

/** A list of a wiki, and what it is narrowed to. Hostile text where the question was refused. */
export type ListPlace = Pick<WikiList, "wiki" | "domain" | "path"> & { readonly list: ListName | PlaceName };

/** Which pages of a wiki somebody wants to follow, as they wrote it. Hostile text. */
export interface Watched {
  readonly wiki: string;
  readonly title: string;
  readonly category: string;
}

/** Q6: one answer, four printers (design 9). */
export const FORMATS = ["json", "xml", "html", "js"] as const;
export type Format = (typeof FORMATS)[number];

/** What a printer may need beside the answer; every printer takes the same, so that a route needs no cases. */
export interface PrintOptions {
  /** Name of the function that a script answer calls, already validated by `isCallbackName`; null: the gadget's hook. */
  readonly callback: string | null;
  /** Language of the interface, a BCP 47 tag; only HTML has words. */
  readonly lang: string;
  /** What was asked, for the form above an HTML answer (G3). */
  readonly query?: FormQuery;
  /** Of a list that was asked for: its form, to ask again. */
  readonly place?: ListPlace;
  /** Of a feed that was asked for: its form, to ask again. */
  readonly watch?: Watched;
  /** Of the public log, or an act in it: the way back there. */
  readonly log?: true;
  /** Path and query of the request: an error page offers it in other languages. */
  readonly address?: string;
  /** Scheme and host of this edge: an address on paper needs them. */
  readonly base?: string;
  /** Of pages: from the database by intention, without asking their wiki, which is not called silent then. */
  readonly stored?: true;
  /** The wiki of the pages, for links from an HTML answer to the articles. */
  readonly profile?: WikiProfile | null;
}

export interface Printer {
  /** With charset, ready for a Content-Type header. */
  readonly contentType: string;
  print(answer: Answer, options: PrintOptions): string;
  /** docs/api.md: errors come in the caller's format. */
  printError(error: AnswerError, options: PrintOptions): string;
}

const CALLBACK_LENGTH_MAX = 64;

/**
 * What is no name of a function that a page could set up: words of the language (ECMAScript 2026, 12.7.2, strict code and modules
 * included), and what every object has.
 */
const NO_CALLBACKS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ..."prototype arguments eval undefined NaN Infinity globalThis".split(" "),
  ..."await break case catch class const continue debugger default delete do else enum export extends".split(
    " ",
  ),
  ..."false finally for function if implements import in instanceof interface let new null package".split(
    " ",
  ),
  ..."private protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
]);

/**
 * A plain identifier and nothing else: with dots and brackets allowed, a page that lets strangers choose the name
 * could be made to call methods of its own window (reflected "same-origin method execution").
 */
export function isCallbackName(name: string): boolean {
  return (
    name.length <= CALLBACK_LENGTH_MAX && /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) && !NO_CALLBACKS.has(name)
  );
}
