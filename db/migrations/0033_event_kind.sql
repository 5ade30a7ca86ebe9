-- Followers that want rare kinds of a wiki's events: found by themselves, however many others lie between.
create index event_kind on event (wiki_id, kind, id);
