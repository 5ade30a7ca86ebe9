import type { Connection } from "./connection.ts";
import type { ExchangeRequest } from "./transport.ts";

/**
 * Share of HEAD's time after which a reused connection or a resumed TLS session is given up, and the request is sent again on a new
 * one. Some middleboxes drop handshakes that resume a session; some servers hang with one, or answer once on each connection.
 */
const REUSED_TIMEOUT_SHARE = 0.25;

/** Time for the first byte of an answer. Limited for HEAD, which GET follows, and on a reused connection, after which a new one does. */
export function patienceMs({ method, limits }: ExchangeRequest, { isUsed, lastMs }: Connection): number {
  const { headSilenceMs } = limits;
  if (isUsed)
    return Math.min(headSilenceMs, Math.max(headSilenceMs * REUSED_TIMEOUT_SHARE, 3 * (lastMs ?? 0)));
  return method === "HEAD" ? headSilenceMs : Number.POSITIVE_INFINITY;
}
