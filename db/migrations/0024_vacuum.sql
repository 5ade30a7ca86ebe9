-- A fifth of a large table, the server's default, is tens of millions of dead rows: they are cleared earlier.
alter table archive set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table archive_visit set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table host set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table host_trait set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table move set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table published_value set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
alter table verdict_change_due set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_analyze_scale_factor = 0.05);
--> statement-breakpoint
-- As `change`: the oldest go first, and who begins with the oldest one left walks over what was deleted.
alter table event set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
--> statement-breakpoint
alter table event_page set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
--> statement-breakpoint
-- Queues: what they had is dead soon, however many rows they have at the moment.
alter table changed_page set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
alter table page_batch set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
alter table recheck set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
--> statement-breakpoint
alter table touch_queue set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
