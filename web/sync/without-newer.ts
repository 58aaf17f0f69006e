/**
 * Returns the fields of a change that may replace the current fields. Nobody has changed such a field since a step set it.
 * Returns the same object when no current field is newer, and null when no field is left.
 * @param now current fields
 * @param set fields as the step left them
 * @param facts groups of fields that are written together or not at all
 */
export function withoutNewer<Change extends object>(
  now: object,
  change: Change,
  set: object,
  facts: readonly (readonly string[])[] = []
): Change | null {
  const json = (of: object, name: string) => JSON.stringify(stored(of[name as keyof object]))
  const isIn = (of: object, name: string) => name in of && json(of, name) === json(now, name)
  const newer = Object.keys({ ...set, ...change }).filter(name => !isIn(set, name) && !isIn(change, name))
  if (newer.length === 0) return change
  const left = new Set(newer.flatMap(name => facts.find(fact => fact.includes(name)) ?? name))
  const own = Object.entries(change).filter(([name]) => !left.has(name))
  return own.length > 0 ? (Object.fromEntries(own) as Change) : null
}

/** Value as the server stores it: text without the spaces around it, and null for empty text or a missing value. */
const stored = (value: unknown) => (typeof value === 'string' ? value.trim() || null : (value ?? null))
