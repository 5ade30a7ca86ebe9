-- P1: a change of a spam list finds the known URLs that it may concern by what its lines need, in place of looking at all of them.
-- Three characters each as a number (shared/spam/candidates.ts); hosts are ASCII.
create function weboid_trigrams(host text) returns integer[] language sql immutable parallel safe strict as $$
  select array(
    select distinct (get_byte(b, i) << 14) | (get_byte(b, i + 1) << 7) | get_byte(b, i + 2)
    from (select decode(host, 'escape') as b) as bytes, generate_series(0, length(b) - 3) as i)
$$;
-- Those of all runs of host characters behind `//` in a path: MediaWiki finds `//archive.example/http://spam.example/`, too.
create function weboid_nested(path text) returns integer[] language sql immutable parallel safe strict as $$
  select array(
    select distinct (get_byte(b, i) << 14) | (get_byte(b, i + 1) << 7) | get_byte(b, i + 2)
    from (select decode(runs[1], 'escape') as b
        from regexp_matches(lower(path collate "C"), '//+([a-z0-9._-]{3,})', 'g') as found (runs)) as bytes,
      generate_series(0, length(b) - 3) as i)
$$;
create index host_trigrams on host using gin (weboid_trigrams(name));
create index url_nested on url using gin (weboid_nested(path)) where path like '%//%';

-- A scan that goes over all URLs is divided into ranges, so that several feeders share it.
alter table spam_scan
  -- Entries that have no text to look for: `position` is a URL's id (of a wiki's scan a page's), else a place in `entries`.
  add column wide boolean not null default false,
  add column until bigint;
update spam_scan set position = 0;
