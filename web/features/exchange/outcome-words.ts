import type { ImportResult } from '../../../shared/contracts/exchange.ts'
import { formatCount } from '../../ui/format.ts'

/** The outcome of an import: "4 annotations imported", "Undone: 3 annotations removed, 1 changed since stays". */
export function outcomeWords({ annotationCount, undone }: ImportResult): string {
  if (!undone) return `${formatCount(annotationCount, 'annotation')} imported`
  const { removedCount, keptCount } = undone
  const kept = keptCount > 0 ? `, ${keptCount} changed since ${keptCount === 1 ? 'stays' : 'stay'}` : ''
  return `Undone: ${formatCount(removedCount, 'annotation')} removed${kept}`
}

/** The things that an import brought and its undo leaves: "1 new label". */
export const staying = ({ newLabelCount, filledImageCount = 0 }: ImportResult): string[] => [
  ...(newLabelCount > 0 ? [formatCount(newLabelCount, 'new label')] : []),
  ...(filledImageCount > 0 ? [`the facts of ${formatCount(filledImageCount, 'image')}`] : [])
]
