import { join } from "node:path";
import type { EgressOptions } from "../net/egress/guard.ts";
import type { FrontLimits } from "./front/limits.ts";

/** The store's file in its folder. */
export const KV_FILE = "kv.sqlite";

/** The store's file of a data folder. */
export const storeOf = (dataDir: string): string => join(dataDir, "edge", KV_FILE);

/** Beside it: what the running edge is made of, its secrets among it. */
export const RUN_FOLDER = "run";

/** Whom the Worker's requests may reach: WEBOID_ALLOW_PRIVATE, WEBOID_DENY and WEBOID_DNS (net/egress/forwarder.ts). */
export interface EdgeEgress extends Required<Pick<EgressOptions, "allowPrivate" | "deny">> {
  readonly dns: readonly string[];
}

/** What edge-host/main.ts is asked to run: one line of JSON on its standard input, so that no other user of the machine reads its secrets. */
export interface Order {
  /** Of the checkout, absolute. */
  readonly root: string;
  /** Of the store, absolute; it exists. */
  readonly folder: string;
  /** Bun's own binary, which runs the store. */
  readonly bun: string;
  readonly hostname: string;
  /** 0: any. */
  readonly port: number;
  /** The Worker's entry point, absolute. */
  readonly main: string;
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** Variables and secrets of the Worker; PUBLIC_URL, when it is "", is where the front listens. */
  readonly vars: Readonly<Record<string, string>>;
  readonly egress: EdgeEgress;
  /** In place of FRONT_LIMITS. */
  readonly limits?: Partial<FrontLimits>;
  /** Of the store's file, in place of the disk's own end. */
  readonly storeBytesMax?: number;
}

/** A line of its standard output, as JSON: first where it answers, or at any time why it ends. */
export type Answer = { readonly url: string } | { readonly error: string };
