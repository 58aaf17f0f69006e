import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { texts } from './texts.tsx'

export const records = ['annotations', 'observations', 'both'] as const
/** Records that count. */
export type Records = (typeof records)[number]

/** Words for the units of effort: images, sampling events of observations, or both. */
export const unitWords = ({ records: counted = 'annotations' }: ResultsQuery) => texts.units[counted]
