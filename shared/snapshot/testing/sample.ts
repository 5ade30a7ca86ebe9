import { asDay, type Day } from "../../calendar/day.ts";
import { historyOfChecks } from "../../history/testing/histories.ts";
import type { Status } from "../../status/table.ts";
import type { Snapshot } from "../snapshot.ts";

const day = (value: number): Day => asDay(value);
const status = (byte: number): Status => byte as Status;

/** Dead after failures by chance: content, a failure, and so on, then twelve weeks without content. */
const deadAfterFailures = historyOfChecks(
  [
    ...[0, 400, 1, 400, 1, 40].map((gap, at) => ({ gap, status: status(at % 2 === 0 ? 1 : 18) })),
    ...Array.from({ length: 12 }, () => ({ gap: 7, status: status(18) })),
  ],
  day(3598),
);

/**
 * A page such as the crawler writes it: some hosts with several URLs, a third with news, archives for the dead ones, of which every
 * second has more behind it than its entries.
 */
export function typicalSnapshot(urls: number): Snapshot {
  const asOf = day(3600);
  return {
    wiki: "dewiki@WMF",
    pageid: 9301140,
    title: "Beispielseite",
    namespace: 0,
    asOf,
    unwatched: Math.floor(urls / 20),
    urls: Array.from({ length: urls }, (_, at) => {
      const url = `https://www.host-${Math.floor(at / 3)}.examples.zz/archive/article-${at}.html?id=${at * 7919}`;
      const dead = at % 7 === 0;
      const old = {
        status: status(1),
        http: 200,
        first: day(2700),
        last: day(3480 - (at % 5)),
        deadEnd: false,
        checks: 28,
      };
      return {
        url,
        history: dead
          ? at % 2 === 0
            ? deadAfterFailures
            : [
                {
                  status: status(18),
                  http: 404,
                  first: day(3510),
                  last: day(3598),
                  deadEnd: false,
                  checks: 4,
                },
                old,
              ]
          : [{ ...old, last: day(3590 + (at % 9)) }],
        notes: at % 11 === 0 ? [{ key: "moved" as const, value: `${url}&moved=1` }] : [],
        mime: at % 13 === 0 ? "pdf" : null,
        kib: at % 13 === 0 ? 300 + at : null,
        archives: dead
          ? [{ type: "archive.org", url: `https://web.archive.org/web/2025${1000000000 + at}/${url}` }]
          : [],
        replacement: null,
        reports: 0,
        spam: null,
      };
    }),
  };
}
