import type { Deadline, DeadlineDraft } from '../../../shared/contracts/opportunities.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { deadlineOf, isZone } from './deadlines.ts'
import { oneLine } from './one-line.ts'

/** Reads the deadlines of a draft and sorts them by time. @throws InvalidRequest for an unknown time zone, or a time without a day */
export function readDeadlines(drafts: readonly DeadlineDraft[]): Deadline[] {
  for (const [place, { zone, time, precision }] of drafts.entries()) {
    if (zone !== null && !isZone(zone)) throw new InvalidRequest([{ path: `/deadlines/${place}/zone`, message: 'is not a time zone' }])
    if (precision === 'month' && time !== null)
      throw new InvalidRequest([{ path: `/deadlines/${place}/time`, message: 'belongs to a day: leave it empty, or state the day' }])
  }
  return drafts
    .map(({ label, ...draft }) => deadlineOf({ ...draft, label: (label && oneLine(label)) || null }))
    .sort((one, other) => (one.earliest < other.earliest ? -1 : 1))
}
