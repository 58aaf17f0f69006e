import type { OpportunityDraft } from '../../../shared/contracts/opportunities.ts'
import { InvalidRequest } from '../../lib/errors.ts'

export const fault = (path: string, message: string) => new InvalidRequest([{ path, message }])

/** @throws InvalidRequest for an invalid address, an end before the start, or more free berths than berths */
export function checkFacts({ url, startsOn, endsOn, berth }: Partial<OpportunityDraft>): void {
  if (url && !URL.canParse(url)) throw fault('/url', 'is not a web address')
  if (startsOn && endsOn && endsOn < startsOn) throw fault('/endsOn', 'is before the start')
  if (!berth) return
  const { embarkOn, disembarkOn, berthsFree, berthsTotal } = berth
  if (embarkOn && disembarkOn && disembarkOn < embarkOn) throw fault('/berth/disembarkOn', 'is before the embarkation')
  if (berthsFree !== null && berthsTotal !== null && berthsFree > berthsTotal)
    throw fault('/berth/berthsFree', 'is more than the total number of berths')
}
