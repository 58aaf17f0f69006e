import { fetcherCodes } from '../../../shared/error-codes/fetcher.ts'
import { codedError } from '../../lib/coded-error.ts'

/** Error of every fetch on a server with `OFFLINE=true`, thrown before a name is resolved. */
export const Offline = codedError(fetcherCodes.OFFLINE)

/** Refusal of an address or a response. The message completes a sentence: "https://… is not fetched: …". */
export class FetchRefused extends Error {}
