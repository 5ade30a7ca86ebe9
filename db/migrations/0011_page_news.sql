-- F4: pages of which the wiki itself told something new, until a feeder has read them. Unlike wishes of strangers they are
-- no matter of days: what is told while a page is being read counts anew.
create table page_news (
  wiki_id integer not null references wiki (id) on delete cascade,
  pageid bigint not null,
  -- Order of arrival; stays while the page waits.
  no bigint generated always as identity,
  -- How often it was told; a feeder takes out the row only as it found it.
  times integer not null default 1,
  primary key (wiki_id, pageid)
) with (fillfactor = 80);
create index page_news_order on page_news (wiki_id, no);

-- F4: how far a feeder knows the wiki's own changes, by the wiki's clock (null: not at all), and what it has to recognise
-- when it goes on there; when it looks next, and how often.
alter table wiki
  add column changes_at timestamptz,
  add column changes_place jsonb not null default '{}',
  add column changes_due_at timestamptz not null default 'epoch',
  add column changes_every_s integer not null default 300 check (changes_every_s between 5 and 86400);
