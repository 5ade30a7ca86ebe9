import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";

/**
 * A lock between processes of one machine: a file that names its holder. Plain JavaScript, as it is needed before
 * anything is installed. The file of a process that died (kill -9, power cut) is recognised and taken over:
 * a process is known by its number and by when the kernel started it, so that a number used again is nobody's.
 */

/** How long an unreadable file (its writer died between creating and filling it) counts as held. */
const UNREADABLE_MS_MAX = 10_000;

/** When the kernel started a process, as an opaque text; null where the system does not tell (not Linux). */
function birth(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    // The second field, the name, may hold spaces and brackets: count from its end. Field 22 is the start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : `${boot}/${fields[19]}`;
  } catch {
    return null;
  }
}

function isAlive(record) {
  try {
    process.kill(record.pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  return record.birth === null || record.birth === birth(record.pid);
}

function read(path) {
  try {
    const record = JSON.parse(readFileSync(path, "utf8"));
    return Number.isInteger(record.pid) && record.pid > 0 ? record : null;
  } catch {
    return null;
  }
}

function createExclusively(path, text) {
  let file;
  try {
    file = openSync(path, "wx", 0o644);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  writeSync(file, text);
  closeSync(file);
  return true;
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Removes the file of a dead holder; only one process at a time may judge that. */
function removeDead(path) {
  const judge = `${path}.judge`;
  if (ageMs(judge) > UNREADABLE_MS_MAX) rmSync(judge, { force: true });
  if (!createExclusively(judge, "")) return;
  try {
    const record = read(path);
    const dead = record === null ? ageMs(path) > UNREADABLE_MS_MAX : !isAlive(record);
    if (dead) rmSync(path, { force: true });
  } finally {
    rmSync(judge, { force: true });
  }
}

/** The record of the live process that holds the lock, or null. */
export function holderOf(path) {
  const record = read(path);
  return record !== null && isAlive(record) ? record : null;
}

/**
 * Takes the lock or says who holds it. `info` is stored beside the holder's number for others to read.
 * Throws the file system's error when the folder cannot be written.
 */
export function tryLock(path, info = {}) {
  const mine = (more) => JSON.stringify({ pid: process.pid, birth: birth(process.pid), info: more });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (createExclusively(path, mine(info))) {
      return {
        held: true,
        /** Replaces `info`, in one step for readers. */
        update(more) {
          writeFileSync(`${path}.new`, mine(more));
          renameSync(`${path}.new`, path);
        },
        release() {
          if (read(path)?.pid === process.pid) rmSync(path, { force: true });
        },
      };
    }
    removeDead(path);
  }
  return { held: false, holder: holderOf(path) };
}
