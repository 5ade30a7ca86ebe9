import { toUnicode } from "tr46";

/** A host in the letters of its language: müller.de for xn--mller-kva.de. What is no valid name stays as it is. */
export function readableHost(host: string): string {
  if (!/(?:^|\.)xn--/i.test(host)) return host;
  const { domain, error } = toUnicode(host, { checkHyphens: false, checkBidi: true, checkJoiners: true });
  return error ? host : domain;
}
