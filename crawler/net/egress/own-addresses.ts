import { networkInterfaces } from "node:os";

/** Interfaces come and go while a process runs for months; reading them takes a fraction of a millisecond. */
const FRESH_MS = 60_000;

/** Whether an address is one of this machine's interfaces, as they were a minute ago at most. */
export function ownAddressTest(
  read: () => Iterable<string> = interfaceAddresses,
  now: () => number = () => performance.now(),
): (address: string) => boolean {
  let own: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  return (address) => {
    if (now() - readAt >= FRESH_MS) {
      own = new Set(read());
      readAt = now();
    }
    return own.has(address);
  };
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}
