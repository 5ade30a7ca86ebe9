import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Config } from "../runtime/config.ts";

/** With which edge and origin, dispatcher and edge know each other on this machine. */
export interface Tokens {
  readonly originToken: string;
  readonly edgeToken: string;
}

const schema = z.object({ originToken: z.string().min(32), edgeToken: z.string().min(32) });
const make = () => randomBytes(32).toString("hex");

function read(file: string): Tokens | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Those of the environment, else random ones of this data folder, readable by its owner only. */
export function loadTokens(config: Config): Tokens {
  const file = join(config.dataDir, "tokens.json");
  let own = read(file);
  if (own === null) {
    own = { originToken: make(), edgeToken: make() };
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(file, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  }
  return {
    originToken: config.originToken ?? own.originToken,
    edgeToken: config.edgeToken ?? own.edgeToken,
  };
}
