import { setTimeout as sleep } from "node:timers/promises";
import { Conversation } from "./conversation.ts";
import { descriptorsLeft } from "./descriptors.ts";
import type { ExchangeResult, Transport, TransportOptions } from "./transport.ts";

/** Pause before another try when this process has no descriptor left. */
const DESCRIPTOR_WAIT_MS = 250;

/**
 * HTTP/1.1 on `Bun.connect` (design 12). The address dialled is the literal given; a certificate in trouble is noted
 * from the handshake while the same connection goes on to the answer. "not-tried" when this process is out of file
 * descriptors and stays so until the deadline.
 */
export function createDialler(options: TransportOptions = {}): Transport {
  const open = new Set<Conversation>();
  return {
    async exchange(request) {
      for (;;) {
        const result = await new Promise<ExchangeResult>((resolve, reject) => {
          const conversation = new Conversation(request, options, { open, resolve, reject });
          conversation.begin();
        });
        // Bun calls every failed connect ECONNREFUSED, also for want of a descriptor.
        if (result.kind !== "failure" || result.failure !== "connect-refused" || descriptorsLeft())
          return result;
        // Our trouble is not theirs (design 11): wait for other checks to end, and book nothing if that does not help.
        if (performance.now() + DESCRIPTOR_WAIT_MS >= request.deadline)
          return { kind: "not-tried", reason: "no-resources", tls: null };
        await sleep(DESCRIPTOR_WAIT_MS);
      }
    },
    async close() {
      for (const conversation of open) conversation.abandon();
    },
  };
}
