import { SOMEBODY_THERE } from "../classify/failure.ts";
import type { Outcome } from "../classify/outcome.ts";
import type { FileServers } from "../net/file-servers.ts";
import { isLiteral } from "../net/routes.ts";
import type { Semaphore } from "../net/semaphore.ts";
import type { CheckLimits } from "./limits.ts";
import type { CheckSession } from "./session.ts";
import type { Target } from "./target.ts";

interface FileMeans {
  readonly files: FileServers;
  readonly sockets: Semaphore;
  readonly limits: CheckLimits;
}

/** One check of an ftp, ftps or sftp URL: one host, under one deadline, its addresses admitted before they are dialled. */
export async function checkFiles(
  { url, parts }: Target,
  { files, sockets, limits }: FileMeans,
  session: CheckSession,
): Promise<Outcome> {
  const entered = await session.enterFiles(parts);
  const ask = async (addresses: readonly string[]) => {
    const socket = await session.waitForRoom(sockets.acquire());
    try {
      const { endsAt: deadline, journal } = session;
      const began = session.elapsedMs();
      const answer = await files.ask({ url, parts, addresses, deadline, limits, journal });
      session.observeFiles(answer.kind === "failure" ? answer.failure : null, session.elapsedMs() - began);
      return answer;
    } finally {
      socket.release();
    }
  };
  const answer = "kind" in entered ? entered : await ask(entered);
  if (answer.kind === "not-tried") return { kind: "not-tried", reason: answer.reason };
  const isThere = answer.kind === "reply" || SOMEBODY_THERE.has(answer.failure);
  if (isThere) session.heard?.answered(parts.host);
  const ms = Math.round(session.elapsedMs());
  return answer.kind === "reply"
    ? { ...answer, ms }
    : { ...answer, chain: [], literal: isLiteral(parts), ms };
}
