import type { Context } from "hono";
import type { Edge } from "../env.ts";
import { type Freshness, send } from "../respond.ts";

const FRESHNESS: Freshness = { seconds: 86_400, staleSeconds: 86_400 };

/** Answers change by the day, and questions of people (Q4) are none of robots. Which wikis there are, and each at a glance, may be found. */
const ROBOTS = `User-agent: *
Disallow: /find
Disallow: /*?*url=
Disallow: /externalLinkInfo
Disallow: /externalLinkProblem
Disallow: /list/*/
Disallow: /list/*?
Disallow: /page/
Disallow: /repair/
Disallow: /check
Disallow: /log
Disallow: /report
Disallow: /replacement
Disallow: /feed/
Disallow: /api/v1/
`;

/** GET /robots.txt (RFC 9309). */
export const robotsRoute = (c: Context<Edge>): Promise<Response> =>
  send(c, { body: ROBOTS, contentType: "text/plain; charset=utf-8", freshness: FRESHNESS });
