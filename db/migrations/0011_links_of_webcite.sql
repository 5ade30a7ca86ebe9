-- Links to WebCite and in archive.today's long form are versions of their originals, too: all links are looked through once more.
UPDATE "archive_link_cursor" SET "url_id" = 0;
