-- All that 0039 to 0041 alter, at once and before the work: who has looked at a row and then writes it would wait for an index that
-- is being built, and the next statement for him, so that an hour's work ended as a deadlock. In the order of feeders: urls, then pages.
lock table url, page, wiki_site in access exclusive mode;
-- Q1: pages by their titles, for as long as a wiki does not say itself what its titles mean. Four bytes of each: whole titles would
-- take several times the room (DECISIONS.md).
create index page_title on page (wiki_id, hashtext(title));
-- Whether it leads to another page, which only the wiki knows. Null: it was not read since, or from a dump.
alter table page add column redirect boolean;
-- What a wiki calls its namespaces, as titles are spelt with (shared/criteria/stored-titles.ts). It is asked again at once.
alter table wiki_site add column namespaces jsonb not null default '[]';
update wiki_site set read_day = 0;
