import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'

/** Annotations of an image that share a label. The key is the label's id; for those without a label it is empty. */
export interface Group {
  key: string
  label: OutlineLabel | undefined
  annotations: readonly Annotation[]
}

export type Row = { group: Group; annotation?: undefined } | { group: Group; annotation: Annotation }

export const groupKey = ({ labelId }: Pick<Annotation, 'labelId'>): string => labelId ?? ''

/** Groups by the name of their label; annotations without one come last. */
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

/** A row for each group, and one for each annotation of the groups that are not folded. */
export const rowsOf = (groups: readonly Group[], folded: ReadonlySet<string>): Row[] =>
  groups.flatMap(group => [{ group }, ...(folded.has(group.key) ? [] : group.annotations.map(annotation => ({ group, annotation })))])
