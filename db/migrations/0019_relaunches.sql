CREATE TABLE "relaunch" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "relaunch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site" text NOT NULL,
	"domain" text NOT NULL,
	"kind" text NOT NULL,
	"from_day" integer NOT NULL,
	"to_day" integer NOT NULL,
	"found" integer NOT NULL,
	"lost" integer NOT NULL,
	"kept" integer NOT NULL,
	"moved" integer NOT NULL,
	"moves" json NOT NULL,
	"examples" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relaunch_scan" (
	"domain" text PRIMARY KEY NOT NULL,
	"day" integer NOT NULL,
	"broken" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relaunch_wiki" (
	"wiki_id" integer NOT NULL,
	"relaunch_id" integer NOT NULL,
	"lost" integer NOT NULL,
	"moved" integer NOT NULL,
	"pages" integer NOT NULL,
	CONSTRAINT "relaunch_wiki_wiki_id_relaunch_id_pk" PRIMARY KEY("wiki_id","relaunch_id")
);
--> statement-breakpoint
ALTER TABLE "relaunch_wiki" ADD CONSTRAINT "relaunch_wiki_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relaunch_wiki" ADD CONSTRAINT "relaunch_wiki_relaunch_id_relaunch_id_fk" FOREIGN KEY ("relaunch_id") REFERENCES "public"."relaunch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relaunch_domain" ON "relaunch" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "relaunch_to" ON "relaunch" USING btree ("to_day");--> statement-breakpoint
CREATE INDEX "relaunch_wiki_relaunch" ON "relaunch_wiki" USING btree ("relaunch_id");