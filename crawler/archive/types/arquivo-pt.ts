import type { ArchiveType } from "./archive.ts";
import { WaybackArchive, waybackLayout } from "./wayback.ts";

const BASE = "https://arquivo.pt/wayback";

/** Arquivo.pt, the Portuguese web archive, which collects pages of other countries, too; its software is pywb. */
export const arquivoPt: ArchiveType = {
  type: "arquivo.pt",
  isDefault: false,
  perMinute: 60,
  open: (asker, own) =>
    new WaybackArchive(
      "arquivo.pt",
      asker,
      own === undefined
        ? { cdx: `${BASE}/cdx`, timeMapLink: `${BASE}/timemap/link/`, version: `${BASE}/` }
        : waybackLayout(own),
    ),
};
