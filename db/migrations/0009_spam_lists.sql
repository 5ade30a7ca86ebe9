-- P1: the lists that hold for a farm and its wikis, what a change of them is still to be tried on, and which line it was.
alter table farm
  -- Address of the global list as plain text (action=raw), as in $wgBlacklistSettings; '' : the farm has none.
  add column spam_list text not null default '',
  -- When it is read again, by the feeders' clock.
  add column spam_due_at timestamptz not null default 'epoch';
update farm set spam_list = 'https://meta.wikimedia.org/w/index.php?title=Spam_blacklist&action=raw&sb_ver=1'
where code = 1;
alter table wiki add column spam_due_at timestamptz not null default 'epoch';

create table spam_list (
  id integer generated always as identity primary key,
  farm smallint not null references farm (code),
  -- null: the global list of the farm.
  wiki_id integer references wiki (id) on delete cascade,
  kind text not null check (kind in ('blacklist', 'whitelist', 'domains')),
  -- The page as last read; it stays in force while the list cannot be read.
  content text not null default '',
  -- Revision, or validator of the HTTP answer; '' : never read, or there is no such page.
  version text not null default '',
  -- Grows with every other content: what was made of it may be kept as long.
  edition integer not null default 0,
  -- When it was last read, or found as it was; null: never.
  read_at timestamptz,
  -- Why it could not be read lately; null when the last trial was good.
  error text
);
create unique index spam_list_global on spam_list (farm, kind) where wiki_id is null;
create unique index spam_list_local on spam_list (wiki_id, kind) where wiki_id is not null;

-- Entries that now block what they did not before: known URLs are tried on them, and their pages marked.
create table spam_scan (
  id integer generated always as identity primary key,
  farm smallint not null references farm (code),
  -- Only pages of this wiki; null: of the farm.
  wiki_id integer references wiki (id) on delete cascade,
  -- [{"kind": "line" | "domain", "text": …}]
  entries jsonb not null,
  -- Done up to this URL (a farm's scan) or page (a wiki's).
  position bigint not null default 0
);

-- The line that matched, so that its removal finds what it blocked.
alter table spam_use add column line text not null default '';
create index spam_use_page on spam_use (wiki_id, pageid);
create index spam_use_key on spam_use (key);
