/**
 * Limits as answers have them (draft-ietf-httpapi-ratelimit-headers-11), of which edges count some and origin others:
 * an item of `RateLimit-Policy`, and the value of `RateLimit`.
 */
export const policyItem = (policy: string, quota: number, windowSeconds: number): string =>
  `"${policy}";q=${quota};w=${windowSeconds}`;

export const limitItem = (policy: string, remaining: number, seconds: number): string =>
  `"${policy}";r=${remaining};t=${seconds}`;
