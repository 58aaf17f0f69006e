import type { NamePart } from '../../shared/taxonomy/written-name.ts'

/** Truncates the parts of a name to a number of characters, with … at the end. */
export function cutParts(parts: readonly NamePart[], letters: number): NamePart[] {
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  if (length <= letters) return [...parts]
  let left = letters - 1
  const cut = parts.map(({ text, isItalic }) => {
    const piece = { text: text.slice(0, Math.max(0, left)), isItalic }
    left -= text.length
    return piece
  })
  return [...cut.filter(({ text }) => text !== ''), { text: '…', isItalic: false }]
}
