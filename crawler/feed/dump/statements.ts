/** Statements as mysqldump writes them, as far as they are looked at. */
export const INSERT =
  /^(?:INSERT|REPLACE)\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE)\s+)*(?:INTO\s+)?(?:`[^`]+`\.)?(?:`([^`]+)`|(\w+))\s*(?:\(([^()]*)\)\s*)?VALUES?\s*(?=\()/i;
export const CREATE = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`[^`]+`\.)?(?:`([^`]+)`|(\w+))\s*\(/i;
/** A column of CREATE TABLE stands on a line of its own and begins with its name; keys begin with a word. */
export const COLUMN = /^[ \t]*`([^`]+)`\s+(\w+)/gm;
export const TEXT_TYPE = /^(?:char|varchar|(?:tiny|medium|long)?text)$/i;
