-- Q4, Q5: the hosts of a domain, as their names read from behind begin alike; and the URLs of a host in the order of their
-- paths, so that a start of one is a range of few rows, also where a host has millions. The first 16 characters: whole paths
-- would take more room than all other indexes together (DECISIONS.md). No column of it changes: rows are still replaced in place.
create index host_reversed on host (reverse(name) collate "C");
create index url_host_path on url (host_id, left(path, 16) collate "C", id);
drop index url_host;
