import { fetcherCodes } from '../../../shared/error-codes/fetcher.ts'
import { codedError } from '../../lib/coded-error.ts'

/** Error of every fetch on a server with `OFFLINE=true`, thrown before any DNS lookup. */
export const Offline = codedError(fetcherCodes.OFFLINE)

/** Rejection of a URL or a response. The message completes a sentence such as “data.example was not read: …”. */
export class FetchRefused extends Error {}

/** Rejection of a URL that leads into the server's own network. */
export class PrivateAddress extends FetchRefused {}

/** Rejection of a response that is larger than the limit of its request. */
export class ResponseTooLarge extends FetchRefused {}
