/** Whether it is a regular expression, as a farm's own host names need one (U5). */
export function isPattern(text: string): boolean {
  try {
    new RegExp(text, "i");
    return true;
  } catch {
    return false;
  }
}
