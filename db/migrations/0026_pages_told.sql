-- Between two counts feeders tell what they did: a first run of days, or one of millions of pages, is not at 0 until its end (F7).
alter table feed_pass add column told_at timestamptz;
