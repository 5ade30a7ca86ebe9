import { expect, test } from "vitest";
import type { DueUrl, HostId, UrlId } from "../../db/types.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { Note } from "../../shared/status/note.ts";
import type { Status } from "../../shared/status/table.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { judge } from "../../shared/verdict/judge.ts";
import { resultOfOutage } from "./result.ts";

const DNS_UNKNOWN = 66 as Status;
const START = asDay(1_000);

test("a link behind a wall is unreachable once its host is gone, though it was never asked itself again", () => {
  const walled: Note[] = [{ key: "robot-wall" }];
  const history = fold([], { status: 17 as Status, http: 403, deadEnd: false }, START);
  let due: DueUrl = {
    id: 1 as UrlId,
    url: "https://walled.zz/" as NormalisedUrl,
    host: 1 as HostId,
    history,
    queried: START,
    notes: walled,
    flags: [],
    mime: null,
    kib: null,
  };
  const away = {
    rule: "no-such-name",
    scope: "",
    status: DNS_UNKNOWN,
    http: null,
    counts: true,
    watchedSince: () => 0,
  };
  for (let pass = 1; pass <= 8; pass += 1) {
    const result = resultOfOutage(due, away, instantOfDay(asDay(START + 28 * pass)));
    if (result === null) throw new Error("nothing was stored");
    due = { ...due, history: result.history, notes: result.notes };
  }
  expect(judge(due, asDay(START + 28 * 8)).verdict).toBe("unreachable");
});
