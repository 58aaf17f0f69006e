import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'

/** Digits in keyboard order. */
export const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as const

/** Label ids by the digit of their key. */
export type LabelKeys = Readonly<Record<number, string>>

/**
 * Number keys of a person: the keys of the project, overridden by the person's own. Free digits are assigned to labels in the order of first use.
 * An automatic key stays with its label until the digit is assigned elsewhere or the label gets another key.
 * @param before automatic keys so far
 */
export function numberKeys(labels: readonly OutlineLabel[], before: LabelKeys): { keys: LabelKeys; automatic: LabelKeys } {
  const known = new Set(labels.map(({ id }) => id))
  const keys: Record<number, string> = {}
  for (const { id, hotkey } of labels) if (hotkey !== undefined) keys[hotkey] = id
  for (const { id, ownKey } of labels) if (ownKey !== undefined) keys[ownKey] = id
  const withKey = new Set(Object.values(keys))
  const automatic: Record<number, string> = {}
  for (const digit of digits) {
    const label = before[digit]
    if (label === undefined || keys[digit] !== undefined || !known.has(label) || withKey.has(label)) continue
    automatic[digit] = label
    withKey.add(label)
  }
  const waiting = labels
    .filter(({ id, paletteColour }) => paletteColour !== undefined && !withKey.has(id))
    .sort((a, b) => (a.paletteColour ?? 0) - (b.paletteColour ?? 0))
  for (const digit of digits) {
    if (keys[digit] !== undefined || automatic[digit] !== undefined) continue
    const next = waiting.shift()
    if (next) automatic[digit] = next.id
  }
  return { keys: { ...automatic, ...keys }, automatic }
}
