/** A URL in normal form, in which Weboid stores, compares and shows it (U4, docs/url-normalisation.md). */
export type NormalisedUrl = string & { readonly __brand: "NormalisedUrl" };

/** 128 bits of SHA-256 over the normalised URL's UTF-8 bytes, 32 lower-case hex digits (M4, design 1). */
export type UrlKey = string & { readonly __brand: "UrlKey" };

/** A host name in lower case and punycode without a final dot, or an IP address (IPv6 in brackets, RFC 5952). */
export type HostName = string & { readonly __brand: "HostName" };

export type Scheme = "http" | "https" | "ftp" | "ftps" | "sftp";

/** The parts of a URL (M4). `port` 0: none given, the scheme's default. */
export interface UrlParts {
  readonly scheme: Scheme;
  readonly host: HostName;
  readonly port: number;
  /** Path and query as one string; at least `/`. */
  readonly path: string;
}

/** Properties of a URL's spelling that readers should know (U6). */
export type UrlFlag = "bidi-control" | "invisible-character" | "control-character" | "credentials-dropped";

/** Why a link is not watched although it may be valid (U1, U2). */
export type IgnoredReason = "scheme" | "reserved-name" | "port";

/** Why a link can never work (U3), or is too long to be asked for; not stored, shown as status 128. */
export type InvalidReason =
  | "syntax"
  | "no-host"
  | "invisible-character"
  | "address-out-of-range"
  | "private-address"
  | "no-dot"
  | "label"
  | "top-level"
  | "punycode"
  | "port"
  | "local-name"
  | "too-long";

export type Classified =
  | {
      readonly kind: "resource";
      readonly url: NormalisedUrl;
      readonly parts: UrlParts;
      readonly flags: readonly UrlFlag[];
    }
  | { readonly kind: "ignored"; readonly reason: IgnoredReason; readonly url: NormalisedUrl | null }
  | { readonly kind: "invalid"; readonly reason: InvalidReason };
