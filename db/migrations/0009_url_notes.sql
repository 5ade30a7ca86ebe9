CREATE TABLE "url_note" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "url_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"host_kind" text NOT NULL,
	"host" text NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"until" integer DEFAULT -1 NOT NULL,
	CONSTRAINT "url_note_host_host_kind_path_kind_unique" UNIQUE("host","host_kind","path","kind"),
	CONSTRAINT "url_note_host_kind_check" CHECK ("url_note"."host_kind" in ('host', 'within', 'like'))
);
--> statement-breakpoint
ALTER TABLE "host_change" ADD COLUMN "noted" boolean DEFAULT false NOT NULL;