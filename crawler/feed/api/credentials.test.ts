import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UsageError } from "../../runtime/errors.ts";
import { readAccounts } from "./credentials.ts";

const folder = mkdtempSync(join(tmpdir(), "weboid-accounts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string, { allowPrivate = false, mode = 0o600 } = {}) => {
  const path = join(folder, "wikis.toml");
  writeFileSync(path, text);
  chmodSync(path, mode);
  return readAccounts({ wikiCredentials: path, allowPrivate });
};

const TOKEN = 'access-token = "SECRET.SECRET"';
const API = '["https://wiki.example/w/api.php"]';

test("accounts, by the address of api.php", () => {
  expect(
    Object.fromEntries(
      read(
        `${API}\n${TOKEN}\n\n["https://other.example/api.php"]\nuser = "Bot@feeder"\npassword = 'SE"CRET'`,
      ),
    ),
  ).toEqual({
    "https://wiki.example/w/api.php": { kind: "token", token: "SECRET.SECRET" },
    "https://other.example/api.php": { kind: "password", user: "Bot@feeder", password: 'SE"CRET' },
  });
  expect(readAccounts({ wikiCredentials: null, allowPrivate: false }).size).toBe(0);
});

test.each(["127.0.0.1:81", "[::1]", "localhost:8080"])("without https only to this machine: %s", (host) => {
  const text = `["http://${host}/w/api.php"]\n${TOKEN}`;
  expect(read(text, { allowPrivate: true }).size).toBe(1);
  expect(() => read(text)).toThrow("without https");
});

test.each<[string, string, string]>([
  ["an address of others without https", `["http://wiki.example/w/api.php"]\n${TOKEN}`, "without https"],
  ["a name that looks like this machine", `["http://127.0.0.1.example/api.php"]\n${TOKEN}`, "without https"],
  ["a private address", `["http://10.0.0.1/api.php"]\n${TOKEN}`, "without https"],
  ["a name", `[dewiki]\n${TOKEN}`, "no address of an api.php"],
  ["a page", `["https://wiki.example/wiki/Main"]\n${TOKEN}`, "no address of an api.php"],
  ["a question", `["https://wiki.example/w/api.php?x=1"]\n${TOKEN}`, "more than its path"],
  ["a password in it", `["https://u:SECRET@wiki.example/w/api.php"]\n${TOKEN}`, "more than its path"],
  ["no TOML", `${API}\naccess-token = SECRET`, "is no TOML at line 2, column"],
  ["nothing", API, "has neither"],
  ["both", `${API}\n${TOKEN}\nuser = "A@b"\npassword = "SECRET"`, "has neither"],
  ["a name without a purpose", `${API}\nuser = "Bot"\npassword = "SECRET"`, "a bot password"],
  ["a line feed", `${API}\naccess-token = "SECRET\\nX-Evil: 1"`, "has neither"],
  ["a key of another", `${API}\n${TOKEN}\npass = "SECRET"`, "nothing else may stand there"],
])("%s is refused, says how to fix it, and shows no secret", (_, text, message) => {
  expect(() => read(text, { allowPrivate: true })).toThrow(UsageError);
  expect(() => read(text, { allowPrivate: true })).toThrow(message);
  expect(() => read(text, { allowPrivate: true })).toThrow(/^(?!.*(?:SECRET\.SECRET|"SECRET|SECRET\n))/s);
});

test.each([0o644, 0o640, 0o604, 0o660])("a file of mode %o is refused", (mode) => {
  expect(() => read(`${API}\n${TOKEN}`, { mode })).toThrow("chmod 600");
});

test("what is no file is refused", () => {
  const wanted = (path: string) => () => readAccounts({ wikiCredentials: path, allowPrivate: false });
  expect(wanted(join(folder, "nowhere"))).toThrow("does not exist");
  mkdirSync(join(folder, "sub"), { mode: 0o700 });
  expect(wanted(join(folder, "sub"))).toThrow("is no file");
  expect(() => read("#".repeat(300_000))).toThrow("is larger than");
});
