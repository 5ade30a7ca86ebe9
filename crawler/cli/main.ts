import { processIo } from "./io.ts";
import { runCli } from "./program.ts";

// Sockets kept alive, or a role that ended on a signal, must not hold the process: the code is final.
process.exit(await runCli(process.argv.slice(2), processIo()));
