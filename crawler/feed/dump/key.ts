import { hash } from "node:crypto";
import type { NormalisedUrl, UrlKey } from "../../../shared/url/types.ts";

/** `urlKey` by the system's own SHA-256: a tenth of its time, which is half of that of a dump. */
export function keyOf(url: NormalisedUrl): UrlKey {
  return hash("sha256", url, "hex").slice(0, 32) as UrlKey;
}
