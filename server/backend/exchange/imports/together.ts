import { importAnnotationLimit } from '../../../../shared/limits.ts'
import { NotThisFormat } from '../../files/reading.ts'
import type { AnnotationEntry, DatasetAnnotation } from '../dataset.ts'
import type { Entries } from '../formats/format.ts'
import { tooManyAnnotations } from './entry-limit.ts'

/**
 * Joins the labels of annotations whose rows are scattered over a file. The file is read twice. The first pass finds these annotations, so that the
 * second pass holds only these in memory.
 * @throws NotThisFormat when the annotations, or the labels held in memory, exceed the annotation limit of an import
 */
export async function* togetherById(read: () => Entries): Entries {
  const [seen, repeated] = [new Set<string>(), new Set<string>()]
  let leftOut = 0
  for await (const entry of read()) {
    if (entry.kind === 'finding' && !entry.finding.taken) leftOut += 1
    const key = entry.kind === 'annotation' ? keyOf(entry.annotation) : null
    if (key !== null && seen.has(key)) repeated.add(key)
    if (key !== null) seen.add(key)
    if (seen.size + leftOut > importAnnotationLimit) throw tooManyAnnotations()
  }
  seen.clear()
  const held = new Map<string, AnnotationEntry>()
  let waiting = 0
  for await (const entry of read()) {
    const key = entry.kind === 'annotation' ? keyOf(entry.annotation) : null
    if (entry.kind !== 'annotation' || key === null || !repeated.has(key)) {
      yield entry
      continue
    }
    waiting += entry.annotation.labels.length
    if (waiting > importAnnotationLimit)
      throw new NotThisFormat('Rows of the same annotation are too far apart: sort the file by annotation_id')
    const first = held.get(key)
    if (first) first.annotation.labels.push(...entry.annotation.labels)
    else held.set(key, entry)
  }
  yield* held.values()
}

const keyOf = ({ id, fileName }: DatasetAnnotation) => (id === undefined ? null : `${fileName}\n${id}`)
