import type { Answer } from "../../answer/types.ts";
import { asDay } from "../../calendar/day.ts";
import type { Status } from "../../status/table.ts";

const status = (byte: number): Status => byte as Status;

/** One answer that every printer prints in its tests (design 9): a dead link, a working one, hostile text. */
export const ANSWER: Answer = {
  version: 1,
  generated: asDay(3612),
  pages: [
    {
      wiki: "dewiki@WMF",
      pageid: 9301140,
      title: "Käse & <Brot>",
      watched: true,
      live: true,
      asOf: asDay(3611),
      urls: [
        {
          url: "https://dead.example/a?b=1&c=2",
          verdict: "unreachable",
          rule: "gone-for-weeks",
          status: status(18),
          http: 404,
          since: asDay(3540),
          last: asDay(3610),
          checks: 9,
          history: [
            { status: status(18), http: 404, first: asDay(3540), last: asDay(3610), checks: 9 },
            { status: status(1), http: 200, first: asDay(2700), last: asDay(3533), checks: 30 },
          ],
          notes: [],
          mime: null,
          kib: null,
          archives: [
            { type: "webcitation", url: "" },
            {
              type: "archive.org",
              url: "https://web.archive.org/web/20260101000000/https://dead.example/a?b=1&c=2",
            },
          ],
          replacement: null,
          reports: 0,
          spam: null,
        },
        {
          url: "https://fine.example/",
          verdict: "working",
          rule: "seen-working",
          status: status(8),
          http: 301,
          since: asDay(3600),
          last: asDay(3611),
          checks: 2,
          history: [{ status: status(8), http: 301, first: asDay(3600), last: asDay(3611), checks: 2 }],
          notes: [
            { key: "moved", value: "https://fine.example/</script>\u202e" },
            { key: "suspicious-syntax" },
          ],
          mime: "pdf",
          kib: 120,
          archives: [],
          replacement: null,
          reports: 1,
          spam: null,
        },
      ],
    },
    {
      wiki: "dewiki@WMF",
      pageid: 7,
      title: null,
      watched: false,
      live: true,
      asOf: null,
      urls: [],
      error: { code: "unknown-page", message: "dewiki@WMF has no page 7" },
    },
  ],
};

/** An answer that knows of nothing. */
export const EMPTY_ANSWER: Answer = { version: 1, generated: asDay(3612), pages: [] };
