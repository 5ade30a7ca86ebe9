-- Pages that a wiki's lists name and that are no wikitext (F3), with the day on which the wiki last said so: first runs leave them out.
create table other_model (
  wiki_id integer not null references wiki (id) on delete cascade,
  pageid bigint not null,
  day integer not null,
  primary key (wiki_id, pageid)
);
