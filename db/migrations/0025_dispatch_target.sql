-- Every edge has its own position in the changes, and its own full export; so has the table of events (D2, D5).
alter table dispatch_client add column target text not null default 'main';
alter table dispatch_client alter column target drop default;
alter table dispatch_client drop constraint dispatch_client_pkey;
alter table dispatch_client add primary key (wiki_id, target);
