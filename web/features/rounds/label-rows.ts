import type { Agreement, PairAgreement } from '../../../shared/contracts/annotation-sessions.ts'

/** Agreement on one label, between two people and among all. */
export interface LabelRow {
  label: number
  name: string
  items: number
  kappa: PairAgreement['kappa']
  groupItems: number
  groupKappa: number | null
}

/** Returns a row for each label of the comparison. Labels that the two people used most come first. */
export function labelRows({ labels, group }: Pick<Agreement, 'labels' | 'group'>, pair: Pick<PairAgreement, 'labels'>): LabelRow[] {
  const ofPair = new Map(pair.labels.map(one => [one.label, one]))
  const ofGroup = new Map(group?.labels.map(one => [one.label, one]))
  const rows = labels.map(({ name }, label) => ({
    label,
    name,
    items: ofPair.get(label)?.items ?? 0,
    kappa: ofPair.get(label)?.kappa ?? null,
    groupItems: ofGroup.get(label)?.items ?? 0,
    groupKappa: ofGroup.get(label)?.kappa ?? null
  }))
  return rows.sort((a, b) => b.items - a.items || b.groupItems - a.groupItems)
}
