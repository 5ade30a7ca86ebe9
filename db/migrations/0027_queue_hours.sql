CREATE TABLE "queue_hour" (
	"queue" text NOT NULL,
	"hour" integer NOT NULL,
	"waiting" bigint NOT NULL,
	CONSTRAINT "queue_hour_queue_hour_pk" PRIMARY KEY("queue","hour")
);
