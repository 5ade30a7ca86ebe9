-- Pages of a pass that were not read as the wiki said nothing about them, or failed over them each time (F3, F7).
alter table feed_pass add column passed_over bigint not null default 0;
