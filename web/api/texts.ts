import { requestTimeoutMs } from '../../shared/limits.ts'

// Separate constants, because they are part of the initial load of every page.

export const timedOut = `The server did not answer within ${requestTimeoutMs / 1000} seconds. Try again.`
export const unreachable = 'The server cannot be reached. Check the connection and try again.'
export const requestFailed = (status: number, body: string) => `Request failed with status ${status}: ${body}`
/** Name of a server that does not state its own. */
export const foreignBackend = 'Research backend'
