import type { ImportReport } from '../../../../shared/contracts/taxonomy-import.ts'
import { formatCount } from '../../../ui/format.ts'

/** Returns the text of the import button, such as `Add 3 labels, change 1 label`. @param nothing text for a list without changes */
export function importWords({ newCount, changedCount }: ImportReport, nothing: string): string {
  if (newCount + changedCount === 0) return nothing
  const parts = [
    newCount > 0 && `add ${formatCount(newCount, 'label')}`,
    changedCount > 0 && `change ${formatCount(changedCount, 'label')}`
  ]
  const words = parts.filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
