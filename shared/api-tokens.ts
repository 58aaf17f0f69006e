/** Lets people and secret scanners recognise a personal API token. */
export const apiTokenPrefix = 'isobath_'

/** The prefix and 256 random bits as base64url. */
export const apiTokenForm = /^isobath_[\w-]{43}$/
