-- C7, C11: what a host's sites do with addresses that cannot exist (shared/status/site.ts), and the day of the last news.
alter table host
  add column site text not null default '',
  add column site_day integer not null default -1;
