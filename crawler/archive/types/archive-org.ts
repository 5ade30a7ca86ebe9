import type { ArchiveType } from "./archive.ts";
import { WaybackArchive, waybackLayout } from "./wayback.ts";

/** The Wayback Machine of the Internet Archive. Availability is asked under another name than all else. */
export const archiveOrg: ArchiveType = {
  type: "archive.org",
  isDefault: true,
  perMinute: 60,
  open: (asker, own) =>
    new WaybackArchive(
      "archive.org",
      asker,
      own === undefined
        ? waybackLayout("https://web.archive.org", "https://archive.org")
        : waybackLayout(own),
    ),
};
