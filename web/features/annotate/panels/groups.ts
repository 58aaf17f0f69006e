import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'

/** Annotations of an image that share a label. The key is the label's id, or empty for annotations without a label. */
export interface Group {
  key: string
  label: OutlineLabel | undefined
  annotations: readonly Annotation[]
}

export type Row = { group: Group; annotation?: undefined } | { group: Group; annotation: Annotation }

export const groupKey = ({ labelId }: Pick<Annotation, 'labelId'>): string => labelId ?? ''

/** Groups annotations by label, in the order of the label names. Annotations without a label come last. */
export function groupsOf(annotations: readonly Annotation[], labelIndex: LabelIndex): Group[] {
  const groups = new Map<string, Annotation[]>()
  for (const annotation of annotations) {
    const key = groupKey(annotation)
    const group = groups.get(key)
    if (group) group.push(annotation)
    else groups.set(key, [annotation])
  }
  return [...groups]
    .map(([key, members]): Group => ({ key, label: labelIndex.get(key), annotations: members }))
    .sort((a, b) => Number(!a.label) - Number(!b.label) || ((a.label?.name ?? '') < (b.label?.name ?? '') ? -1 : 1))
}

/** Returns the rows of the list: one for each group, and one for each annotation in the expanded groups. */
export const rowsOf = (groups: readonly Group[], folded: ReadonlySet<string>): Row[] =>
  groups.flatMap(group => [{ group }, ...(folded.has(group.key) ? [] : group.annotations.map(annotation => ({ group, annotation })))])
