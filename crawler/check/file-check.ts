import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { CheckDeps } from "./asker.ts";
import type { Visit } from "./etiquette.ts";
import type { FileAnswer } from "./file-servers.ts";
import { isLiteral } from "./policy.ts";
import { routeWithin, unresolved } from "./routing.ts";

/** One check of an ftp, ftps or sftp URL: one host, under one deadline, its addresses admitted before they are dialled. */
export async function checkFiles(
  url: NormalisedUrl,
  parts: UrlParts,
  deps: CheckDeps,
  visit: Visit,
): Promise<Outcome> {
  const began = performance.now();
  const answer = await ask(url, parts, deps, visit, began + deps.limits.totalMs);
  if (answer.kind === "not-tried") return { kind: "not-tried", reason: answer.reason };
  const ms = Math.round(performance.now() - began);
  return answer.kind === "reply"
    ? { ...answer, ms }
    : { ...answer, chain: [], literal: isLiteral(parts), ms };
}

async function ask(
  url: NormalisedUrl,
  parts: UrlParts,
  { router, files, limits, optedOut }: CheckDeps,
  visit: Visit,
  deadline: number,
): Promise<FileAnswer> {
  if (optedOut?.(parts) === true) return { kind: "not-tried", reason: "opted-out", tls: null };
  const msLeft = () => deadline - performance.now();
  const route = await routeWithin(router, parts, msLeft);
  if (route.kind === "not-tried") return { ...route, tls: null };
  if (route.kind === "failure") return unresolved(route.failure);
  if (!(await visit.enter(parts, route.addresses, msLeft)))
    return { kind: "not-tried", reason: "host-busy", tls: null };
  return files.ask({ url, parts, addresses: route.addresses, deadline, limits });
}
