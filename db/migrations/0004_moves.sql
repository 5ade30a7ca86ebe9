CREATE TABLE "move" (
	"url_id" bigint PRIMARY KEY NOT NULL,
	"host_id" integer NOT NULL,
	"target" text NOT NULL,
	"rule" json,
	"first" integer NOT NULL,
	"last" integer NOT NULL,
	"days" smallint NOT NULL,
	"checked" integer DEFAULT -1 NOT NULL,
	"due" timestamp with time zone,
	"tries" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "move_host" (
	"host_id" integer PRIMARY KEY NOT NULL,
	"due" integer NOT NULL,
	"rules" json NOT NULL
);
--> statement-breakpoint
CREATE INDEX "move_host_id" ON "move" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "move_due" ON "move" USING btree ("due");--> statement-breakpoint
CREATE INDEX "move_host_due" ON "move_host" USING btree ("due");