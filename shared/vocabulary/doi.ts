/** Whether a text is a DOI as it is stored, without an address before it. Source: DOI Handbook, 2.2; Crossref's pattern of DOIs. */
export const isDoi = (text: string): boolean => /^10\.\d{4,9}\/[-._;()/:a-z0-9<>[\]]+$/i.test(text)

/**
 * A DOI as people write it (`https://doi.org/10.…`, `doi:10.…`) in the way it is stored. Other text is returned without surrounding spaces.
 */
export const tidyDoi = (text: string): string => text.trim().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '')

/** Where a DOI leads. */
export const doiAddress = (doi: string): string => `https://doi.org/${doi}`
