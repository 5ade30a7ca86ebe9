import type { AnswerError, PageAnswer, UrlAnswer } from "../../shared/answer/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { RepairDocument } from "../../shared/format/documents.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { conventionsOf } from "../../shared/repair/conventions/known.ts";
import type { Conventions } from "../../shared/repair/conventions/schema.ts";
import { placeEdits } from "../../shared/repair/edit-places.ts";
import { type PlannedRepair, planRepair } from "../../shared/repair/repair.ts";
import type { RepairLink, RepairRequest } from "../../shared/repair/types.ts";
import { TooManyParts } from "../../shared/repair/wikitext/scan.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { AWAY, type Refusal, type Refused, refusal } from "../refusal.ts";
import { quote } from "../request.ts";
import { unanswered } from "../sources/wiki-gate.ts";
import {
  CONVENTIONS_PAGE,
  type OwnConventions,
  type Revision,
  type RevisionRead,
  readConventions,
  readRevision,
  WIKITEXT_LIMITS,
} from "../sources/wikitext.ts";
import { answerPages } from "./answer.ts";
import type { PageQuery } from "./query.ts";
import { unknownPage } from "./refusals.ts";

/** Places of dead links in a page: an edit that nobody could read, and an answer that no isolate could hold. */
const PLACES_MAX = 5_000;

export type RepairAnswered =
  | { readonly kind: "repair"; readonly document: RepairDocument; readonly profile: WikiProfile }
  | (Refused & { readonly profile: WikiProfile | null });

type ReadConventions = Exclude<OwnConventions, { kind: "down" }>;

const linkOf = ({ url, verdict, since, archives, movedTo, replacement }: UrlAnswer): RepairLink => ({
  url,
  verdict,
  since,
  archives: [...archives],
  movedTo,
  replacement,
});

function refusalOf(read: Exclude<RevisionRead, { kind: "revision" }>, { wiki, pageid }: PageAnswer): Refusal {
  switch (read.kind) {
    case "missing":
      return { status: 404, error: unknownPage(wiki, String(pageid)) };
    case "hidden":
      return refusal(
        404,
        "hidden-revision",
        `${wiki} hides the text of the newest revision of page ${pageid}`,
      );
    case "other-model":
      return refusal(
        400,
        "not-wikitext",
        `page ${pageid} of ${wiki} is no wikitext but ${quote(read.model)}, which is not repaired; ask for a page of wikitext`,
      );
    case "too-long":
      return refusal(
        400,
        "too-long",
        `page ${pageid} of ${wiki} has more than ${WIKITEXT_LIMITS.bytes / 1024 / 1024} MiB of wikitext; repair it by weboid repair -`,
      );
    case "down":
      return unanswered(wiki, read.reason, {
        code: "wiki-unavailable",
        message: `${wiki} did not answer with the text of page ${pageid}; try again in a minute`,
      });
  }
}

/** The newest revision, and how the wiki writes; one after the other, as wikis ask for. */
async function readPage(
  { pageid }: PageAnswer,
  profile: WikiProfile,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<
  | Exclude<RevisionRead, { kind: "revision" }>
  | { readonly kind: "read"; readonly revision: Revision; readonly own: ReadConventions }
> {
  const own = await readConventions(deps, env, profile);
  if (own.kind === "down") return own;
  const read = await readRevision(deps, env, profile, pageid);
  return read.kind === "revision" ? { kind: "read", revision: read.revision, own } : read;
}

/** How the wiki writes: as its own page says, else as is built in. A page that cannot be read stands for nothing: nothing is changed then. */
function conventionsFor(
  own: ReadConventions,
  wiki: string,
): { readonly known: Conventions | null; readonly said: RepairDocument["conventions"] } {
  if (own.kind === "conventions") return { known: own.conventions, said: { source: "wiki" } };
  if (own.kind === "wrong")
    return { known: null, said: { source: "none", error: `${CONVENTIONS_PAGE}: ${own.message}` } };
  const known = conventionsOf(wiki);
  return { known, said: { source: known === null ? "none" : "built-in" } };
}

const tooMany = ({ wiki, pageid }: PageAnswer): AnswerError => ({
  code: "too-many-links",
  message: `page ${pageid} of ${wiki} has dead links in more than ${PLACES_MAX} places; repair it by weboid repair -`,
});

const tooComplex = ({ wiki, pageid }: PageAnswer, { message }: TooManyParts): Refusal =>
  refusal(400, "too-long", `page ${pageid} of ${wiki} has ${message}; such a page is not repaired`);

/** The error: the page has more than an isolate can hold. */
function planOf(request: RepairRequest, known: Conventions | null): PlannedRepair | TooManyParts {
  try {
    return planRepair(request, known, PLACES_MAX);
  } catch (error) {
    if (error instanceof TooManyParts) return error;
    throw error;
  }
}

/**
 * What is to be done about the dead links of a page (docs/repair.md): its links as an answer has them, joined with the wikitext of this
 * moment. One page at a time.
 */
export async function answerRepair(
  asked: Pick<PageQuery, "wiki" | "pages">,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<RepairAnswered> {
  const query: PageQuery = { ...asked, show: "all", status: "unreachable", sort: "domain", ping: false };
  const answered = await answerPages(query, deps, env);
  if (answered.kind === "refused") return { ...answered, profile: answered.profile ?? null };
  const { answer, profile, silence } = answered;
  const [page] = answer.pages;
  if (page === undefined || profile === null) throw new Error("an answer without a page");
  // Of a page without a snapshot all dead links would be left as they are.
  if (answered.isOriginAway && !page.watched) return { kind: "refused", profile, ...AWAY };
  // A wiki that has just not named the links of the page is left alone.
  const read =
    silence === undefined
      ? await readPage(page, profile, deps, env)
      : ({ kind: "down", reason: silence } as const);
  if (read.kind !== "read") return { kind: "refused", profile, ...refusalOf(read, page) };
  const { known, said } = conventionsFor(read.own, profile.wiki);
  const request = requestOf(page, read.revision, answer.generated);
  const planned = planOf(request, known);
  if (planned instanceof TooManyParts) return { kind: "refused", profile, ...tooComplex(page, planned) };
  if (planned.places > PLACES_MAX) return { kind: "refused", status: 400, error: tooMany(page), profile };
  const { id: _, edits, ...result } = planned.result();
  const { wiki, pageid, title, watched } = page;
  const { revision, timestamp, readAt } = read.revision;
  return {
    kind: "repair",
    profile,
    document: {
      version: 1,
      generated: answer.generated,
      wiki,
      pageid,
      title,
      watched,
      revision,
      timestamp,
      readAt,
      conventions: said,
      edits: placeEdits(request.wikitext, edits),
      ...result,
    },
  };
}

const requestOf = (page: PageAnswer, { wikitext }: Revision, today: Day): RepairRequest => ({
  id: page.pageid,
  dbname: page.wiki,
  today,
  wikitext,
  links: page.urls.map(linkOf),
});
