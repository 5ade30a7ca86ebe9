/** What wrangler brings, in the versions that it brings. `root`: of the checkout. */
export function loaderOf(root: string): (name: string) => Promise<Record<string, unknown>>;
/** The text of the bundle of an entry point. */
export function bundle(root: string, main: string): Promise<string>;
/** As hexadecimal digits. */
export function sha256Of(text: string): string;
