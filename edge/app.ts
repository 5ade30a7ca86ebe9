import { type Context, Hono, type Next } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { apiRoute, openApiRoute, schemaRoute } from "./api/api.ts";
import type { Edge, EdgeDeps } from "./env.ts";
import { type Admissions, createAdmissions, settle } from "./limits/admission.ts";
import { askedBy } from "./limits/caller.ts";
import { inSeconds, type Throttle } from "./limits/throttle.ts";
import { guardOutbound, type Outbound } from "./outbound.ts";
import { AddressUnknown, refuse } from "./respond.ts";
import { checkRoute } from "./routes/check.ts";
import { createFeedState, eventRoute, feedRoute } from "./routes/feed.ts";
import { frontRoute } from "./routes/front.ts";
import { gadgetRoute } from "./routes/gadget.ts";
import { useRoute } from "./routes/gadget-page.ts";
import { gadgetScriptRoute } from "./routes/gadget-script.ts";
import { healthRoute } from "./routes/health.ts";
import { internalKvRoute } from "./routes/internal-kv.ts";
import { listRoute } from "./routes/list.ts";
import { logFormRoute, logRoute } from "./routes/log.ts";
import { callbackRoute, loginRoute, logoutRoute } from "./routes/login.ts";
import { normaliseRoute } from "./routes/normalise.ts";
import { overviewRoute } from "./routes/overview.ts";
import { pageRoute } from "./routes/page.ts";
import { formScriptRoute, styleRoute } from "./routes/page-files.ts";
import { pagesRoute } from "./routes/pages.ts";
import { peopleRoute } from "./routes/people.ts";
import { repairRoute } from "./routes/repair.ts";
import { robotsRoute } from "./routes/robots.ts";
import { findRoute } from "./routes/search.ts";
import { sourceRoute } from "./routes/source.ts";
import { wikiDirectoryRoute, wikisRoute } from "./routes/wikis.ts";
import { StoreUnavailable } from "./sources/kv.ts";
import { StoreNotReady } from "./sources/store.ts";
import { createTouchMemory } from "./sources/touch.ts";

/** Addresses that cost next to nothing, or are signed. */
const UNTHROTTLED = [
  "/healthz",
  "/source",
  "/gadget.js",
  "/form.js",
  "/style.css",
  "/robots.txt",
  "/internal/kv",
];

/** As Cloudflare has it; the longest that mean something are cursors of category trees. */
const ADDRESS_UNITS_MAX = 16_384;

/** A dispatcher writes the profiles of a thousand wikis in less. */
const NOT_READY_SECONDS = 10;

/** Scripts elsewhere may read. */
const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "Authorization, If-None-Match, Last-Event-ID",
      "access-control-max-age": "86400",
    },
  });

function wrongMethod(c: Context<Edge>, methods: readonly string[]): Response {
  const allow = methods.join(", ");
  const error = { code: "method-not-allowed", message: `this address takes ${allow}` };
  return refuse(c, 405, error, { allow });
}

/** Q7: what is asked is counted, and every answer says how much may still be asked. */
const throttle = (admissions: Admissions, counts: Throttle) => async (c: Context<Edge>, next: Next) => {
  if (UNTHROTTLED.includes(c.req.path)) return next();
  const admission = await admissions.admit(c);
  c.set("admission", admission);
  const { taken } = admission;
  if (taken?.refused) {
    const message = `too many requests from your network; go on ${inSeconds(taken.retrySeconds)}`;
    return refuse(c, 429, { code: "too-many-requests", message }, taken.headers);
  }
  await next();
  const { ratelimit: left, ...headers } = taken?.headers ?? {};
  const ratelimit = settle(counts, admission, c.get("links") ?? 0) ?? left;
  // What a narrower limit of the address refused, that one names; its policy stands before these.
  const refused = c.res.status === 429 && c.res.headers.has("ratelimit");
  if (!refused && ratelimit !== undefined) c.res.headers.set("ratelimit", ratelimit);
  for (const [name, value] of Object.entries(headers))
    if (refused) c.res.headers.append(name, value);
    else c.res.headers.set(name, value);
};

/** The addresses of docs/api.md. `surroundings`: wiki, origin and clock, which tests stand in for. */
export function createApp(surroundings: EdgeDeps): Hono<Edge> {
  const app = new Hono<Edge>({ router: new RegExpRouter() });
  const outbound = guardOutbound(surroundings);
  const deps = outbound.forRequest();
  const admissions = createAdmissions(deps);

  app.use(async (c, next) => {
    outbound.use(c.env);
    await next();
  });

  app.use(async (c, next) => (c.req.method === "OPTIONS" ? preflight() : next()));

  app.use(async (c, next) =>
    c.req.url.length <= ADDRESS_UNITS_MAX
      ? next()
      : refuse(c, 414, {
          code: "address-too-long",
          message: `an address has at most ${ADDRESS_UNITS_MAX} characters; ask for fewer pages at once`,
        }),
  );

  app.use(throttle(admissions, deps.throttle));

  app.use(methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }));

  addRoutes(app, outbound, admissions);
  answerTroubles(app);
  return app;
}

function addRoutes(app: Hono<Edge>, outbound: Outbound, admissions: Admissions): void {
  /** Of what belongs to no request. */
  const deps = outbound.forRequest();
  const memory = createTouchMemory();
  const feed = createFeedState(deps);
  /** The route, made for each request with the caller for whom it asks others, and the rights of the wiki that it is about. */
  const each = (route: (deps: EdgeDeps) => (c: Context<Edge>) => Promise<Response>) => (c: Context<Edge>) =>
    route(askedBy(outbound.forRequest(), c))(c);
  const gadget = (own: "js" | "json") => each((asking) => gadgetRoute(asking, memory, own));
  const page = (own: "html" | "json") => each((asking) => pageRoute(asking, memory, own));
  const repair = (own: "html" | "json") => each((asking) => repairRoute(asking, memory, own));

  app.get("/", each(frontRoute));
  app.get("/find", each(findRoute));
  app.get("/externalLinkProblem", gadget("js"));
  app.get("/externalLinkProblem.json", gadget("json"));
  app.get("/externalLinkInfo", page("html"));
  app.get("/page/:wiki/:pageid", page("html"));
  app.get("/api/v1/page", page("json"));
  app.get(
    "/api/v1/pages",
    each((deps) => pagesRoute(deps, admissions)),
  );
  app.get("/api/v1/repair", repair("json"));
  app.get("/repair/:wiki/:pageid", repair("html"));
  app.get("/api/v1/normalise", normaliseRoute);
  app.get("/api/v1/wikis", each(wikisRoute));
  app.get("/api", apiRoute(deps));
  app.get("/api/openapi.json", openApiRoute);
  app.get("/api/schema/:file", schemaRoute);
  app.get("/list", each(wikiDirectoryRoute));
  app.get("/list/:wiki", each(overviewRoute));
  app.get("/list/:wiki/:list", each(listRoute));
  app.get(
    "/feed/:wiki",
    each((deps) => feedRoute(deps, feed)),
  );
  app.get("/feed/:wiki/:event", each(eventRoute));
  app.get("/gadget", each(useRoute));
  app.get("/gadget.js", gadgetScriptRoute);
  app.get("/form.js", formScriptRoute);
  app.get("/style.css", styleRoute);
  app.get("/robots.txt", robotsRoute);
  app.get("/source", sourceRoute);
  app.get("/healthz", healthRoute(deps, { feed, admissions, touches: memory }));
  app.on(["GET", "POST", "DELETE"], "/internal/kv", internalKvRoute(deps));

  app.on(["GET", "POST"], "/check", each(checkRoute));
  for (const address of ["/report", "/replacement"] as const)
    app.on(
      ["GET", "POST"],
      address,
      each((deps) => peopleRoute(deps, address)),
    );
  app.get("/log", each(logRoute));
  app.post("/log", each(logFormRoute));
  app.get("/login", each(loginRoute));
  app.get("/login/callback", each(callbackRoute));
  app.post("/logout", each(logoutRoute));
}

function answerTroubles(app: Hono<Edge>): void {
  app.notFound((c) =>
    refuse(c, 404, {
      code: "not-found",
      message: "there is nothing at this address; /api lists them all",
    }),
  );
  app.onError((error, c) => {
    if (error instanceof StoreUnavailable) {
      console.error(`the store did not answer for ${error.message}`);
      const message = "the store of answers cannot be read at the moment; try again in a minute";
      return refuse(c, 503, { code: "store-unavailable", message });
    }
    if (error instanceof StoreNotReady) {
      const message = `this edge does not know yet which wikis there are (its dispatcher writes that); ask for ${error.message} again in some seconds`;
      return refuse(c, 503, { code: "not-ready", message }, { "retry-after": String(NOT_READY_SECONDS) });
    }
    if (error instanceof AddressUnknown) {
      console.error(error.message);
      return refuse(c, 500, { code: "not-configured", message: error.message });
    }
    console.error(error);
    return refuse(c, 500, {
      code: "internal-error",
      message: "an error of Weboid's own; it was logged, please try again later",
    });
  });
}
