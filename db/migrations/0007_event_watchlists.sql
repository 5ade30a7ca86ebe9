CREATE TABLE "event_page" (
	"wiki_id" integer NOT NULL,
	"pageid" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "event_page_wiki_id_pageid_event_id_pk" PRIMARY KEY("wiki_id","pageid","event_id")
);
--> statement-breakpoint
ALTER TABLE "event_page" ADD CONSTRAINT "event_page_wiki_id_wiki_id_fk" FOREIGN KEY ("wiki_id") REFERENCES "public"."wiki"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_wide" ON "event" USING btree ("wiki_id","id") WHERE page_count > 20;