import { printable } from "../runtime/log.ts";
import { survivesLostConnections, survivesUnreadLog } from "../runtime/shutdown.ts";
import { processIo } from "./output/io.ts";
import { runCli } from "./program.ts";

const io = processIo();
survivesUnreadLog();
survivesLostConnections((line) => io.complain(printable(line)));

// Sockets kept alive, or a role that ended on a signal, must not hold the process: the code is final.
process.exit(await runCli(process.argv.slice(2), io));
