import { ApiError } from '../../../api/api-error.ts'
import { texts } from './texts.ts'

/** Reasons why the server refused places of a file, by their index in the file. */
export interface Refusals {
  reasons: ReadonlyMap<number, readonly string[]>
  /** Row of the first refused place; null when no error refers to a place. */
  first: { key: string } | null
}

/**
 * Groups the errors of an import of sites by place.
 * @param sent indexes of the places in the order in which they were sent
 */
export function refusalsOf(error: unknown, sent: readonly number[]): Refusals {
  const reasons = new Map<number, string[]>()
  for (const { path, message } of error instanceof ApiError ? error.errors : []) {
    const [, place, field = ''] = /^\/sites\/(\d+)(?:\/(\w+))?/.exec(path) ?? []
    const index = place === undefined ? undefined : sent[Number(place)]
    if (index !== undefined) reasons.set(index, [...(reasons.get(index) ?? []), texts.refusal(field, message)])
  }
  const first = Math.min(...reasons.keys())
  return { reasons, first: reasons.size === 0 ? null : { key: String(first) } }
}
