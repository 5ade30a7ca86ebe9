-- Q5: what the links of a wiki amount to, counted from time to time (`weboid maintain`), as no question can wait for it.
create table survey (
  wiki_id integer primary key references wiki (id) on delete cascade,
  taken_at timestamptz,
  took_ms bigint not null default 0,
  -- Somebody counts.
  lease_until timestamptz not null default 'epoch'
) with (fillfactor = 70);

-- The last survey of each day: URLs by verdict.
create table survey_day (
  wiki_id integer not null references wiki (id) on delete cascade,
  day integer not null,
  working bigint not null,
  doubtful bigint not null,
  unreachable bigint not null,
  refused bigint not null,
  unknown bigint not null,
  primary key (wiki_id, day)
);

-- The domains with most unreachable and doubtful URLs of a wiki.
create table survey_domain (
  wiki_id integer not null references wiki (id) on delete cascade,
  domain text not null,
  unreachable integer not null,
  doubtful integer not null,
  primary key (wiki_id, domain)
);
