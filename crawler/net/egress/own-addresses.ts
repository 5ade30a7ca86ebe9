import { networkInterfaces } from "node:os";
import { WorkError } from "../../runtime/errors.ts";

/** Interfaces come and go while a process runs for months; reading them takes a fraction of a millisecond. */
const FRESH_MS = 60_000;

/**
 * The addresses of this machine's interfaces, as they were a minute ago at most, or when they could last be read. Throws a
 * WorkError where they cannot be read from the beginning: without them nothing may be dialled.
 */
export function createOwnAddresses(
  read: () => Iterable<string> = interfaceAddresses,
  now: () => number = () => performance.now(),
): () => ReadonlySet<string> {
  let own = new Set(readFirst(read));
  let readAt = now();
  return () => {
    if (now() - readAt < FRESH_MS) return own;
    readAt = now();
    try {
      own = new Set(read());
    } catch {
      // As when no more files can be opened.
    }
    return own;
  };
}

function readFirst(read: () => Iterable<string>): Iterable<string> {
  try {
    return read();
  } catch (error) {
    throw new WorkError(
      "the addresses of this machine's interfaces cannot be read, so nothing can be contacted: let the process open sockets of the family AF_NETLINK (RestrictAddressFamilies= of a systemd unit)",
      { cause: error },
    );
  }
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
}
