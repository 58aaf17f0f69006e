import type { FieldError } from '../../shared/contracts/common.ts'

/**
 * Finds the first string or field name that cannot be stored. PostgreSQL rejects NUL characters, and a lone surrogate has no UTF-8 form.
 * @returns the fault, or null
 */
export function unwritableText(value: unknown, path = ''): FieldError | null {
  if (typeof value === 'string') return isWritable(value) ? null : { path: path || '(text)', message: `holds ${unwritable}` }
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = unwritableText(value[at], `${path}/${at}`)
      if (found) return found
    }
    return null
  }
  for (const name in value) {
    if (!isWritable(name)) return { path: path || '(body)', message: `has a field whose name contains ${unwritable}` }
    const found = unwritableText((value as Record<string, unknown>)[name], `${path}/${name}`)
    if (found) return found
  }
  return null
}

const unwritable = 'a NUL or half of a surrogate pair'
const isWritable = (text: string) => !text.includes('\0') && text.isWellFormed()
