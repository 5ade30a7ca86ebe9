import { DOCUMENTS } from "../../shared/format/documents.ts";
import type { Figures } from "../runtime/metrics.ts";
import { familyOf, filesOf, memoryOf } from "../runtime/processes.ts";

/** By what each process is. The front is in the host's own. */
export const figuresOfProcesses = (host: number | undefined): Figures =>
  Object.fromEntries(
    familyOf(host ?? 0).flatMap(({ pid, name }) => {
      const part =
        pid === host ? "front" : name === "workerd" ? name : name.startsWith("bun") ? "store" : null;
      return part === null ? [] : [[part, { memoryBytes: memoryOf(pid), openFds: filesOf(pid) }]];
    }),
  );

const HEALTH_MS_MAX = 2_000;

/** As the Worker itself says; nothing while it does not. */
export async function figuresOfWorker(url: string): Promise<Figures> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(HEALTH_MS_MAX) });
    const health = DOCUMENTS.healthz.parse(await answer.json());
    if (!health.ok) return {};
    const { caches, streams, wikis } = health;
    return { caches, streamsOpen: streams?.open, wikisRunning: wikis?.running };
  } catch {
    return {};
  }
}
