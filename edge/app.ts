import { type Context, Hono, type Next } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Format } from "../shared/format/types.ts";
import type { Edge, EdgeDeps } from "./env.ts";
import { replyOf } from "./parameters.ts";
import { sendError } from "./respond.ts";
import { eventRoute, feedRoute } from "./routes/feed.ts";
import { formScriptRoute } from "./routes/form-script.ts";
import { frontRoute } from "./routes/front.ts";
import { gadgetRoute } from "./routes/gadget.ts";
import { gadgetScriptRoute } from "./routes/gadget-script.ts";
import { internalKvRoute } from "./routes/internal-kv.ts";
import { laterRoute } from "./routes/later.ts";
import { listRoute } from "./routes/list.ts";
import { normaliseRoute } from "./routes/normalise.ts";
import { pageRoute } from "./routes/page.ts";
import { pagesRoute } from "./routes/pages.ts";
import { healthRoute, sourceRoute } from "./routes/source.ts";
import { wikisRoute } from "./routes/wikis.ts";
import { callerOf, isThrottled, RETRY_AFTER_SECONDS } from "./throttle.ts";
import { createTouchMemory } from "./touch.ts";

/** In which format an address answers when the caller names none. */
function formatOf(path: string): Format {
  if (path === "/externalLinkProblem") return "js";
  return path.startsWith("/api/") || path.startsWith("/feed/") || path.startsWith("/internal/")
    ? "json"
    : "html";
}

/** Addresses that cost next to nothing, are signed, or judge by themselves whom to throttle (F8). */
const UNTHROTTLED = ["/healthz", "/source", "/gadget.js", "/form.js", "/internal/kv", "/api/v1/pages"];

/** Scripts elsewhere may read. */
const preflight = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "Authorization, Last-Event-ID",
      "access-control-max-age": "86400",
    },
  });

function wrongMethod(c: Context<Edge>, methods: readonly string[]): Response {
  const allow = methods.join(", ");
  return sendError(
    405,
    { code: "method-not-allowed", message: `this address takes ${allow}` },
    replyOf(c, formatOf(c.req.path)).reply,
    { allow },
  );
}

async function throttle(c: Context<Edge>, next: Next): Promise<Response | undefined> {
  const { path } = c.req;
  const caller = callerOf((name) => c.req.header(name), c.env.CLIENT_IP_HEADER);
  if (!UNTHROTTLED.includes(path) && (await isThrottled(c.env.LIMIT, caller)))
    return sendError(
      429,
      {
        code: "too-many-requests",
        message: `too many requests from your address; go on in ${RETRY_AFTER_SECONDS} seconds`,
      },
      replyOf(c, formatOf(path)).reply,
      { "retry-after": String(RETRY_AFTER_SECONDS) },
    );
  await next();
  return undefined;
}

/** The addresses of contract.md. `deps`: wiki, origin and clock, which tests stand in for. */
export function createApp(deps: EdgeDeps): Hono<Edge> {
  const app = new Hono<Edge>();
  const memory = createTouchMemory();

  app.use(async (c, next) => (c.req.method === "OPTIONS" ? preflight() : next()));

  app.use(throttle);

  app.use(methodNotAllowed({ app, onMethodNotAllowed: wrongMethod }));

  app.get("/", frontRoute(deps));
  app.get("/externalLinkProblem", gadgetRoute(deps, memory));
  app.get("/externalLinkInfo", pageRoute(deps, memory, "html"));
  app.get("/page/:wiki/:pageid", pageRoute(deps, memory, "html"));
  app.get("/api/v1/page", pageRoute(deps, memory, "json"));
  app.get("/api/v1/pages", pagesRoute(deps));
  app.get("/api/v1/normalise", normaliseRoute);
  app.get("/api/v1/wikis", wikisRoute(deps));
  app.get("/list/:wiki/:list", listRoute(deps));
  app.get("/feed/:wiki", feedRoute(deps));
  app.get("/feed/:wiki/:event", eventRoute(deps));
  app.get("/gadget.js", gadgetScriptRoute);
  app.get("/form.js", formScriptRoute);
  app.get("/source", sourceRoute);
  app.get("/healthz", healthRoute);
  app.on(["GET", "POST", "DELETE"], "/internal/kv", internalKvRoute(deps));

  for (const address of ["/report", "/replacement"])
    app.on(["GET", "POST"], address, laterRoute("reports by people come", "html"));

  app.notFound((c) =>
    sendError(
      404,
      {
        code: "not-found",
        message: "there is nothing at this address; docs/api.md of the source lists them all",
      },
      replyOf(c, formatOf(c.req.path)).reply,
    ),
  );
  app.onError((error, c) => {
    console.error(error);
    return sendError(
      500,
      { code: "internal-error", message: "an error of Weboid's own; it was logged, please try again later" },
      replyOf(c, formatOf(c.req.path)).reply,
    );
  });
  return app;
}
