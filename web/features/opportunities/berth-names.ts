import type { Berth } from '../../../shared/contracts/opportunities.ts'

export const berthDays: readonly (keyof Berth)[] = ['embarkOn', 'disembarkOn']
export const berthCounts: readonly (keyof Berth)[] = ['days', 'berthsFree', 'berthsTotal']
export const berthTexts: readonly (keyof Berth)[] = ['skills', 'duties', 'experience', 'certificates', 'paid', 'accessibility']

/** Fields of a berth in the order of the form: ship, ports and days, berths, and conditions on board. */
export const berthNames: readonly (keyof Berth)[] = [
  ...(['ship', 'cruise', 'operator', 'chiefScientist', 'embarkPort', 'embarkOn', 'disembarkPort', 'disembarkOn'] as const),
  ...(['area', 'days', 'berthsFree', 'berthsTotal', 'cabin'] as const),
  ...berthTexts
]
