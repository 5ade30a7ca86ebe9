-- concurrently
create index concurrently if not exists "organisation_sharer_seen" on "organisation_sharer" using btree ("seen");
