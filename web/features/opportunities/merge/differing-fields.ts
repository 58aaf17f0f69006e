import type { MergedField, Opportunity } from '../../../../shared/contracts/opportunities.ts'
import { fieldNames } from '../texts.ts'

const fields = Object.keys(fieldNames).filter((name): name is MergedField => name !== 'state')

const isStated = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export interface DifferingField {
  name: MergedField
  /** Whether the merge takes the value of the other opportunity by default, because the one that stays states none. */
  isOnlyInOther: boolean
}

/** Fields of two opportunities with different values. */
export const differingFields = (kept: Opportunity, other: Opportunity): DifferingField[] =>
  fields
    .filter(name => JSON.stringify(kept[name]) !== JSON.stringify(other[name]))
    .map(name => ({ name, isOnlyInOther: !isStated(kept[name]) && isStated(other[name]) }))
