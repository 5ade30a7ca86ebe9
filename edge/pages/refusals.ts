import type { Answer, AnswerError } from "../../shared/answer/types.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { inSeconds } from "../limits/throttle.ts";
import { type Refusal, type Refused, refusal } from "../refusal.ts";
import { DEFAULT_FARM } from "../request.ts";
import { isFarmKnown, namesakes } from "../sources/names.ts";
import { type Asked, originBusy } from "../sources/origin.ts";
import { ANSWER_URLS_MAX } from "../sources/store.ts";
import type { TitleMeaning } from "../sources/titles.ts";

/** What the sources say together; a refusal when there is nothing to answer with. */
export type Answered =
  | {
      readonly kind: "answer";
      readonly answer: Answer;
      readonly profile: WikiProfile | null;
      /** Why the wiki, which was asked, named no links; in words. */
      readonly silence?: string | undefined;
      /** Something was not asked or not answered, or a page will be answered another time: nobody keeps this answer for others. */
      readonly isShort?: boolean;
      /** Origin, which knows of links that no snapshot has, did not answer for some of them. */
      readonly isOriginAway?: boolean;
      /** Those of the pages that there are, as the wiki or a snapshot says: handed to the feeder (F5). */
      readonly pageids: readonly number[];
    }
  /** `profile`: of the wiki that does not have the page. */
  | (Refused & { readonly profile?: WikiProfile });

/**
 * A wiki that is not configured, distinguished from a farm that nobody knows, with what was perhaps meant: at every address, and
 * also where origin knows less than the edge.
 */
export async function unknownWiki(wiki: string, deps: EdgeDeps, env: EdgeEnv): Promise<Refusal> {
  const [, farm = ""] = wiki.split("@");
  // One after the other: both read one list.
  const known = await isFarmKnown(farm, deps, env);
  const meant = await namesakes(wiki, deps, env);
  const perhaps = meant.length === 0 ? "" : `; perhaps you mean ${meant.join(" or ")}`;
  const error: AnswerError = known
    ? {
        code: "unknown-wiki",
        message: `no wiki ${wiki} is configured here; write dbname@farm (without a farm, @${DEFAULT_FARM} is assumed), or ask the operator to add it (weboid wiki add)${perhaps}`,
      }
    : {
        code: "unknown-farm",
        message: `no farm ${farm} is known here; dbname is written like dewiki@WMF, where WMF is the farm${perhaps}`,
      };
  return { status: 404, error: { ...error, ...(meant.length > 0 && { meant }) } };
}

/** Why origin has no answer. `wiki`: the one that is asked about; null: none. `away`: what is answered where origin is not there. */
export async function refusalFrom(
  asked: Exclude<Asked<unknown>, { kind: "answer" }>,
  { wiki, away }: { readonly wiki: string | null; readonly away: Refusal },
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<Refusal> {
  switch (asked.kind) {
    case "refused":
      return asked.code === "unknown-wiki" && wiki !== null
        ? unknownWiki(wiki, deps, env)
        : refusal(400, asked.code, asked.message);
    case "later":
      return {
        ...refusal(
          429,
          asked.code,
          `too many such questions from your network; go on ${inSeconds(asked.seconds)}`,
          asked.seconds,
        ),
        headers: asked.limits,
      };
    case "busy":
      return originBusy(asked);
    case "away":
      return away;
  }
}

export const wikiUnavailable = (wiki: string): AnswerError => ({
  code: "wiki-unavailable",
  message: `${wiki} did not answer, and nothing is stored about this page; try again in a minute`,
});

export const linksUnavailable = (wiki: string, page: string): AnswerError => ({
  code: "wiki-unavailable",
  message: `${wiki} did not come to the links of page ${page}, and nothing is stored about it; ask for it by itself, or again in a minute`,
});

export const titlesUnavailable = (wiki: string): AnswerError => ({
  code: "wiki-unavailable",
  message: `${wiki} did not answer, so titles cannot be looked up; try again in a minute, or ask by pageid`,
});

export const unknownPage = (wiki: string, page: string): AnswerError => ({
  code: "unknown-page",
  message: `${wiki} has no page ${page}; it may have been deleted, or moved without a redirect`,
});

export const tooManyUrls = (page: string): AnswerError => ({
  code: "too-many-urls",
  message: `the pages before have so many URLs (${ANSWER_URLS_MAX} at once) that there is no room for page ${page}; ask for it by itself`,
});

/** Titles under which no wiki has a page, and what to ask for in their place. */
export const UNFIT_TITLES: Readonly<
  Record<Exclude<TitleMeaning["kind"], "page">, (title: string) => AnswerError>
> = {
  special: (title) => ({
    code: "special-page",
    message: `${title} is made by the software and has no links of its own; ask for a page that has a text`,
  }),
  invalid: (title) => ({
    code: "bad-title",
    message: `no page can have the title ${title}; copy it from the heading of the page`,
  }),
  elsewhere: (title) => ({
    code: "title-elsewhere",
    message: `${title} leads to another wiki; ask there, with its dbname and without the prefix`,
  }),
};
