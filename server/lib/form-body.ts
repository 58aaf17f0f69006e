import { everyCallCodes } from '../../shared/error-codes/every-call.ts'
import { codedError } from './coded-error.ts'

const mostFields = 50
const TooManyFields = codedError(everyCallCodes.TOO_MANY_FIELDS)
const DoubledField = codedError(everyCallCodes.MALFORMED_BODY)

/**
 * Parses an `application/x-www-form-urlencoded` body.
 * @throws TooManyFields before anything is decoded
 * @throws DoubledField for two fields with the same name, which parsers could interpret differently
 */
export function readForm(text: string): Record<string, string> {
  let fieldCount = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++fieldCount > mostFields) throw new TooManyFields(mostFields)
  const fields = [...new URLSearchParams(text)]
  const names = new Set(fields.map(([name]) => name))
  if (names.size !== fields.length || names.has('__proto__')) throw new DoubledField()
  return Object.fromEntries(fields)
}
