-- U7: what a wiki says of its interwiki links, kept beside its row because it is large and seldom needed.
create table wiki_site (
  wiki_id integer primary key references wiki (id) on delete cascade,
  -- Prefixes and where they lead (shared/interwiki/text.ts).
  interwikis text not null,
  -- Grows with every other content: the edge is told when it did.
  edition integer not null default 1,
  -- Day on which the wiki last said so.
  read_day integer not null
);
