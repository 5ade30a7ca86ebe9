/**
 * Suffix of the sample web's names: `weboid up` shows links that open in a browser of the same machine, as browsers lead every
 * `.localhost` there (RFC 6761), and each name below the suffix is a domain of its own. Elsewhere no name server knows it.
 */
export const SAMPLE_SUFFIX = "sample.localhost";

/** Whether a host in lower case belongs to the sample web. */
export const isSampleHost = (host: string): boolean => host.endsWith(`.${SAMPLE_SUFFIX}`);
