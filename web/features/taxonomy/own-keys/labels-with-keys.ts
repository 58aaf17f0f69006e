import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'

/** Change to a person's own number key for a label. A null `key` removes the number key. */
export interface KeyEdit {
  id: string
  labelId: string
  key: number | null
  /** Whether the change must not replace a key that the person already has. */
  unlessGiven?: boolean
}

/** Returns labels after a change to a person's own key. If another label has the digit, the digit moves. Unchanged labels stay the same objects. */
export function withKeyEdit(labels: readonly OutlineLabel[], { labelId, key, unlessGiven }: Omit<KeyEdit, 'id'>): readonly OutlineLabel[] {
  const holds = ({ ownKey }: OutlineLabel) => key !== null && ownKey === key
  if (unlessGiven && labels.some(label => holds(label) || (label.id === labelId && label.ownKey !== undefined))) return labels
  return labels.map(label => (label.id === labelId ? withOwnKey(label, key) : holds(label) ? withOwnKey(label, null) : label))
}

function withOwnKey({ ownKey: _before, ...label }: OutlineLabel, key: number | null): OutlineLabel {
  return key === null ? label : { ...label, ownKey: key }
}
