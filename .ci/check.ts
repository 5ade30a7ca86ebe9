/** `npm run check`: the compiler over every room, lint and format, then what nothing uses. Exit 1 when anything is found. */
const steps = [
  ...["shared", "db", "crawler", "edge"].map((room) => ["tsc", "-p", room]),
  ["biome", "check", "--error-on-warnings", "."],
  ["knip", "--no-progress", "--treat-config-hints-as-errors"],
];

let failed = false;
for (const step of steps) {
  const { exitCode } = Bun.spawnSync([process.execPath, "run", ...step], {
    stdout: "inherit",
    stderr: "inherit",
  });
  failed ||= exitCode !== 0;
}
process.exit(failed ? 1 : 0);
