-- D3, D5: what is told to those who follow a wiki, apart from the table of changes, so that each is kept for as long as it has to be.
-- A wiki's rows are written by the one dispatcher that holds it, in the transaction that stores its place: so ids become
-- visible in their order, and a reader who goes on after an id misses none.
create table event (
  wiki_id integer not null references wiki (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  -- Null: it is about no URL, or about one that is not watched.
  url_id bigint,
  day integer not null,
  page_count integer not null,
  kind text not null,
  url text,
  -- [[page id, namespace, title], …], the first of them.
  pages json not null,
  -- Of these pages; null: all in the main namespace, as nearly always.
  namespaces integer[],
  detail json not null,
  primary key (wiki_id, id)
);
-- They are written in the order of time and go in that order.
create index event_at on event using brin (at) with (pages_per_range = 16);
