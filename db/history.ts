import { decodeHistory as decode } from "../shared/history/pack.ts";
import type { History } from "../shared/history/types.ts";

export { encodeHistory, HISTORY_BYTES_MAX } from "../shared/history/pack.ts";

/**
 * Bytes that are no history count as none. From a damaged disk: the next check begins anew. Longer than any that this version
 * knows: they are told as none and left as they are (`Recorded.unread`).
 */
export function decodeHistory(bytes: Uint8Array): History {
  const decoded = decode(bytes);
  return decoded.kind === "history" ? decoded.history : [];
}
