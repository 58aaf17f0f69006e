import { fetcherCodes } from '../../../shared/error-codes/fetcher.ts'
import { codedError } from '../../lib/coded-error.ts'

/** Thrown by every fetch of a server with `OFFLINE=true`, before a name is resolved. */
export const Offline = codedError(fetcherCodes.OFFLINE)

/** Refusal of an address or an answer. The message is the end of a sentence: "https://… is not fetched: …". */
export class FetchRefused extends Error {}
