import { importAnnotationLimit } from '../../../../shared/limits.ts'
import { NotThisFormat } from '../../files/reading.ts'
import type { DatasetEntry } from '../dataset.ts'

export const tooManyAnnotations = () =>
  new NotThisFormat(`This file holds more than ${importAnnotationLimit.toLocaleString('en')} annotations: divide it`)

/** Counts what a file has annotations, taken or not. What it gives throws NotThisFormat at the first beyond those of one import. */
export function entryLimit(): (entry: DatasetEntry) => void {
  let count = 0
  return entry => {
    const isOne = entry.kind === 'annotation' || (entry.kind === 'finding' && !entry.finding.taken)
    if (isOne && ++count > importAnnotationLimit) throw tooManyAnnotations()
  }
}
