import { readFileSync, statSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import { z } from "zod";
import { isLoopbackHost } from "../../../shared/url/endpoint.ts";
import type { Config } from "../../runtime/config.ts";
import { UsageError } from "../../runtime/errors.ts";

/** Weboid's account at one wiki. */
export type Account =
  /** Owner-only OAuth 2 access token. */
  | { readonly kind: "token"; readonly token: string }
  /** Bot password (Special:BotPasswords); `user` as `Name@purpose`. */
  | { readonly kind: "password"; readonly user: string; readonly password: string };

/** Accounts by the address of api.php, the only one to which the secret is ever sent. */
export type Accounts = ReadonlyMap<string, Account>;

const BYTES_MAX = 256 * 1024;
const PRINTABLE = /^[^\p{Cc}]{1,4096}$/u;

const secret = z.string().regex(PRINTABLE);
const entry = z.union([
  z.strictObject({ "access-token": z.string().regex(/^[\x21-\x7e]{8,4096}$/) }),
  z.strictObject({ user: z.string().regex(/^[^\p{Cc}@]{1,255}@[^\p{Cc}@]{1,255}$/u), password: secret }),
]);

/**
 * Reads the file that WEBOID_WIKI_CREDENTIALS names; throws a UsageError that says how to fix it, without secrets. Without
 * the variable there are no accounts.
 */
export function readAccounts({
  wikiCredentials: path,
  allowPrivate,
}: Pick<Config, "wikiCredentials" | "allowPrivate">): Accounts {
  if (path === null) return new Map();
  const wrong = (why: string): never => {
    throw new UsageError(`WEBOID_WIKI_CREDENTIALS: ${path} ${why}`);
  };
  const text = readOwn(path, wrong);
  let raw: Record<string, unknown>;
  try {
    raw = parse(text, { unsafeKeyBehaviour: "throw" });
  } catch (error) {
    // Its message shows the lines around the mistake.
    return wrong(
      error instanceof TomlError ? `is no TOML at line ${error.line}, column ${error.column}` : "is no TOML",
    );
  }
  return new Map(
    Object.entries(raw).map(([address, value]): [string, Account] => {
      const api = apiOf(address, allowPrivate);
      if ("why" in api) return wrong(`${api.why} (at ${JSON.stringify(address.slice(0, 200))})`);
      const parsed = entry.safeParse(value);
      if (!parsed.success)
        return wrong(
          `has neither access-token = "…" nor user = "Name@purpose" with password = "…", a bot password, under ["${api.href}"], and nothing else may stand there`,
        );
      return [
        api.href,
        "password" in parsed.data
          ? { kind: "password", ...parsed.data }
          : { kind: "token", token: parsed.data["access-token"] },
      ];
    }),
  );
}

function readOwn(path: string, wrong: (why: string) => never): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return wrong("does not exist; write it, or unset the variable");
  if (!found.isFile()) return wrong("is no file");
  if ((found.mode & 0o077) !== 0) return wrong(`can be read by others than its owner: chmod 600 ${path}`);
  if (found.size > BYTES_MAX) return wrong(`is larger than ${BYTES_MAX} bytes`);
  try {
    return readFileSync(path, "utf8");
  } catch {
    return wrong("cannot be read; give it to the user who runs Weboid");
  }
}

function apiOf(address: string, allowPrivate: boolean): URL | { readonly why: string } {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || !url.pathname.endsWith("/api.php"))
    return {
      why: 'has a table that is named by no address of an api.php, as in ["https://de.wikipedia.org/w/api.php"]',
    };
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return { why: "names an address with more than its path" };
  if (url.protocol === "https:" || (allowPrivate && isLoopbackHost(url.hostname))) return url;
  return { why: "names an address without https, to which no secret is sent" };
}
