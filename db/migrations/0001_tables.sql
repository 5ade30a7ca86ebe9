CREATE SEQUENCE "public"."lease_token_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."url_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "archive" (
	"url_id" bigint NOT NULL,
	"type" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"found" integer NOT NULL,
	"visited" integer DEFAULT -1 NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"proposer" uuid,
	"proposed" integer,
	CONSTRAINT "archive_url_id_type_pk" PRIMARY KEY("url_id","type")
);
--> statement-breakpoint
CREATE TABLE "change" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"day" integer NOT NULL,
	"kind" text NOT NULL,
	"url_id" bigint,
	"wiki_id" integer,
	"pageid" bigint,
	"payload" jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT "change_xid_id_pk" PRIMARY KEY("xid","id")
);
--> statement-breakpoint
CREATE TABLE "changed_page" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changed_page_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"times" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "changed_page_wiki_id_pageid_pk" PRIMARY KEY("wiki_id","pageid")
);
--> statement-breakpoint
CREATE TABLE "dispatch_client" (
	"wiki_id" integer NOT NULL,
	"position_xid" "xid8" DEFAULT '0' NOT NULL,
	"position_id" bigint DEFAULT 0 NOT NULL,
	"needs_export" boolean DEFAULT true NOT NULL,
	"dispatched_at" timestamp with time zone,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"token" bigint DEFAULT 0 NOT NULL,
	"export_wanted" bigint DEFAULT 0 NOT NULL,
	"export_after" bigint,
	"fence" bigint DEFAULT 0 NOT NULL,
	"target" text NOT NULL,
	"profile_due" boolean DEFAULT true NOT NULL,
	"profile_wanted" text DEFAULT '' NOT NULL,
	"profile_version" text DEFAULT '' NOT NULL,
	"export_done" bigint DEFAULT 0 NOT NULL,
	"export_total" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "dispatch_client_wiki_id_target_pk" PRIMARY KEY("wiki_id","target")
);
--> statement-breakpoint
CREATE TABLE "dispatch_hour" (
	"hour" integer NOT NULL,
	"target" text NOT NULL,
	"batches" bigint DEFAULT 0 NOT NULL,
	"concerned" bigint DEFAULT 0 NOT NULL,
	"written" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"exported" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "dispatch_hour_hour_target_pk" PRIMARY KEY("hour","target")
);
--> statement-breakpoint
CREATE TABLE "domain_note" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "domain_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "domain_note_host_path_kind_unique" UNIQUE("host","path","kind")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"wiki_id" integer NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"url_id" bigint,
	"day" integer NOT NULL,
	"page_count" integer NOT NULL,
	"kind" text NOT NULL,
	"url" text,
	"pages" json NOT NULL,
	"namespaces" integer[],
	"detail" json NOT NULL,
	CONSTRAINT "event_wiki_id_id_pk" PRIMARY KEY("wiki_id","id")
);
--> statement-breakpoint
CREATE TABLE "farm" (
	"code" smallint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"sites" text DEFAULT '' NOT NULL,
	"internal_hosts" text DEFAULT '' NOT NULL,
	"spam_list" text DEFAULT '' NOT NULL,
	"spam_due_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	CONSTRAINT "farm_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "feed_hour" (
	"wiki_id" integer NOT NULL,
	"hour" integer NOT NULL,
	"listed" bigint DEFAULT 0 NOT NULL,
	"read" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_hour_wiki_id_hour_pk" PRIMARY KEY("wiki_id","hour")
);
--> statement-breakpoint
CREATE TABLE "feed_pass" (
	"wiki_id" integer PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone,
	"listed" bigint DEFAULT 0 NOT NULL,
	"read" bigint DEFAULT 0 NOT NULL,
	"seconds" bigint,
	"pages" bigint DEFAULT 0 NOT NULL,
	"need_update" bigint DEFAULT 0 NOT NULL,
	"oldest_touch" integer DEFAULT -1 NOT NULL,
	"counted_at" timestamp with time zone,
	"count_ms" bigint DEFAULT 0 NOT NULL,
	"passed_over" bigint DEFAULT 0 NOT NULL,
	"tallied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "friend" (
	"name" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "friend_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "host" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "host_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"outage_day" integer DEFAULT -1 NOT NULL,
	"outage_status" smallint DEFAULT 0 NOT NULL,
	"outage_count" smallint DEFAULT 0 NOT NULL,
	"pace_ms" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"robots" text,
	"robots_day" integer DEFAULT -1 NOT NULL,
	"outage_rule" text DEFAULT '' NOT NULL,
	"outage_scope" text DEFAULT '' NOT NULL,
	"outage_http" smallint,
	"site" text DEFAULT '' NOT NULL,
	"site_day" integer DEFAULT -1 NOT NULL,
	"watched" text DEFAULT '' NOT NULL,
	"up_day" integer DEFAULT -1 NOT NULL,
	"up_origin" text DEFAULT '' NOT NULL,
	CONSTRAINT "host_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "host_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "host_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host_id" integer NOT NULL,
	"trait" boolean NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"value" text NOT NULL,
	"gone" boolean NOT NULL,
	"after_path" text NOT NULL,
	"after_url" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_lease" (
	"key" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"ready_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"pace_ms" integer
);
--> statement-breakpoint
CREATE TABLE "host_trait" (
	"host_id" integer NOT NULL,
	"trait" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "host_trait_host_id_trait_pk" PRIMARY KEY("host_id","trait"),
	CONSTRAINT "host_trait_trait_check" CHECK ("host_trait"."trait" in ('https-needed', 'http-needed', 'get-needed', 'dns-error', 'server-error'))
);
--> statement-breakpoint
CREATE TABLE "non_wikitext_page" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"day" integer NOT NULL,
	CONSTRAINT "non_wikitext_page_wiki_id_pageid_pk" PRIMARY KEY("wiki_id","pageid")
);
--> statement-breakpoint
CREATE TABLE "optout" (
	"host" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "optout_host_path_pk" PRIMARY KEY("host","path")
);
--> statement-breakpoint
CREATE TABLE "page" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"namespace" integer NOT NULL,
	"touched" integer NOT NULL,
	"asked" integer DEFAULT -1 NOT NULL,
	"links_read" integer DEFAULT -1 NOT NULL,
	"needs_update" boolean DEFAULT true NOT NULL,
	"title" text NOT NULL,
	"pass" integer DEFAULT 0 NOT NULL,
	"marked_read" integer GENERATED ALWAYS AS (case when needs_update then links_read else -1 end) STORED NOT NULL,
	"redirect" boolean,
	"unwatched" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "page_wiki_id_pageid_pk" PRIMARY KEY("wiki_id","pageid")
);
--> statement-breakpoint
CREATE TABLE "page_batch" (
	"wiki_id" integer NOT NULL,
	"no" bigint GENERATED ALWAYS AS IDENTITY (sequence name "page_batch_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"pass" integer NOT NULL,
	"pageids" bigint[] NOT NULL,
	CONSTRAINT "page_batch_wiki_id_no_pk" PRIMARY KEY("wiki_id","no")
);
--> statement-breakpoint
CREATE TABLE "page_link" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"urls" bigint[] NOT NULL,
	CONSTRAINT "page_link_wiki_id_pageid_pk" PRIMARY KEY("wiki_id","pageid")
);
--> statement-breakpoint
CREATE TABLE "people_tally" (
	"scope" uuid PRIMARY KEY NOT NULL,
	"day" integer NOT NULL,
	"acts" integer NOT NULL,
	"last" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "published_value" (
	"target" text NOT NULL,
	"key" text NOT NULL,
	"hash" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "published_value_target_key_pk" PRIMARY KEY("target","key")
);
--> statement-breakpoint
CREATE TABLE "recheck" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"due" integer NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replacement" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"proposed" integer NOT NULL,
	"checked" integer DEFAULT -1 NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"proposer" uuid,
	"target" text DEFAULT '' NOT NULL,
	"judge" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report" (
	"url_id" bigint NOT NULL,
	"reporter" uuid NOT NULL,
	"day" integer NOT NULL,
	"whole" boolean DEFAULT false NOT NULL,
	"network" uuid,
	CONSTRAINT "report_url_id_reporter_pk" PRIMARY KEY("url_id","reporter")
);
--> statement-breakpoint
CREATE TABLE "slice" (
	"no" integer PRIMARY KEY NOT NULL,
	"swept" integer DEFAULT -1 NOT NULL,
	"fresh" boolean DEFAULT true NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"token" bigint DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"pass_began" integer DEFAULT -1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spam_list" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spam_list_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farm" smallint NOT NULL,
	"wiki_id" integer,
	"kind" text NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"edition" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"error" text,
	CONSTRAINT "spam_list_kind_check" CHECK ("spam_list"."kind" in ('blacklist', 'whitelist', 'domains'))
);
--> statement-breakpoint
CREATE TABLE "spam_scan" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "spam_scan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farm" smallint NOT NULL,
	"wiki_id" integer,
	"entries" jsonb NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"wide" boolean DEFAULT false NOT NULL,
	"until" bigint
);
--> statement-breakpoint
CREATE TABLE "spam_use" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"key" uuid NOT NULL,
	"url" text NOT NULL,
	"list" text NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"line" text DEFAULT '' NOT NULL,
	CONSTRAINT "spam_use_wiki_id_key_pageid_pk" PRIMARY KEY("wiki_id","key","pageid"),
	CONSTRAINT "spam_use_list_check" CHECK ("spam_use"."list" in ('global', 'local'))
);
--> statement-breakpoint
CREATE TABLE "stream" (
	"url" text PRIMARY KEY NOT NULL,
	"last_event_id" text DEFAULT '' NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"token" bigint DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone,
	"error" text,
	"named_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"opened_at" timestamp with time zone,
	"event_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "survey" (
	"wiki_id" integer PRIMARY KEY NOT NULL,
	"taken_at" timestamp with time zone,
	"took_ms" bigint DEFAULT 0 NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"token" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_day" (
	"wiki_id" integer NOT NULL,
	"day" integer NOT NULL,
	"working" bigint NOT NULL,
	"doubtful" bigint NOT NULL,
	"unreachable" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"unknown" bigint NOT NULL,
	CONSTRAINT "survey_day_wiki_id_day_pk" PRIMARY KEY("wiki_id","day")
);
--> statement-breakpoint
CREATE TABLE "survey_domain" (
	"wiki_id" integer NOT NULL,
	"domain" text NOT NULL,
	"unreachable" integer NOT NULL,
	"doubtful" integer NOT NULL,
	CONSTRAINT "survey_domain_wiki_id_domain_pk" PRIMARY KEY("wiki_id","domain")
);
--> statement-breakpoint
CREATE TABLE "sweep_hour" (
	"hour" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"checked" bigint DEFAULT 0 NOT NULL,
	"inferred" bigint DEFAULT 0 NOT NULL,
	"last_url" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "touch_intake" (
	"wiki_id" integer PRIMARY KEY NOT NULL,
	"day" integer NOT NULL,
	"unwatched" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "touch_queue" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"day" integer NOT NULL,
	"taken" boolean DEFAULT false NOT NULL,
	"lease_token" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "touch_queue_wiki_id_pageid_pk" PRIMARY KEY("wiki_id","pageid")
);
--> statement-breakpoint
CREATE TABLE "tree_category" (
	"wiki_id" integer NOT NULL,
	"root" text NOT NULL,
	"name" text NOT NULL,
	"level" smallint NOT NULL,
	"state" text NOT NULL,
	"known" boolean DEFAULT false NOT NULL,
	CONSTRAINT "tree_category_wiki_id_root_name_pk" PRIMARY KEY("wiki_id","root","name"),
	CONSTRAINT "tree_category_state_check" CHECK ("tree_category"."state" in ('before', 'open', 'done'))
);
--> statement-breakpoint
CREATE TABLE "url" (
	"id" bigint NOT NULL,
	"key" uuid NOT NULL,
	"host_id" integer NOT NULL,
	"port" integer NOT NULL,
	"touched" integer NOT NULL,
	"queried" integer DEFAULT -1 NOT NULL,
	"scheme" smallint NOT NULL,
	"flags" smallint DEFAULT 0 NOT NULL,
	"history" "bytea" DEFAULT '' NOT NULL,
	"extras" text DEFAULT '' NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "url_history_check" CHECK (octet_length("url"."history") <= 57)
);
--> statement-breakpoint
CREATE TABLE "verdict_change_due" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"due" integer NOT NULL,
	"published" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wiki" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wiki_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"farm" smallint NOT NULL,
	"dbname" text NOT NULL,
	"api" text NOT NULL,
	"server" text NOT NULL,
	"article_url" text NOT NULL,
	"lang" text DEFAULT 'en' NOT NULL,
	"site_name" text DEFAULT '' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"error" text,
	"error_at" timestamp with time zone,
	"feed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"full_due_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"incremental_due_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"feed_holder" text,
	"feed_lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"feed_token" bigint DEFAULT 0 NOT NULL,
	"spam_due_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"changes_at" timestamp with time zone,
	"changes_cursor" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changes_due_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"changes_every_s" integer DEFAULT 300 NOT NULL,
	"feed_served_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"setbacks" smallint DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"stream" text DEFAULT '' NOT NULL,
	"pass" integer DEFAULT 0 NOT NULL,
	"leftover_after" bigint,
	"changes_not_before" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	CONSTRAINT "wiki_farm_dbname_unique" UNIQUE("farm","dbname"),
	CONSTRAINT "wiki_changes_every_s_check" CHECK ("wiki"."changes_every_s" between 5 and 86400)
);
--> statement-breakpoint
CREATE TABLE "wiki_criterion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wiki_criterion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"wiki_id" integer NOT NULL,
	"effect" text NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"depth" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "wiki_criterion_wiki_id_kind_value_unique" UNIQUE("wiki_id","kind","value"),
	CONSTRAINT "wiki_criterion_effect_check" CHECK ("wiki_criterion"."effect" in ('include', 'exclude')),
	CONSTRAINT "wiki_criterion_kind_check" CHECK ("wiki_criterion"."kind" in ('namespace', 'category', 'template', 'wikidata-property', 'page')),
	CONSTRAINT "wiki_criterion_depth_check" CHECK ("wiki_criterion"."depth" between 0 and 20)
);
--> statement-breakpoint
CREATE TABLE "wiki_server" (
	"host" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"waiter" text,
	"waiter_until" timestamp with time zone DEFAULT 'epoch' NOT NULL,
	"throttled_until" timestamp with time zone DEFAULT 'epoch' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wiki_site" (
	"wiki_id" integer PRIMARY KEY NOT NULL,
	"interwikis" text NOT NULL,
	"edition" integer DEFAULT 1 NOT NULL,
	"read_day" integer NOT NULL,
	"namespaces" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worker" (
	"name" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"info" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "changed_page" ADD CONSTRAINT "changed_page_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispatch_client" ADD CONSTRAINT "dispatch_client_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_hour" ADD CONSTRAINT "feed_hour_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_pass" ADD CONSTRAINT "feed_pass_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_trait" ADD CONSTRAINT "host_trait_host_id_host_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."host"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "non_wikitext_page" ADD CONSTRAINT "non_wikitext_page_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page" ADD CONSTRAINT "page_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_batch" ADD CONSTRAINT "page_batch_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spam_list" ADD CONSTRAINT "spam_list_farm_farm_code_fk" FOREIGN KEY ("farm") REFERENCES "public"."farm"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spam_list" ADD CONSTRAINT "spam_list_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spam_scan" ADD CONSTRAINT "spam_scan_farm_farm_code_fk" FOREIGN KEY ("farm") REFERENCES "public"."farm"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spam_scan" ADD CONSTRAINT "spam_scan_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spam_use" ADD CONSTRAINT "spam_use_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey" ADD CONSTRAINT "survey_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_day" ADD CONSTRAINT "survey_day_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_domain" ADD CONSTRAINT "survey_domain_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "touch_intake" ADD CONSTRAINT "touch_intake_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "touch_queue" ADD CONSTRAINT "touch_queue_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tree_category" ADD CONSTRAINT "tree_category_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki" ADD CONSTRAINT "wiki_farm_farm_code_fk" FOREIGN KEY ("farm") REFERENCES "public"."farm"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_criterion" ADD CONSTRAINT "wiki_criterion_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_site" ADD CONSTRAINT "wiki_site_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archive_visited" ON "archive" USING btree ("visited");--> statement-breakpoint
CREATE INDEX "change_at" ON "change" USING brin ("at") WITH (pages_per_range=16);--> statement-breakpoint
CREATE INDEX "changed_page_order" ON "changed_page" USING btree ("wiki_id","no");--> statement-breakpoint
CREATE INDEX "event_at" ON "event" USING brin ("at") WITH (pages_per_range=16);--> statement-breakpoint
CREATE INDEX "event_kind" ON "event" USING btree ("wiki_id","kind","id");--> statement-breakpoint
CREATE INDEX "host_reversed" ON "host" USING btree (reverse("name") collate "C");--> statement-breakpoint
CREATE INDEX "host_trigrams" ON "host" USING gin (weboid_trigrams("name"));--> statement-breakpoint
CREATE INDEX "host_change_host" ON "host_change" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "page_needs_update" ON "page" USING btree ("wiki_id","marked_read","pageid") WHERE needs_update;--> statement-breakpoint
CREATE INDEX "page_namespace" ON "page" USING btree ("wiki_id","namespace","pageid");--> statement-breakpoint
CREATE INDEX "page_title" ON "page" USING btree ("wiki_id",hashtext("title"));--> statement-breakpoint
CREATE INDEX "page_link_urls" ON "page_link" USING gin ("urls") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "people_tally_day" ON "people_tally" USING btree ("day");--> statement-breakpoint
CREATE INDEX "recheck_due" ON "recheck" USING btree ("due");--> statement-breakpoint
CREATE INDEX "recheck_lease_due" ON "recheck" USING btree ("lease_until","due");--> statement-breakpoint
CREATE INDEX "replacement_due" ON "replacement" USING btree ("due");--> statement-breakpoint
CREATE INDEX "replacement_judge" ON "replacement" USING btree ("url_id") WHERE judge;--> statement-breakpoint
CREATE INDEX "report_day" ON "report" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "spam_list_global" ON "spam_list" USING btree ("farm","kind") WHERE wiki_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "spam_list_local" ON "spam_list" USING btree ("wiki_id","kind") WHERE wiki_id is not null;--> statement-breakpoint
CREATE INDEX "spam_use_page" ON "spam_use" USING btree ("wiki_id","pageid");--> statement-breakpoint
CREATE INDEX "spam_use_key" ON "spam_use" USING btree ("key");--> statement-breakpoint
CREATE INDEX "touch_queue_open" ON "touch_queue" USING btree ("wiki_id","pageid") WHERE not taken or lease_token > 0;--> statement-breakpoint
CREATE INDEX "url_host_path" ON "url" USING btree ("host_id",left("path", 16) collate "C","id");--> statement-breakpoint
CREATE INDEX "url_nested" ON "url" USING gin (weboid_nested("path")) WHERE path like '%//%';--> statement-breakpoint
CREATE INDEX "verdict_change_due_open" ON "verdict_change_due" USING btree ("due") WHERE not published;