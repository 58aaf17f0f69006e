/** Prefix by which people and secret scanners recognise a personal API token. */
export const apiTokenPrefix = 'isobath_'

/** Format of a token: the prefix and 256 random bits in base64url. */
export const apiTokenForm = /^isobath_[\w-]{43}$/
