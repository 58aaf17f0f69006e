import createError from '@fastify/error'

const mostFields = 50
const TooManyFields = createError('TOO_MANY_FIELDS', `A form may have up to ${mostFields} fields`, 413)
const DoubledField = createError('MALFORMED_BODY', 'The body is not valid form data', 400)

/**
 * Reads `application/x-www-form-urlencoded`.
 * @throws TooManyFields before anything is decoded
 * @throws DoubledField for two fields of one name, which two readers could take differently
 */
export function readForm(text: string): Record<string, string> {
  let fieldCount = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) if (++fieldCount > mostFields) throw new TooManyFields()
  const fields = [...new URLSearchParams(text)]
  const names = new Set(fields.map(([name]) => name))
  if (names.size !== fields.length || names.has('__proto__')) throw new DoubledField()
  return Object.fromEntries(fields)
}
