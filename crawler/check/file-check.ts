import type { SpentOn } from "../../shared/status/asked.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { SOMEBODY_THERE } from "../classify/failure.ts";
import type { FileAnswer } from "../net/file-servers.ts";
import { isLiteral } from "../net/policy.ts";
import type { Visit } from "../politeness/etiquette.ts";
import type { CheckDeps } from "./deps.ts";
import type { Line } from "./line.ts";
import { enterInTurn, routeWithin, unresolved } from "./routing.ts";

/** One check of an ftp, ftps or sftp URL: one host, under one deadline, its addresses admitted before they are dialled. */
export async function checkFiles(
  url: NormalisedUrl,
  parts: UrlParts,
  deps: CheckDeps,
  visit: Visit,
  line: Line,
): Promise<Outcome> {
  const began = performance.now();
  const answer = await ask(url, parts, deps, visit, line);
  if (answer.kind === "not-tried") return { kind: "not-tried", reason: answer.reason };
  const ms = Math.round(performance.now() - began - line.waitedMs);
  return answer.kind === "reply"
    ? { ...answer, ms }
    : { ...answer, chain: [], literal: isLiteral(parts), ms };
}

async function ask(
  url: NormalisedUrl,
  parts: UrlParts,
  { router, files, limits, optedOut }: CheckDeps,
  visit: Visit,
  line: Line,
): Promise<FileAnswer> {
  const { journal } = line;
  const timed = <T>(part: SpentOn, until: T | Promise<T>): T | Promise<T> =>
    journal === null || !(until instanceof Promise) ? until : journal.waiting(part, parts, until);
  if (optedOut?.(parts) === true) return { kind: "not-tried", reason: "opted-out", tls: null };
  const msLeft = () => line.endsAt - performance.now();
  const route = await timed("name", routeWithin(router, parts, msLeft, line));
  if (route.kind === "not-tried") return { ...route, tls: null };
  if (route.kind === "failure") return unresolved(route.failure);
  if (!(await timed("wait", enterInTurn(visit, parts, route.addresses, msLeft, line))))
    return { kind: "not-tried", reason: "host-busy", tls: null };
  const { endsAt: deadline } = line;
  const answer = await files.ask({ url, parts, addresses: route.addresses, deadline, limits, journal });
  if (answer.kind === "reply" || (answer.kind === "failure" && SOMEBODY_THERE.has(answer.failure)))
    line.heard?.answered(parts.host);
  return answer;
}
