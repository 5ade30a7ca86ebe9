/** What came of a question to a registry. A registry is a server for RDAP or whois; expected failures are values. */
export type Reply<T> =
  | { readonly kind: "answer"; readonly value: T }
  /** It says that there is no such domain or network. */
  | { readonly kind: "not-found" }
  /** It asks for fewer questions; asked again after so many seconds at the earliest. */
  | { readonly kind: "limited"; readonly seconds: number }
  | { readonly kind: "failed"; readonly why: string };

/** After a limit without a term that can be read. */
export const LIMITED_SECONDS = 300;
