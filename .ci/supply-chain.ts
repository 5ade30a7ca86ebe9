import { lockedPackages } from "./lock.ts";
import { secretsOf, trackedFiles } from "./secrets.ts";

/**
 * What comes from others, and what must not go to them: every package is held by a hash, no advisory of weight is open for what
 * is shipped, and no file of the checkout holds a secret. Exit 1 when anything is found. Without a network, or where the
 * registry knows no advisories, that part is skipped and says so.
 */
const root = `${import.meta.dirname}/..`;
const AUDIT_MS_MAX = 60_000;

const findings = [...unhashed(), ...(await secrets()), ...advisories()];
for (const finding of findings) console.error(`supply chain: ${finding}`);
if (findings.length === 0) console.log("supply chain: nothing found");
process.exit(findings.length > 0 ? 1 : 0);

function unhashed(): string[] {
  return lockedPackages(`${root}/bun.lock`)
    .filter(({ sha512 }) => sha512 === "")
    .map(({ name, version }) => `${name}@${version} has no hash in bun.lock: take it from a registry`);
}

async function secrets(): Promise<string[]> {
  const found: string[] = [];
  for (const { file, content } of trackedFiles(root)) found.push(...(await secretsOf(file, content)));
  return found;
}

function advisories(): string[] {
  const command = [process.execPath, "audit", "--production", "--audit-level=high"];
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root, timeout: AUDIT_MS_MAX });
  if (exitCode === 0) return [];
  const report = stdout.toString().replace(/^bun audit.*\n/, "");
  if (/advisor|vulnerabilit/i.test(report))
    return [`advisories for what is shipped (bun audit --production):\n${report}`];
  console.log(
    `supply chain: advisories could not be asked for: ${stderr.toString().trim().split("\n").at(-1)}`,
  );
  return [];
}
