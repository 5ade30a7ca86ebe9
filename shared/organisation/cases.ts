/** How a host is reached by links: from the root over the organisation's own servers, from anywhere, or by none that is known. */
export type LinkPath = "from-root" | "from-anywhere" | "none";

/** One of the five cases of the paper (section 2), with what finds such a host and what does not (section 3; O3). */
export interface PaperCase {
  readonly number: 1 | 2 | 3 | 4 | 5;
  readonly title: string;
  /** Whether links or facts alone lead to such hosts. */
  readonly isFound: "by-links" | "with-help" | "never";
  readonly how: string;
}

export const PAPER_CASES: readonly PaperCase[] = [
  {
    number: 1,
    title: "internal server, linked from the root",
    isFound: "by-links",
    how: "A crawl finds it; its address lies in the organisation's range.",
  },
  {
    number: 2,
    title: "external server, linked",
    isFound: "by-links",
    how: "A crawl finds it; name servers, e-mail domain or registrant show that it belongs. Where the registry withholds the registrant, it stays unknown.",
  },
  {
    number: 3,
    title: "internal server, linked from other sites only",
    isFound: "by-links",
    how: "A crawl of the organisation alone misses it; links in the wikis that are watched, or of other sites, lead there, and its address lies in the organisation's range.",
  },
  {
    number: 4,
    title: "internal server without links",
    isFound: "with-help",
    how: "No crawl finds it, and neither reverse DNS nor zones list its names. Give the virtual hosts of the organisation's web servers (Apache, nginx), or a port scan of its own network.",
  },
  {
    number: 5,
    title: "external server without links",
    isFound: "never",
    how: "Nothing finds it: neither its name nor its server is known. Ask the organisation, and give the names.",
  },
];

/** The cases that a host may be. @param isInternal whether its address lies in the organisation's range */
export function paperCases(isInternal: boolean, path: LinkPath): readonly PaperCase[] {
  const linked = isInternal ? (path === "from-root" ? [1] : [1, 3]) : [2];
  const numbers = path === "none" ? [isInternal ? 4 : 5] : linked;
  return PAPER_CASES.filter(({ number }) => numbers.includes(number));
}
