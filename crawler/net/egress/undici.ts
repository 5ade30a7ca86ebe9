/**
 * The only door to undici. Its bare name under Bun is a built-in stand-in whose Agent ignores time limits and
 * dispatchers; by its path the real package is had on both runtimes (ARCHITECTURE.md). undici.test.ts proves which one.
 */
export { Agent, buildConnector, Pool, request } from "undici/index.js";
