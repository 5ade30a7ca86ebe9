-- concurrently
create index concurrently if not exists "people_log_lock" on "people_log" ("scope", md5("target"), "no") where act = 'lock';
