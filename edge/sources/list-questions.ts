import { isRecord } from "../../shared/json/record.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { EdgeDeps } from "../env.ts";
import { type Refused, refusal } from "../refusal.ts";
import { QUERY_LIMITS } from "../request.ts";
import type { Continue, Place } from "./list-place.ts";
import { askApi, saysSomething, WIKI_LIMITS } from "./wiki.ts";
import { UNSENT, unanswered } from "./wiki-gate.ts";

/** A piece of a list: page ids, and where it goes on. */
export type Listed =
  | { readonly kind: "listed"; readonly pageids: readonly number[]; readonly next: Place | null }
  | Refused;

export interface Asking {
  readonly deps: EdgeDeps;
  readonly profile: WikiProfile;
  readonly userAgent: string;
  /** Waits where the wiki's budget has no room, and says whether to try again; absent: nothing waits. */
  waitForRoom?(): Promise<boolean>;
}

type Rows = {
  readonly rows: readonly { readonly pageid: number; readonly title: string }[];
  readonly next: Continue | null;
};

/** One question to the wiki's API: its answer, or a reason in words. */
async function ask(asking: Asking, question: Record<string, string>) {
  const { deps, profile, userAgent } = asking;
  const { totalMs: ms, responseBytes: bytesMax } = WIKI_LIMITS;
  for (;;) {
    const answer = await askApi(deps, profile.api, question, { userAgent, ms, bytesMax, purpose: "list" });
    if (answer !== UNSENT.busy || !(await asking.waitForRoom?.())) return answer;
  }
}

/** One question about pages, likewise. */
export async function askPages(asking: Asking, question: Record<string, string>) {
  const answer = await ask(asking, question);
  return typeof answer === "string" || saysSomething(answer) ? answer : "no answer to the query";
}

/** At most so many rows of a list and where it goes on; a reason in words. */
export async function askList(
  asking: Asking,
  question: Record<string, string>,
  rowsMax: number,
): Promise<Rows | string> {
  const answer = await ask(asking, question);
  if (typeof answer === "string") return answer;
  // Of an empty list some wikis say no more than that it ended there.
  const ended = answer.query === undefined && (answer.batchcomplete === true || isRecord(answer.continue));
  const list: unknown = isRecord(answer.query) ? answer.query[question.list ?? ""] : ended ? [] : null;
  if (!Array.isArray(list)) return "no list";
  const rows = list.flatMap((row: unknown) => {
    const { pageid, title } = isRecord(row) ? row : {};
    return typeof pageid === "number" &&
      pageid > 0 &&
      pageid <= QUERY_LIMITS.pageid &&
      typeof title === "string"
      ? [{ pageid, title }]
      : [];
  });
  const next = isRecord(answer.continue)
    ? Object.fromEntries(Object.entries(answer.continue).map(([name, text]) => [name, String(text)]))
    : null;
  return { rows: rows.slice(0, rowsMax), next };
}

/** Why a list cannot be had, for the caller. */
export function unlisted({ profile }: Asking, reason: string): Refused {
  const [, code] = /^error ([a-z-]{1,60})$/.exec(reason) ?? [];
  if (code !== undefined && !["maxlag", "ratelimited", "readonly"].includes(code))
    return {
      kind: "refused",
      ...refusal(
        400,
        "bad-list",
        `${profile.wiki} refuses to list this (${code}); it may have no such namespace, or the cursor is not its own`,
      ),
    };
  return {
    kind: "refused",
    ...unanswered(profile.wiki, reason, {
      code: "wiki-unavailable",
      message: `${profile.wiki} did not list the pages; go on with the same cursor in a minute`,
    }),
  };
}
