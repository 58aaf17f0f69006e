import { type Filter, FilterError, parseFilter } from '../../../shared/filters.ts'

/** Reads a filter from an address or a saved filter. An unreadable one is returned as empty, with its problem as a sentence without a full stop. */
export function readFilter(text: string): { filter: Filter; problem: string | null } {
  try {
    return { filter: parseFilter(text), problem: null }
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    return { filter: [], problem: error.message }
  }
}
