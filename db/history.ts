import { decodeHistory as decode } from "../shared/history/pack.ts";
import type { History } from "../shared/history/types.ts";

export { encodeHistory } from "../shared/history/pack.ts";

/** Bytes that are no history, from a damaged disk or a newer version, count as none: the next check begins anew. */
export function decodeHistory(bytes: Uint8Array): History {
  const decoded = decode(bytes);
  return decoded.kind === "history" ? decoded.history : [];
}
