import { reset } from "cloudflare:test";
import { beforeAll } from "vitest";

/** Files of tests share an isolate, and so what the Worker's modules loaded; each begins with an empty store. */
beforeAll(() => reset());
