import { type Act, holdEntry, logActs, scopeInLog } from "../../db/people/log.ts";
import { proposedFor } from "../../db/people/proposed.ts";
import { lockDomainOf } from "../../db/people/row-locks.ts";
import { lockOn } from "../../db/people/url-locks.ts";
import { isStillSaid } from "../../db/people/voices.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { PeopleRequest, PeopleResponse } from "../../shared/protocol/people.ts";
import type { LogActor, LogEntry } from "../../shared/protocol/people-log.ts";
import type { ReportScope } from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../runtime/context.ts";

/** The entry of the log that an act undoes. */
export type Undoes = Pick<LogEntry, "no" | "act">;

interface Acting {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly request: PeopleRequest;
  /** Of reports and withdrawals (H1); null: the URL alone. */
  readonly scope: ReportScope | null;
  readonly undoes: Undoes | null;
  readonly today: Day;
}

const actorOf = ({ profile, administrator }: Pick<PeopleRequest, "profile" | "administrator">): LogActor =>
  administrator ? "administrator" : profile === undefined ? "reader" : "account";

/**
 * Carries out an act unless it is locked or was undone already, and logs what it changed, in the same transaction (H5). `act` throws
 * when it is refused.
 */
export async function logged(
  tx: Database,
  { wiki, request, scope, undoes, today }: Acting,
  act: () => Promise<PeopleResponse>,
): Promise<PeopleResponse> {
  const url = request.url as NormalisedUrl;
  if (undoes !== null && !(await holdEntry(tx, undoes.no))) return { outcome: "already-undone" };
  const below = scope?.host.kind === "within" ? scope.host.domain : null;
  const lock = request.administrator ? null : await lockOn(tx, url, { whole: scope !== null, below, today });
  if (lock !== null) return { outcome: "locked", reason: lock.reason, until: lock.until };
  await lockDomainOf(tx, url);
  const before = request.act === "remove" ? await proposedFor(tx, url) : [];
  const response = await act();
  const after = new Set(response.outcome === "removed" ? await proposedFor(tx, url) : before);
  const removed = before.filter((address) => !after.has(address));
  const common = { wiki, by: actorOf(request) };
  const acts = actsOf(request, scope, response, removed).map((one): Act => ({ ...one, ...common }));
  // Of several addresses that are removed at once, the first stands for what is undone.
  const isUndone = acts.length > 0 && undoes !== null && (await isLast(tx, { url, scope, undoes }, response));
  const undone = isUndone ? undoes.no : null;
  if (acts.length > 0) await logActs(tx, [{ ...acts[0], undoes: undone } as Act, ...acts.slice(1)]);
  return response;
}

/**
 * Whether what the entry did is undone: a word to the contrary does nothing yet, and who takes back the same word as others leaves theirs.
 * Else the entry stays open to others.
 */
async function isLast(
  tx: Database,
  { url, scope, undoes }: { url: NormalisedUrl; scope: ReportScope | null; undoes: Undoes },
  { outcome }: PeopleResponse,
): Promise<boolean> {
  if (outcome === "opposed") return false;
  if (undoes.act !== "report" && undoes.act !== "oppose") return true;
  return !(await isStillSaid(tx, url, scope, { against: undoes.act === "oppose" }));
}

type Done = Omit<Act, "wiki" | "by" | "undoes">;

/** What an act changed: nothing of one that found nothing to do. */
function actsOf(
  { url, replacement }: PeopleRequest,
  named: ReportScope | null,
  { outcome, urls = 1 }: PeopleResponse,
  removed: readonly NormalisedUrl[],
): Done[] {
  const ofUrl = { scope: "url", target: url } as const;
  // The URL from which more is meant: with it the act can be undone.
  const meant = named === null ? ofUrl : { ...scopeInLog(named), detail: url };
  switch (outcome) {
    case "reported":
      return [{ act: "report", ...meant, urls }];
    case "withdrawn":
      return [{ act: "withdraw", ...meant, urls: named === null ? 1 : null }];
    case "opposed":
      return [{ act: "oppose", ...meant, urls: named === null ? 1 : null }];
    case "proposed":
    case "proposed-archive":
      return [{ act: "propose", ...ofUrl, detail: replacement, urls: 1 }];
    case "removed":
      return removed.map((detail) => ({ act: "remove", ...ofUrl, detail, urls: 1 }));
    case "blocked":
      return [{ act: "block", ...ofUrl, urls: 1 }];
    default:
      return [];
  }
}
