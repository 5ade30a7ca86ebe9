-- F7: the index by which marked pages come oldest first held the day of reading, so every page that was read got new
-- entries in all indexes of the table, also where it was not marked at all: PostgreSQL replaces a row in place (HOT) only
-- when no column changes that any index names. This one stays -1 as long as a page is not marked.
-- Writes the table anew, under a lock: some minutes for a hundred million pages.
alter table page
  add column marked_read integer not null generated always as (case when needs_update then links_read else -1 end) stored;
drop index page_needs_update;
create index page_needs_update on page (wiki_id, marked_read, pageid) where needs_update;
