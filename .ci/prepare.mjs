import { InstallError, install } from "../crawler/up/install.mjs";

// What `npm start` and `npm test` do first, alone: for `.ci/run`.
try {
  await install();
} catch (error) {
  if (!(error instanceof InstallError)) throw error;
  process.stderr.write(`weboid: ${error.message}\n`);
  process.exitCode = 1;
}
