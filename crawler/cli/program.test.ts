import { describe, expect, test } from "vitest";
import { jsonLines, loadCommands, weboid } from "./testing/run.ts";

const commands = await loadCommands();

describe("usage", () => {
  test.each([
    [[], "give a command"],
    [["normalize-all"], "unknown command 'normalize-all'"],
    [["normalis"], "Did you mean normalise?"],
    [["normalise"], "missing required argument 'url'; see weboid normalise --help"],
    [["normalise", "--jsn", "x"], "Did you mean --json?"],
    [["edge", "--host", ""], "Give an address of this machine, such as 127.0.0.1 or ::1"],
    [["repair", "-", "--conventions", "/dev/zero"], "/dev/zero is no file but a device; docs/repair.md"],
    [["url", "foo"], "This is no web address. Write a scheme such as https:, two slashes and a host"],
  ])("%j: exit 2 and one line that says how to fix it", async (args, message) => {
    const { code, stdout, stderr } = await weboid(args);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toHaveLength(1);
    expect(stderr[0]).toContain(message);
    expect(stderr[0]).not.toContain("\n");
  });

  test.each([
    [
      ["report", "lock", "a.zz", "--reason", "it's long ".repeat(500)],
      /is invalid\. Give at most 300 characters; see weboid report lock --help$/,
    ],
    [["x".repeat(5_000)], /^weboid: unknown command 'x+…x+'; see weboid --help$/],
  ])("what was typed at length is shortened: %#", async (args, message) => {
    const { code, stderr } = await weboid(args);
    expect([code, stderr.length]).toEqual([2, 1]);
    expect(stderr[0]).toMatch(message);
    expect(stderr[0]?.length).toBeLessThan(500);
  });

  test.each(["verdict", "repair", "organisation decide", "archive lookup"])(
    "weboid %s takes - as it is written in its usage",
    async (path) => {
      const { stdout } = await weboid([...path.split(" "), "--help"]);
      expect(stdout).toMatch(/^Usage: weboid [a-z ]+\[options\] -$/m);
    },
  );

  test("what was typed cannot steer the terminal", async () => {
    const { stderr } = await weboid(["nor\u001b[31m\nmal"]);
    expect(stderr).toEqual(["weboid: unknown command 'nor\ufffd[31m mal'; see weboid --help"]);
  });

  test.each([
    [["--help"], "Commands:"],
    [["-h"], "Commands:"],
    [["help", "normalise"], "Usage: weboid normalise"],
    [["help", "farm", "set"], "Usage: weboid farm set"],
    [["help", "nothing"], "Usage: weboid [options]"],
    [["--version"], "."],
  ])("%j: exit 0 on standard output", async (args, text) => {
    const { code, stdout, stderr } = await weboid(args);
    expect(code).toBe(0);
    expect(stdout).toContain(text);
    expect(stderr).toEqual([]);
  });

  test.each(commands.flatMap((command) => [command, ...command.commands]).map((command) => [command]))(
    "%# every command has help with examples and exit codes",
    async (command) => {
      const parent = command.parent?.name() ?? "";
      const path = parent === "" ? [command.name()] : [parent, command.name()];
      const { code, stdout } = await weboid([...path, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: weboid ${path[0]}`);
      expect(stdout).toContain("Examples:\n  $ ");
      expect(stdout).toContain("Exit codes: 0 ");
      // Numbers of requirements mean nothing to who reads it.
      expect(stdout).not.toMatch(/\([A-Z]\d+\b/);
    },
  );
});

test("an unknown command has no help", async () => {
  const { code, stderr } = await weboid(["frobnicate", "--help"]);
  expect(code).toBe(2);
  expect(stderr[0]).toContain("unknown command 'frobnicate'");
});

describe("normalise", () => {
  test("arguments and standard input, in order, a JSON line each", async () => {
    const ran = await weboid(["normalise", "HTTP://A.zz:80/b/../c", "-", "mailto:x@a.zz"], {
      stdin: "http://docs/about.htm\r\n\nhttps://b.zz",
    });
    expect(ran.code).toBe(0);
    expect(jsonLines(ran)).toMatchObject([
      { input: "HTTP://A.zz:80/b/../c", url: "http://a.zz/c", host: "a.zz", valid: true, ignored: false },
      { input: "http://docs/about.htm", url: null, valid: false, reason: "no-dot" },
      { input: "https://b.zz", url: "https://b.zz/" },
      { input: "mailto:x@a.zz", url: null, valid: true, reason: "scheme", ignored: true },
    ]);
  });

  test("a line without end is an answer, too", async () => {
    const ran = await weboid(["normalise", "-"], { stdin: `${"a".repeat(1_100_000)}\nhttp://a.zz` });
    expect(jsonLines(ran)).toMatchObject([{ reason: "too-long" }, { url: "http://a.zz/" }]);
  });

  test("private addresses on request only, by the option or as feeder and answers are asked (wiki on an intranet)", async () => {
    const urls = ["http://127.0.0.1:8080/x", "http://10.0.0.1/", "http://localhost/x"];
    const [here, there, local] = urls.map((url) => ({ url, valid: true }));
    expect(jsonLines(await weboid(["normalise", ...urls]))).toMatchObject([
      { reason: "private-address" },
      { reason: "private-address" },
      { reason: "local-name" },
    ]);
    expect(jsonLines(await weboid(["normalise", "--allow-private", ...urls]))).toMatchObject([
      here,
      there,
      local,
    ]);
    const env = { WEBOID_ALLOW_PRIVATE: "1" };
    expect(jsonLines(await weboid(["normalise", ...urls], { env }))).toMatchObject([here, there, local]);
  });

  test("a reader that goes away ends it quietly", async () => {
    const stdin = "http://a.zz/\n".repeat(20_000);
    const { code, stdout, stderr } = await weboid(["normalise", "-"], { stdin, closeAfter: 1 });
    expect(code).toBe(0);
    expect(stderr).toEqual([]);
    expect(stdout.length).toBeLessThan(100_000);
  });
});

test.each([[["normalise", "-"]], [["--help"]]])(
  "a full disk is reported: what %j writes is lost",
  async (args) => {
    const full = { stdin: "http://a.zz/\n".repeat(9), closeAfter: 0, closeCode: "ENOSPC" };
    expect(await weboid(args, full)).toEqual({
      code: 1,
      stdout: "",
      stderr: ["weboid: standard output could not be written to its end (ENOSPC)"],
    });
  },
);

describe("verdict", () => {
  const line = (id: unknown, observations: unknown, today = 3612) =>
    JSON.stringify({ id, today, observations });

  test("answers in the order of the input; a wrong line keeps its place, and the exit code tells", async () => {
    const ran = await weboid(["verdict", "-"], {
      stdin: [
        line(
          "a",
          [3540, 3549, 3558, 3567, 3576, 3585, 3594, 3603, 3610].map((day) => [day, 18]),
        ),
        "no json",
        line("b", [[3540, 999]]),
        line(7, [[3610, 1]]),
        line("c", []),
        JSON.stringify(null),
      ].join("\n"),
    });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toEqual([]);
    expect(jsonLines(ran)).toMatchObject([
      { id: "a", verdict: "unreachable", since: 3540, last: 3610, checks: 9, history: [{ status: 18 }] },
      { error: expect.stringMatching(/^line 2 is no JSON \(.+\); give a line such as \{"id": 1, "today"/) },
      { id: "b", error: expect.stringContaining("observations[0]") },
      { id: 7, verdict: "working" },
      { id: "c", verdict: "unknown", since: null, history: [] },
      { error: expect.stringContaining("line 6") },
    ]);
  });

  test("all lines right: exit 0", async () => {
    const ran = await weboid(["verdict", "-"], { stdin: line(1, [[3611, 1]]) });
    expect(ran.code).toBe(0);
  });

  test("observations after today are judged; a few lines of standard error tell of them", async () => {
    const ran = await weboid(["verdict", "-"], {
      stdin: [1, 2, 3, 4, 5, 6, 7].map((id) => line(id, [[3611, 1]], 3600)).join("\n"),
    });
    expect(jsonLines(ran)).toHaveLength(7);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toHaveLength(6);
    expect(ran.stderr[0]).toMatch(/^weboid: line 1: .* day 3611, after today \(3600\)/);
  });

  test.each([[["verdict"]], [["verdict", "file.json"]]])("%j is wrong usage", async (args) => {
    expect(await weboid(args)).toMatchObject({ code: 2, stdout: "" });
  });
});
