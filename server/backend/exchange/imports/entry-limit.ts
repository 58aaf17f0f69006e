import { importAnnotationLimit } from '../../../../shared/limits.ts'
import { NotThisFormat } from '../../files/reading.ts'
import type { DatasetEntry } from '../dataset.ts'

export const tooManyAnnotations = () =>
  new NotThisFormat(`This file has more than ${importAnnotationLimit.toLocaleString('en')} annotations: split it`)

/**
 * Returns a function that counts the annotations of a file, imported or not. The function throws NotThisFormat at the first annotation beyond the
 * limit of an import.
 */
export function entryLimit(): (entry: DatasetEntry) => void {
  let count = 0
  return entry => {
    const isOne = entry.kind === 'annotation' || (entry.kind === 'finding' && !entry.finding.taken)
    if (isOne && ++count > importAnnotationLimit) throw tooManyAnnotations()
  }
}
