-- C5: on which days several URLs of the host were asked and none was answered (a bit each, the lowest is outage_day), and
-- where it answered last, as far as that says that a failure was none of the host.
alter table host
  add column outage_days integer not null default 0,
  add column up_day integer not null default -1,
  add column up_origin text not null default '';
