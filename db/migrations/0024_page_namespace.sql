-- F8: the watched pages of one namespace in their order, also where it is a small or an empty one of a large wiki. No column of
-- it changes while a page stays what it is, so that its row is still replaced in place.
create index page_namespace on page (wiki_id, namespace, pageid);
