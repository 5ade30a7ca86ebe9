-- concurrently
create index concurrently if not exists "archive_proposed" on "archive" ("url_id") where "archive"."proposed" is not null;
