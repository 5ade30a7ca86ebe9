-- What people say (H). Whoever acts is counted by a keyed hash of the network, for a day or two; nothing else of it is kept.
create table people_tally (
  -- Of a kind of act and a network, a wider range around it, or everybody.
  scope uuid primary key,
  day integer not null,
  acts integer not null,
  last timestamptz not null
);
create index people_tally_day on people_tally (day);

-- Made for all of a domain at once: it says nothing of how many of the domain's URLs were tried (H3).
alter table report add column whole boolean not null default false;

-- When the crawler looks at it next, and how often it did in vain since it worked (H4).
alter table replacement add column due timestamptz not null default now();
alter table replacement add column tries smallint not null default 0;
create index replacement_due on replacement (due);
