import { beforeEach } from "vitest";
import { expireNotes } from "../../../db/hosts/expire.ts";
import { urlId } from "../../../db/lists/uses.ts";
import { forgetPeople } from "../../../db/people/forget.ts";
import { expireReports } from "../../../db/people/reports.ts";
import { weighAgain } from "../../../db/people/weigh-again.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import type { UrlId } from "../../../db/types.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { findWiki } from "../../../db/wikis/wikis.ts";
import { answerAbout } from "../../../shared/answer/build.ts";
import { addDays, asDay, type Day } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import type { PeopleRequest } from "../../../shared/protocol/people.ts";
import type { LockRequest, LogRequest, UndoRequest } from "../../../shared/protocol/people-log.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { readConfig } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { createLog } from "../../runtime/log.ts";
import { answerPeople } from "../people.ts";
import { answerLock, answerLog, answerUndo } from "../people-log.ts";

export const TODAY = asDay(3_600);
export const url = (path: string) => `https://b.zz/${path}`;
export const URLS = ["1", "2", "3", "4"].map(url);

/** 404 for months after a good time: presumed unreachable. */
export const GONE = [3_300, 3_330, 3_500, 3_501, 3_503, 3_507, 3_514, 3_530, 3_590].reduce<History>(
  (history, day) => {
    const http = day < 3_400 ? 200 : 404;
    return fold(history, { status: statusOfHttp(http), http, deadEnd: false }, asDay(day));
  },
  [],
);

/** What people say of the broken URLs of b.zz in two wikis, again before each test. At the top of a file. */
export async function openPeople() {
  const db = await freshDatabase();
  const origin = await asComponent(db, "origin");
  for (const name of ["onewiki", "twowiki"]) await sampleWiki(db, name);
  const [wiki, other] = [await findWiki(db, "onewiki@wmflabs"), await findWiki(db, "twowiki@wmflabs")];
  if (wiki === null || other === null) throw new Error("no wikis");
  await samplePage(db, wiki.id, 1, [...URLS, "https://www.b.zz/", "https://good.yy/"], 3_590);
  await samplePage(db, other.id, 1, [url("2"), "https://only-two.yy/"], 3_590);
  let callers = 0;
  let today = TODAY;

  const context = (): RoleContext => ({
    db: origin,
    clock: { now: () => Date.now(), today: () => today },
    log: createLog("test", "error"),
    signal: new AbortController().signal,
    config: readConfig({ WEBOID_ARCHIVES: "old=archive.yy" }),
  });

  /** What maintenance forgets and lets expire on a day. */
  const expire = async (day: Day): Promise<void> => {
    await expireNotes(db, addDays(day, -183), day);
    await expireReports(db, addDays(day, -183), day);
    await forgetPeople(db, day);
    await weighAgain(db, day);
  };

  const caller = (key = `192.0.2.${callers++}`): PeopleRequest["ranges"] => [{ policy: "address", key }];
  /** From now on it is so many days after TODAY; again TODAY before each test. */
  const passDays = (days: number): void => {
    today = addDays(TODAY, days);
  };
  /** Networks that said something a week ago. */
  const known = async (count: number): Promise<PeopleRequest["ranges"][]> => {
    const all = Array.from({ length: count }, () => caller());
    const now = today;
    today = addDays(now, -7);
    for (const ranges of all) await ask({ act: "withdraw", url: "https://good.yy/", ranges });
    today = now;
    await db.sql`truncate people_tally`;
    return all;
  };

  const ask = (more: Partial<PeopleRequest>, of = wiki) =>
    answerPeople(context(), "secret-of-the-tests", of, {
      act: "report",
      wiki: of.name,
      url: url("1"),
      domain: false,
      replacement: null,
      ranges: caller(),
      ...more,
    });
  const undo = (entry: number, who: Partial<UndoRequest> = {}) =>
    answerUndo(context(), "secret-of-the-tests", { entry, ranges: caller(), ...who });
  const lock = (request: Partial<LockRequest>) =>
    answerLock(context(), "secret-of-the-tests", {
      act: "lock",
      target: "b.zz",
      reason: "",
      days: 1,
      ...request,
    });
  const log = (request: Partial<LogRequest> = {}) =>
    answerLog(context(), { wiki: null, before: null, ...request });
  const propose = (replacement: string, more: Partial<PeopleRequest> = {}) =>
    ask({ act: "propose", replacement, ...more });

  const idOf = async (text: string): Promise<UrlId> => {
    const id = await urlId(db, normalised(text));
    if (id === null) throw new Error(`no ${text}`);
    return id;
  };
  const answer = async (text: string, of = wiki) => {
    const id = await idOf(text);
    const facts = (await factsOf(db, of.id, [id])).get(id);
    if (facts === undefined) throw new Error(`nothing of ${text}`);
    return answerAbout(facts, TODAY);
  };
  const changes = async () => {
    const rows = await db.sql<{ payload: Record<string, unknown> }[]>`
      select payload from change where kind = 'url' order by id`;
    return rows.map(({ payload: { url: of, news, reports, replacement, archive } }) =>
      JSON.parse(JSON.stringify({ of, news, reports, replacement, archive })),
    );
  };

  beforeEach(async () => {
    today = TODAY;
    await db.sql`truncate report, scope_report, known_network, replacement, removed_replacement, archive, archive_visit, people_tally, people_log, people_lock, change, domain_note, spam_list cascade`;
    await db.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590`;
    const good = fold([], { status: statusOfHttp(200), http: 200, deadEnd: false }, asDay(3_590));
    await db.sql`update url set history = ${encodeHistory(good)} where id = ${await idOf("https://good.yy/")}`;
  });
  return {
    db,
    origin,
    wiki,
    other,
    caller,
    known,
    passDays,
    expire,
    ask,
    undo,
    lock,
    log,
    propose,
    idOf,
    answer,
    changes,
  };
}
