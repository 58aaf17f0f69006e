import { FetchRefused, PrivateAddress, ResponseTooLarge } from '../fetcher/fetch-errors.ts'

/** Whether a fetch was refused for its address, before a request was sent or at a redirect. */
export const isRefusedAddress = (error: unknown): boolean => error instanceof FetchRefused && !(error instanceof ResponseTooLarge)

/**
 * Returns the reason why a fetch failed. The reason omits the address, which may contain a key.
 * @param withinMs time limit of the fetch in milliseconds
 * @param mostMegabytes size limit of the response in megabytes
 */
export function fetchFault(error: unknown, withinMs: number, mostMegabytes: number): string {
  if (error instanceof PrivateAddress) return 'its address is in a private network, which the layer does not allow'
  if (error instanceof ResponseTooLarge) return `its answer is larger than ${mostMegabytes} MB`
  if (error instanceof FetchRefused) return error.message
  return (error as Error).name === 'TimeoutError' ? `it took longer than ${withinMs / 1000} seconds` : 'it cannot be reached'
}
