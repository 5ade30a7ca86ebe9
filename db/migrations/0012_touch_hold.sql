-- F5: under which hold on the wiki a page that was asked for is being read (0: under none). What a feeder had that died is
-- handed to the next one.
alter table touch_queue add column held bigint not null default 0;
drop index touch_queue_open;
create index touch_queue_open on touch_queue (wiki_id, pageid) where not taken or held > 0;

-- How many page ids that are not watched somebody asked for on the day: they may be anybody's invention.
create table touch_intake (
  wiki_id integer primary key references wiki (id) on delete cascade,
  day integer not null,
  strange integer not null
);
