import { WorkError } from "../../runtime/errors.ts";

/** A bulk start that ended on a signal: nothing failed, and the same command goes on. */
export class DumpStopped extends WorkError {}
