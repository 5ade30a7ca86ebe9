-- C5: which rule found the outage, which of the host's URLs it concerns ('' all, else scheme:port), and the HTTP number.
alter table host
  add column outage_rule text not null default '',
  add column outage_scope text not null default '',
  add column outage_http smallint;
