import { hostsOf } from "../../../shared/url/archives.ts";
import type { ArchiveType } from "./archive.ts";
import { mementoArchive } from "./memento.ts";

/** archive.today: pages that people had it take. Its TimeMaps are open to machines, its versions are not. */
export const archiveToday: ArchiveType = {
  type: "archive.today",
  isDefault: false,
  perMinute: 10,
  open: (asker, own) =>
    mementoArchive({
      type: "archive.today",
      asker,
      timeMap: own === undefined ? "https://archive.ph/timemap/" : `${own}/web/timemap/link/`,
      hosts: [...hostsOf("archive.today"), ...(own === undefined ? [] : [new URL(own).hostname])],
      isTrusted: true,
    }),
};
