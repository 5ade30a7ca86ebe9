import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine, by Linux's /proc; elsewhere there are none. */
export interface Process {
  readonly pid: number;
  /** Of its program, 15 characters at most. */
  readonly name: string;
  readonly parent: number;
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function processes(): Process[] {
  return entriesOf("/proc").flatMap((entry) => {
    const [, pid = "", name = "", parent = ""] =
      /^(\d+) \((.*)\) \S (\d+)/.exec(/^\d+$/.test(entry) ? textOf(`/proc/${entry}/stat`) : "") ?? [];
    return pid === "" ? [] : { pid: Number(pid), name, parent: Number(parent) };
  });
}

/** A process and all that it started. */
export function familyOf(pid: number, all = processes()): Process[] {
  return all.flatMap((each) =>
    each.pid === pid ? each : each.parent === pid ? familyOf(each.pid, all) : [],
  );
}

/** Memory of its own and its share of what it shares with others, bytes. */
export const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1_024;

/** Files and sockets that it has open. */
export const filesOf = (pid: number): number => entriesOf(`/proc/${pid}/fd`).length;
