-- F2, F3: which pages a pass has still to read, without a write for each of them: the page's own row is written once, when
-- its links were read.

alter table wiki
  -- Number of the latest first run.
  add column pass integer not null default 0,
  -- A first run came to its end: pages that it did not list are asked about, beyond this page id. Null: they were.
  add column leftover_after bigint;

-- The pass in which its links were read last, or in which it was excluded.
alter table page add column pass integer not null default 0;

-- Pages that the first run listed, up to fifty in a row; those of them whose `pass` is older are to be read.
create table page_batch (
  wiki_id integer not null references wiki (id) on delete cascade,
  no bigint generated always as identity,
  pass integer not null,
  pageids bigint[] not null,
  primary key (wiki_id, no)
);
