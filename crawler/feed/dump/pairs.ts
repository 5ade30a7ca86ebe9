/** What mysqldump opens it also closes: a file that ends before was cut off, be it at the end of a statement. */
export const PAIRS = [
  { open: /^-- (?:MySQL|MariaDB) dump /, close: /^-- Dump completed/ },
  { open: /^\/\*!\d+ SET @OLD_SQL_NOTES=/, close: /^\/\*!\d+ SET SQL_NOTES=@OLD_SQL_NOTES/ },
  { open: /^LOCK TABLES /i, close: /^UNLOCK TABLES/i },
] as const;
