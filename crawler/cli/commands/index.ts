import type { CommandFactory } from "../cli.ts";
import { archive } from "./archive.ts";
import { migrate } from "./migrate.ts";
import { normalise } from "./normalise.ts";
import { organisation } from "./organisation.ts";
import { verdict } from "./verdict.ts";

/** In the order of `weboid --help`: the main job, its roles, questions, tools. */
export const COMMANDS: readonly CommandFactory[] = [migrate, archive, normalise, verdict, organisation];
