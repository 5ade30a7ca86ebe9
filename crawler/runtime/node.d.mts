export function findNode(root: string): string | null;
/** What to tell where `findNode` finds none. */
export const NO_NODE: string;
