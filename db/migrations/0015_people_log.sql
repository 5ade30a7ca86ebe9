CREATE TABLE "people_lock" (
	"scope" text NOT NULL,
	"target" text NOT NULL,
	"host" text NOT NULL,
	"reason" text NOT NULL,
	"until" integer NOT NULL,
	CONSTRAINT "people_lock_scope_target_pk" PRIMARY KEY("scope","target")
);
--> statement-breakpoint
CREATE TABLE "people_log" (
	"no" bigint PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"act" text NOT NULL,
	"wiki" text,
	"scope" text NOT NULL,
	"salt" text,
	"target" text,
	"detail" text,
	"text_hash" text NOT NULL,
	"urls" integer,
	"actor" text NOT NULL,
	"undoes" bigint,
	"until" integer,
	"previous" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "people_log_act" CHECK ("people_log"."act" in ('report', 'withdraw', 'propose', 'remove', 'block', 'unblock', 'lock', 'unlock', 'hide')),
	CONSTRAINT "people_log_scope" CHECK ("people_log"."scope" in ('url', 'host', 'path', 'everything', 'reporter', 'entry')),
	CONSTRAINT "people_log_actor" CHECK ("people_log"."actor" in ('reader', 'account', 'administrator', 'operator'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "people_log_undoes" ON "people_log" USING btree ("undoes") WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX "people_log_wiki" ON "people_log" USING btree ("wiki","no");