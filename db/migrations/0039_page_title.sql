-- Q1: pages by their titles, for as long as a wiki does not say itself what its titles mean. Four bytes of each: whole titles would
-- take several times the room (DECISIONS.md).
create index page_title on page (wiki_id, hashtext(title));
-- Whether it leads to another page, which only the wiki knows. Null: it was not read since, or from a dump.
alter table page add column redirect boolean;
-- What a wiki calls its namespaces, as titles are spelt with (shared/criteria/stored-titles.ts). It is asked again at once.
alter table wiki_site add column namespaces jsonb not null default '[]';
update wiki_site set read_day = 0;
