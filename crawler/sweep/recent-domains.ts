import type { DueUrl } from "../../db/types.ts";
import { HOUR_MS } from "../../shared/calendar/day.ts";
import { canDeadEnd } from "../../shared/status/table.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import type { Outcome } from "../classify/outcome.ts";
import { watchCache } from "../runtime/caches.ts";

/** The latest ones stand for more. */
const DOMAINS_MAX = 10_000;

const works = (seen: Pick<Interpretation, "status" | "deadEnd">): boolean =>
  canDeadEnd(seen.status) && !seen.deadEnd;

/**
 * Of how many domains a URL that worked when it was last checked failed now, within an hour. New and failing URLs do not count, nor
 * does how many URLs a domain has: what is left fails together when we are cut off, or shut out, and hardly ever else.
 */
export class RecentDomains {
  /** The last such check of each, in the order of checks. */
  readonly #checks = watchCache(
    "recent-domains",
    new Map<string, { readonly atMs: number; readonly failed: boolean }>(),
    DOMAINS_MAX,
  );

  learn({ url, history }: Pick<DueUrl, "url" | "history">, outcome: Outcome, seen: Interpretation): void {
    const [before] = history;
    if (before === undefined || !works(before)) return;
    const isNotTried = outcome.kind === "not-tried";
    if (isNotTried && outcome.reason !== "own-outage") return;
    const domain = registrableDomain(splitUrl(url).host);
    this.#checks.delete(domain);
    this.#checks.set(domain, { atMs: performance.now(), failed: isNotTried || !works(seen) });
    const [oldest] = this.#checks.keys();
    if (this.#checks.size > DOMAINS_MAX && oldest !== undefined) this.#checks.delete(oldest);
  }

  /** For the sign of life. */
  figures(): { readonly domainsChecked: number; readonly domainsFailed: number } {
    const since = performance.now() - HOUR_MS;
    for (const [domain, { atMs }] of this.#checks) {
      if (atMs > since) break;
      this.#checks.delete(domain);
    }
    const failed = [...this.#checks.values()].filter((check) => check.failed);
    return { domainsChecked: this.#checks.size, domainsFailed: failed.length };
  }
}
