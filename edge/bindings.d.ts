import type { EdgeEnv } from "./env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends EdgeEnv {}
    interface GlobalProps {
      mainModule: typeof import("./worker.ts");
    }
  }
}
