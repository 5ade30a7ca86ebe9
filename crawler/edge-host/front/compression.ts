import { constants, createGzip, type Gzip } from "node:zlib";

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml\b)/i;
/** A shorter answer is one packet either way. */
const BYTES_MIN = 1_024;
const LEVEL = 5;

interface Answer {
  readonly method: string;
  readonly status: number;
  readonly acceptEncoding: string;
  /** By name in lower case. */
  readonly fields: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Compression {
  /** Null: it goes as it is. */
  readonly gzip: Gzip | null;
  /** Of the answer, that change. */
  changed(fields: readonly string[]): string[];
}

const acceptsGzip = (acceptEncoding: string): boolean =>
  acceptEncoding
    .split(",")
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));

/** How an answer is compressed for this caller, as Cloudflare does before its Workers. */
export function compressionOf({ method, status, acceptEncoding, fields }: Answer): Compression {
  const text = (name: string) => String(fields[name] ?? "");
  const isCompressible =
    COMPRESSIBLE.test(text("content-type")) &&
    text("content-encoding") === "" &&
    !/\bno-transform\b/i.test(text("cache-control"));
  if (!isCompressible) return { gzip: null, changed: (list) => [...list] };
  const isLong = Number(fields["content-length"] ?? BYTES_MIN) >= BYTES_MIN;
  const isPacked = method === "GET" && status === 200 && isLong && acceptsGzip(acceptEncoding);
  return {
    // What has been made is sent at once: long pages are shown while they come.
    gzip: isPacked ? createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH }) : null,
    changed: (list) => changed(list, isPacked),
  };
}

function changed(fields: readonly string[], isPacked: boolean): string[] {
  const result = ["vary", "Accept-Encoding"];
  if (isPacked) result.push("content-encoding", "gzip");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [name = "", value = ""] = fields.slice(at, at + 2);
    const lower = name.toLowerCase();
    if (isPacked && lower === "content-length") continue;
    // The same content in other bytes (RFC 9110 8.8.1).
    result.push(name, isPacked && lower === "etag" && value.startsWith('"') ? `W/${value}` : value);
  }
  return result;
}
