/** A number of the command line, such as `--hours 24`. */
export function argument(name: string, other: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? other : Number(process.argv[at + 1]);
}
