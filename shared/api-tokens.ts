/** Prefix by which people and secret scanners recognise a personal API token. */
export const apiTokenPrefix = 'isobath_'

/** Form of a token: the prefix and 256 random bits as base64url. */
export const apiTokenForm = /^isobath_[\w-]{43}$/
