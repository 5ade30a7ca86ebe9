-- Links of the page that are not watched, as answers count them: invalid ones (U3) and those into the own farm (U5, U7). 0 also
-- until the page is read again. Without a rewrite of the table, as the value is the same for all rows.
alter table page add column unwatched integer not null default 0;
