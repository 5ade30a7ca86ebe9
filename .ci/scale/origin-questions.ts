import { createHash } from "node:crypto";
import { serveOrigin } from "../../crawler/origin/run.ts";
import { systemClock } from "../../crawler/runtime/clock.ts";
import { readConfig } from "../../crawler/runtime/config.ts";
import { silentLog } from "../../crawler/runtime/log.ts";
import type { Database } from "../../db/connect.ts";
import { addFriend } from "../../db/people/friends.ts";
import { LIST_NAMES } from "../../shared/answer/lists.ts";
import { ORIGIN, type OriginCall, type QuestionOf } from "../../shared/protocol/origin.ts";
import { sign } from "../../shared/protocol/sign.ts";

type PeopleCall = "people" | "log" | "undo" | "lock" | "recheck";
type ReaderCall = Exclude<keyof typeof ORIGIN, PeopleCall>;
type Questions = { readonly [Name in keyof typeof ORIGIN]: readonly QuestionOf<(typeof ORIGIN)[Name]>[] };

/** Asks an origin of each kind of question, as an edge does, of a wiki with very many links. Rejects where one is not answered. */
export async function askEverything(db: Database, env: Readonly<Record<string, string>>): Promise<void> {
  const token = env.ORIGIN_TOKEN ?? "";
  const stop = new AbortController();
  const ctx = { db, clock: systemClock, log: silentLog, signal: stop.signal, config: readConfig(env) };
  const { promise, resolve: onListening } = Promise.withResolvers<number>();
  const serving = serveOrigin(ctx, { port: 0, token, onListening });
  const port = await Promise.race([promise, serving.then(() => 0)]);
  try {
    for (const [name, asked] of Object.entries(await questions(db)))
      for (const question of asked) {
        const { path } = ORIGIN[name as keyof typeof ORIGIN] as OriginCall<unknown, unknown>;
        const body = new TextEncoder().encode(JSON.stringify(question));
        const headers = await sign(token, { method: "POST", path, body }, Date.now());
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
        if (!answer.ok)
          throw new Error(`${path} ${JSON.stringify(question)}: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
      }
  } finally {
    stop.abort();
    await serving;
  }
}

/** A link, its page, an event and a friend, as they are in the database. */
async function someOf(db: Database) {
  const [found] = await db.sql<
    { wiki: string; url: string; host: string; path: string; pageid: number; title: string }[]
  >`
    select wiki.dbname || '@' || farm.name as wiki, 'https://' || host.name || url.path as url, host.name as host, url.path,
      pageid::float8, title
    from wiki join farm on farm.code = wiki.farm join page on page.wiki_id = wiki.id join page_link using (wiki_id, pageid)
    join url on url.id = urls[1] join host on host.id = url.host_id where wiki.id = 1 limit 1`;
  const [event] = await db.sql<{ id: number; second: number }[]>`
    select id::float8, floor(extract(epoch from at))::float8 as second from event where wiki_id = 1 order by id limit 1`;
  if (found === undefined || event === undefined) throw new Error("there are no links or no events");
  const friend = createHash("sha256").update("a-friend").digest("hex");
  await addFriend(db, { name: "friend", tokenHash: friend });
  return { ...found, event, friend };
}
type Some = Awaited<ReturnType<typeof someOf>>;

const questions = async (db: Database): Promise<Questions> => {
  const some = await someOf(db);
  return { ...ofReaders(some), ...ofPeople(some) };
};

function ofReaders({
  wiki,
  url,
  host,
  path,
  pageid,
  title,
  event,
  friend,
}: Some): Pick<Questions, ReaderCall> {
  const all = { wiki, cursor: null };
  const filter = { wiki, limit: 100, kinds: null, namespaces: null, pageids: null };
  const search = { wiki, farm: false, namespaces: [], cursor: null, askers: [] };
  const pattern = { kind: "pattern" as const, scheme: null, port: null, path: "" };
  return {
    urls: [{ wiki, urls: [url] }],
    titles: [{ wiki, titles: [title] }],
    wikisAt: [{ authority: "wiki1.example" }],
    touch: [
      { wiki, pageids: [pageid, 999_999_999] },
      { wiki, pageids: [pageid], friend },
    ],
    pages: [
      { wiki, friend, list: { namespace: 0, after: 0 } },
      { wiki, friend, list: { namespace: 1, after: 0 } },
    ],
    list: LIST_NAMES.flatMap((list) => [
      { ...all, list, domain: null, path: "" },
      { ...all, list, domain: host, path: "/" },
    ]),
    domains: [all],
    paths: [{ ...all, domain: host, path: "" }],
    domain: [{ wiki, domain: host }],
    organisation: [{ wiki, domain: "d7.zz" }],
    organisations: [all],
    relaunches: [all],
    overview: [{ wiki }],
    feed: [
      { ...filter, since: null },
      { ...filter, since: event },
      { ...filter, since: event, kinds: ["report"] },
      { ...filter, since: event, namespaces: [1], pageids: [pageid] },
    ],
    event: [{ wiki, event, after: 0, limit: 50 }],
    search: [
      { ...search, question: { kind: "url", url, host } as never },
      { ...search, farm: true, question: { kind: "url", url, host } as never },
      ...[null, wiki].flatMap((which) =>
        [
          { ...pattern, host: { kind: "host", name: host } },
          { ...pattern, host: { kind: "within", domain: host }, path: path.slice(0, 4) },
          { ...pattern, host: { kind: "like", pattern: `www.${host.slice(4, 9)}*` } },
        ].map((question) => ({ ...search, wiki: which, question: question as never })),
      ),
    ],
  };
}

function ofPeople({ wiki, url, host }: Some): Pick<Questions, PeopleCall> {
  const ranges = [{ policy: "address" as const, key: "192.0.2.1" }];
  const people = { wiki, url, domain: false, replacement: null, ranges };
  return {
    people: [
      { ...people, act: "report" },
      { ...people, act: "report", domain: true, ranges: [{ policy: "address", key: "192.0.2.2" }] },
      { ...people, act: "withdraw", ranges: [{ policy: "address", key: "192.0.2.3" }] },
      {
        ...people,
        act: "propose",
        replacement: "https://c.zz/",
        ranges: [{ policy: "address", key: "192.0.2.4" }],
      },
      { ...people, act: "remove", ranges: [{ policy: "address", key: "192.0.2.5" }] },
      { ...people, act: "block", ranges: [{ policy: "address", key: "192.0.2.6" }] },
    ],
    log: [
      { wiki: null, before: null },
      { wiki, before: 9 },
    ],
    undo: [{ entry: 1, ranges }],
    lock: [
      { act: "lock", target: host, reason: "", days: 1 },
      { act: "unlock", target: host, reason: "", days: 1 },
    ],
    recheck: [
      { act: "ask", wiki, url, ranges },
      { act: "look", wiki, url, ranges: [] },
    ],
  };
}
