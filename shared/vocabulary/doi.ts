/** Whether a text is a DOI in its stored form, without a URL prefix. Source: DOI Handbook, 2.2; Crossref's pattern of DOIs. */
export const isDoi = (text: string): boolean => /^10\.\d{4,9}\/[-._;()/:a-z0-9<>[\]]+$/i.test(text)

/** Stored form of a DOI: without `https://doi.org/` or `doi:`. Other text is only trimmed. */
export const tidyDoi = (text: string): string => text.trim().replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '')

/** URL of a DOI. */
export const doiAddress = (doi: string): string => `https://doi.org/${doi}`
