import { type Filter, FilterError, parseFilter } from '../../../../shared/filters.ts'
import { InvalidRequest } from '../../../lib/errors.ts'

/**
 * Parses the filter text of a query or body.
 * @param path JSON pointer of the filter, such as `/filter`
 * @throws InvalidRequest with a sentence that describes the error
 */
export function filterOf(text: string | undefined, path: string, statusCode: 400 | 422): Filter {
  try {
    return parseFilter(text ?? '')
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new InvalidRequest([{ path, message: `cannot be read: ${error.message}` }], statusCode)
  }
}
