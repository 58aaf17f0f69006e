import { type Filter, FilterError, parseFilter } from '../../../../shared/filters.ts'
import { InvalidRequest } from '../../../lib/errors.ts'

/**
 * The filter that a query or a body gives as text.
 * @param path where it stands: `/filter`
 * @throws InvalidRequest with a sentence that says what is wrong
 */
export function filterOf(text: string | undefined, path: string, statusCode: 400 | 422): Filter {
  try {
    return parseFilter(text ?? '')
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new InvalidRequest([{ path, message: `is not one: ${error.message}` }], statusCode)
  }
}
