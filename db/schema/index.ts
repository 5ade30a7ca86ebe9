export * from "./host.ts";
export * from "./page.ts";
export * from "./politeness.ts";
export * from "./spam.ts";
export * from "./tree.ts";
export * from "./url.ts";
export * from "./wiki.ts";
export * from "./work.ts";
