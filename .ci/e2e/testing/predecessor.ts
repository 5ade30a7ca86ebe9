import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../chaos/processes.ts";

/**
 * The program that this one takes the place of: the youngest release before this commit, by its tag (`v0.2.0`). Before the first release
 * a state of its history with four migrations fewer and the same packages.
 */
const BEFORE_RELEASES = "56a058d4937aecfe0cae6fb0be0868508a394612";
const RELEASES = "v[0-9]*";
const MS_MAX = 300_000;

export type Predecessor =
  /** `name`: a tag, or a commit. */
  { readonly kind: "found"; readonly name: string } | { readonly kind: "missing"; readonly why: string };

function git(...args: string[]) {
  const { status, stdout, stderr, error } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    timeout: MS_MAX,
  });
  return { ok: status === 0, text: stdout?.trim() ?? "", trouble: (stderr || error?.message || "").trim() };
}

export function findPredecessor(): Predecessor {
  const head = git("rev-parse", "--is-shallow-repository");
  if (!head.ok) return { kind: "missing", why: `there is no history: ${head.trouble.split("\n")[0]}` };
  const tag = git("describe", "--tags", "--abbrev=0", "--match", RELEASES, "HEAD^");
  const name = tag.ok ? tag.text : BEFORE_RELEASES;
  if (git("cat-file", "-e", `${name}^{commit}`).ok) return { kind: "found", name };
  const why =
    head.text === "true"
      ? "the clone is shallow: git fetch --unshallow --tags"
      : `there is no commit ${name} here`;
  return { kind: "missing", why };
}

/** A checkout of it that can run; the caller removes it. */
export function unpackPredecessor(name: string): { readonly root: string; remove(): void } {
  const root = mkdtempSync(join(tmpdir(), "weboid-before-"));
  const remove = () => rmSync(root, { recursive: true, force: true });
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8", timeout: MS_MAX });
    if (status === 0) return;
    remove();
    throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  };
  const archive = join(root, "archive.tar");
  run("git", "-C", ROOT, "archive", `--output=${archive}`, name);
  run("tar", "--extract", `--file=${archive}`);
  rmSync(archive);
  const lockIn = (folder: string) => readFileSync(join(folder, "bun.lock"), "utf8");
  if (lockIn(root) === lockIn(ROOT)) symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  else run(process.execPath, ".ci/prepare.mjs");
  return { root, remove };
}
