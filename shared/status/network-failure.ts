/** How a request can fail without an answer; the value of a note about a redirect that ends so. */
export type NetworkFailure =
  | "dns-unknown"
  | "dns-refused"
  | "dns-failed"
  | "dns-timeout"
  | "connect-refused"
  | "connect-timeout"
  | "unreachable"
  | "reset"
  | "closed"
  | "timeout"
  | "tls"
  /** The server lets in only clients with a certificate of their own (TLS 1.3; older versions do not say what they lack). */
  | "client-certificate"
  | "malformed-head"
  /** Browsers get a page there, and our HTTP/1.1 does not. */
  | "http2-only"
  | "head-too-large"
  | "address-not-public";
