import { readingCodes } from '../../../shared/error-codes/reading.ts'
import { codedError } from '../../lib/coded-error.ts'

/** Maximum numbers of waiting reads, in total and for one person. Further reads are refused. */
const mostWaiting = 100
const mostWaitingOfOne = 20

const ReadersBusy = codedError<[number]>(readingCodes.READERS_BUSY)
const TooManyReads = codedError<[number]>(readingCodes.TOO_MANY_READS)

const later = (error: Error) => Object.assign(error, { retryAfterSeconds: 2 })

/** Refuses a read when too many are waiting. @param waiting people whose reads are waiting @throws ReadersBusy @throws TooManyReads */
export function refuseCrowd(waiting: readonly string[], person: string): void {
  if (waiting.length >= mostWaiting) throw later(new ReadersBusy(waiting.length))
  const ofOne = waiting.filter(one => one === person).length
  if (ofOne >= mostWaitingOfOne) throw later(new TooManyReads(ofOne))
}
