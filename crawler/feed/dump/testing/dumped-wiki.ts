import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Database } from "../../../../db/connect.ts";
import type { Criterion } from "../../../../db/types.ts";
import type { RoleContext } from "../../../runtime/context.ts";
import { registerWiki } from "../../registration/register.ts";
import { type FakePage, type FakeWiki, startFakeWiki } from "../../testing/fake-wiki.ts";
import { context, feeder, http } from "../../testing/feeder.ts";
import { type DumpOptions, feedFromDump } from "../run.ts";
import type { TestTable } from "./mysqldump.ts";

export const PAGES: FakePage[] = [
  {
    pageid: 1,
    title: "One",
    links: [
      "http://a.zz/",
      "HTTP://A.zz:80/#x",
      "mailto:x@y.zz",
      "http://docs/x",
      "https://e.zz/%E2%80%AE/a",
    ],
    interwikis: [
      ["imdb", "title/tt1"],
      ["imdb", "It's_ü_&_?_東"],
      ["Fr", "Accueil"],
      ["gone", "x"],
      ["own", "Two"],
      ["bad", "a|b"],
    ],
  },
  {
    pageid: 2,
    title: "Two",
    links: ["https://b.zz/1", "https://b.zz/2", "//b.zz/2", "ftp://c.zz:2121/f", "http://a.zz/"],
    interwikis: [
      ["imdb", "title/tt1"],
      ["imdb", ""],
      ["imdb", "x".repeat(5_000)],
    ],
  },
  { pageid: 3, title: "Script", contentmodel: "javascript", links: ["https://never.zz/"] },
  { pageid: 4, title: 'It\'s \\ "ü" 東', links: [] },
  {
    pageid: 5,
    title: "Fake:Five",
    ns: 4,
    links: ["https://five.zz/", "http://[2001:4860:0:0:0:0:0:1]/x", "http://8.8.8.8:8080/"],
  },
  {
    pageid: 900,
    title: "Far\tway",
    links: ["https://u:p@pw.zz/1", "https://pw.zz/1", "http://a.zz/\\t'%22?a=\\"],
  },
  { pageid: 901, title: "Fake:Out", ns: 4, links: ["https://out.zz/"], categories: ["Category:Out"] },
  ...Array.from({ length: 30 }, (_, at) => ({
    pageid: 1_000 + at,
    title: `P${at}`,
    links: Array.from({ length: at % 4 }, (_, no) => `https://h${(at * no) % 7}.zz/${at % 5}/${no}`),
  })),
];

const PAGE = [
  "page_id int(8)",
  "page_namespace int(11)",
  "page_title varbinary(255)",
  "page_content_model varbinary(32)",
];

export function pageTable(pages: readonly FakePage[]): TestTable {
  const rows = pages.map(({ pageid, title, ns = 0, contentmodel = "wikitext" }) => {
    const own = ns === 0 ? title : title.slice(title.indexOf(":") + 1);
    return [pageid, ns, own.replaceAll(" ", "_"), contentmodel];
  });
  return { name: "page", columns: PAGE, rows };
}

export function iwlinksTable(pages: readonly FakePage[]): TestTable {
  return {
    name: "iwlinks",
    columns: ["iwl_from int(8)", "iwl_prefix varbinary(32)", "iwl_title varbinary(255)"],
    rows: pages.flatMap(({ pageid, interwikis = [] }) => interwikis.map((link) => [pageid, ...link])),
  };
}

/** In no order, as rows come by edits. */
function shuffled<T>(rows: T[]): T[] {
  return rows
    .map((row, at) => ({ row, place: (at * 7_919) % 101 }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

export function oldLinks(pages: readonly FakePage[]): TestTable {
  const rows = pages.flatMap(({ pageid, links }) => links.map((url) => [pageid, url, "x"]));
  return {
    name: "externallinks",
    columns: ["el_from int(8)", "el_to blob", "el_index blob"],
    rows: shuffled(rows),
  };
}

/** As MediaWiki 1.41 and later keep them: host in lower case and reversed, fragment with the path, nobody's password. */
export function newLinks(pages: readonly FakePage[]): TestTable {
  const rows = pages.flatMap(({ pageid, links }) =>
    links.map((link) => {
      const [, scheme = "", host = "", port = "", path = ""] =
        /^([a-z]*:?)(?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)(:\d+)?)?(.*)$/i.exec(link) ?? [];
      if (!link.includes("//")) return [pageid, "mailto:zz.y.@x", ""];
      const index = /^[\d.]+$/.test(host)
        ? `V4.${host}.`
        : host.startsWith("[")
          ? `V6.${host.slice(1, -1).replaceAll(":", ".")}.`
          : `${host.toLowerCase().split(".").reverse().join(".")}.`;
      return [pageid, `${(scheme || "https:").toLowerCase()}//${index}${port}`, path];
    }),
  );
  const columns = ["el_from int(8)", "el_to_domain_index varbinary(255)", "el_to_path blob"];
  return { name: "externallinks", columns, rows: shuffled(rows), introducer: true };
}

export async function filesOf(files: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "weboid-dump-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      await writeFile(join(folder, name), content);
      return join(folder, name);
    }),
  );
}

let count = 0;
/** A wiki of this name, registered in that database. */
export async function wikiIn(
  db: Database,
  fake: FakeWiki,
  dbname: string,
  criteria: Criterion[] | null = null,
): Promise<string> {
  const registered = await registerWiki({ ...context(), db }, http, {
    dbname,
    farm: "friends",
    api: fake.api,
    given: true,
    criteria,
  });
  if (!registered.ok) throw new Error(registered.error.message);
  return `${dbname}@friends`;
}

export async function fakeWiki(pages: FakePage[] = PAGES): Promise<FakeWiki> {
  const fake = await startFakeWiki(structuredClone(pages));
  onTestFinished(() => fake.close());
  return fake;
}

export const nextName = () => `dump${++count}`;

export function feed(
  wiki: string,
  from: readonly string[],
  options: Partial<DumpOptions> = {},
  ctx: RoleContext = feeder(),
) {
  return feedFromDump(ctx, { wiki, from, siteinfo: null, http, ...options });
}

/** All that a feeder leaves behind of a wiki, without ids, which depend on the order of arrival. */
export async function endState(db: Database, wiki: string) {
  const pages = await db.sql`
    select p.pageid, p.title, p.namespace, p.touched, p.asked, p.links_read, p.needs_update,
      l.urls is not null as listed, coalesce((
        select array_agg(u.key || ' ' || u.scheme || ' ' || h.name || ' ' || u.port || ' ' || u.path || ' ' || u.flags
          || ' ' || u.touched || ' ' || u.queried || ' ' || length(u.history) order by u.key)
        from url u join host h on h.id = u.host_id where u.id = any(l.urls)), '{}') as urls,
      l.urls = (select coalesce(array_agg(id order by id), '{}') from unnest(l.urls) as id) as ascending
    from page p join wiki w on w.id = p.wiki_id
    left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    where w.dbname || '@friends' = ${wiki} order by p.pageid`;
  const [rest] = await db.sql`
    select (select count(*)::int from url where id / 10000 not in (select no from slice where fresh)) as unswept,
      (select count(*)::int from pg_class where relname like 'bulk%') as staging,
      (select count(*)::int - count(distinct key)::int from url) as doubled`;
  const spam = await db.sql`
    select s.pageid, s.key, s.url, s.list, s.line, s.first, s.last from spam_use s join wiki w on w.id = s.wiki_id
    where w.dbname || '@friends' = ${wiki} order by s.pageid, s.key`;
  return { pages: [...pages], spam: [...spam], rest };
}
