-- M2: how many levels of subcategories belong to a criterion of kind category; 0: the category alone.
alter table wiki_criterion add column depth smallint not null default 0 check (depth between 0 and 20);

-- The categories of the criteria's trees, as the feeder walks them (F2): where it stands, and for the test whether a
-- page stands in a tree.
create table tree_category (
  wiki_id integer not null references wiki (id) on delete cascade,
  -- The criterion's category, as configured.
  root text not null,
  -- Without its namespace, as the wiki spells it.
  name text not null,
  -- Subcategories between it and the root; the shortest way counts.
  level smallint not null,
  -- before: of the walk before, not met again yet; open: to be entered; done: entered.
  state text not null check (state in ('before', 'open', 'done')),
  -- It belongs to a walk that came to its end.
  known boolean not null default false,
  primary key (wiki_id, root, name)
);
