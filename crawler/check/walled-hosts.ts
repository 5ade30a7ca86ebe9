import type { HostName } from "../../shared/url/types.ts";
import { dropOldest } from "../net/oldest.ts";

const HOSTS_MAX = 20_000;

/**
 * Hosts where GET met a wall, while HEAD may be answered as if there were none, or where HEAD finds any address: there,
 * GET comes first for as long as this process remembers (beyond it, M9 does). Bounded; the oldest go first.
 */
export class WalledHosts {
  readonly #hosts = new Set<HostName>();

  has(host: HostName): boolean {
    return this.#hosts.size > 0 && this.#hosts.has(host);
  }

  add(host: HostName): void {
    this.#hosts.add(host);
    dropOldest(this.#hosts, HOSTS_MAX);
  }
}
