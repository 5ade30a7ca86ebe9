import type { HostName, UrlParts } from "../../shared/url/types.ts";
import type { Route, Router } from "../net/policy.ts";
import type { Line } from "./line.ts";
import { routeWithin } from "./routing.ts";

/** The routes of one check: each host is looked up once. */
export class HostRoutes {
  readonly #first: HostName;
  readonly #router: Router;
  readonly #line: Line;
  #firstRoute: Route | undefined;
  /** Of the hosts of redirects. */
  #others: Map<HostName, Route> | null = null;

  constructor(first: HostName, router: Router, line: Line) {
    this.#first = first;
    this.#router = router;
    this.#line = line;
  }

  /** A promise only where the name service has to be waited for. */
  of(parts: UrlParts, msLeft: () => number): Route | Promise<Route> {
    const { host } = parts;
    const known = host === this.#first ? this.#firstRoute : this.#others?.get(host);
    if (known !== undefined) return known;
    const routing = routeWithin(this.#router, parts, msLeft, this.#line);
    return routing instanceof Promise
      ? this.#keepWhenKnown(host, this.#line.journal?.waiting("name", parts, routing) ?? routing)
      : this.#keep(host, routing);
  }

  #keep(host: HostName, route: Route): Route {
    if (host === this.#first) this.#firstRoute = route;
    else {
      this.#others ??= new Map();
      this.#others.set(host, route);
    }
    return route;
  }

  async #keepWhenKnown(host: HostName, routing: Promise<Route>): Promise<Route> {
    return this.#keep(host, await routing);
  }
}
