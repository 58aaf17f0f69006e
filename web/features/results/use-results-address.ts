import { useCallback, useMemo } from 'react'
import type { ResultsOptions, ResultsQuery } from '../../../shared/contracts/results.ts'
import { observedGroupings } from '../../../shared/observed-groupings.ts'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import { records as allRecords, type Records } from './records.ts'

export const views = ['summary', 'taxa', 'cover', 'corrected', 'curves', 'sizes'] as const
export type View = (typeof views)[number]

export const reviews = ['people', 'all', 'confirmed'] as const
/**
 * `people`: annotations made or confirmed by people. `all`: unreviewed suggestions as well. `confirmed`: only annotations confirmed in
 * review.
 */
export type Review = (typeof reviews)[number]

export interface ResultsAddress {
  view: View
  /** Filter in the format of `shared/filters.ts`. */
  filter: string
  records: Records
  /** Whether observations from outside records count. */
  includeOutside: boolean
  groupBy: string
  depthBandInMeters: number
  rank: string
  review: Review
  countAttribute: string
  /** Measure in the chart. */
  measure: string
  /** Taxon, including its descendants; empty for all taxa. */
  taxonId: string
  /** Measure of the taxa view. */
  number: 'individuals' | 'density' | 'maxN'
  /** Group of the taxa view, in the format of `groupChoice`; empty for all images. */
  group: string
  /** Label that the sizes and cover views show. */
  labelId: string
  of: 'length' | 'area'
  /** Labels of unscorable points, separated by commas. */
  unscorable: string
  /** Model version of the corrected cover; empty for the one in use. */
  modelVersionId: string
}

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined => list.find(one => one === value)

/** Returns the default grouping: by site if any image has a site, else by depth, day or image. */
export function usualGrouping({ imagesWithSite, imagesWithDepth, imagesWithDate }: ResultsOptions): string {
  if (imagesWithSite > 0) return 'site'
  if (imagesWithDepth > 0) return 'depthBand'
  return imagesWithDate > 0 ? 'date' : 'image'
}

/** Returns the records that count by default: annotations, unless there are only observations. */
export const usualRecords = ({ annotations, observations = 0, outsideObservations = 0 }: ResultsOptions): Records =>
  annotations === 0 && observations + outsideObservations > 0 ? 'observations' : 'annotations'

/** Returns whether observations from outside count by default: only if there is nothing else. */
export const usualOutside = ({ annotations, observations = 0 }: ResultsOptions): 'on' | 'off' =>
  annotations + observations === 0 ? 'on' : 'off'

/** Returns all options of the view and a function that changes them. The options are stored in the URL. */
export function useResultsAddress(options: ResultsOptions) {
  const [params, write] = useNewestParams()
  const records = oneOf(allRecords, params.get('records')) ?? usualRecords(options)
  const chosen = params.get('by') ?? usualGrouping(options)
  const address: ResultsAddress = {
    view: oneOf(views, params.get('view')) ?? 'summary',
    filter: params.get('f') ?? '',
    records,
    includeOutside: (params.get('outside') ?? usualOutside(options)) === 'on',
    groupBy: records === 'annotations' || observedGroupings.includes(chosen) ? chosen : 'site',
    depthBandInMeters: Math.min(5000, Math.max(1, Math.trunc(Number(params.get('band'))) || 10)),
    rank: params.get('rank') ?? '',
    review: oneOf(reviews, params.get('review')) ?? 'people',
    countAttribute: params.get('count') ?? '',
    measure: params.get('measure') ?? 'individuals',
    taxonId: params.get('taxon') ?? '',
    number: oneOf(['individuals', 'density', 'maxN'], params.get('number')) ?? 'individuals',
    group: params.get('in') ?? '',
    labelId: params.get('label') ?? '',
    of: oneOf(['length', 'area'], params.get('of')) ?? 'length',
    unscorable: params.get('unscorable') ?? '',
    modelVersionId: params.get('model') ?? ''
  }
  const change = useCallback(
    (changes: Record<string, string>) =>
      void write(next => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
      }),
    [write]
  )
  const { filter, includeOutside, groupBy, depthBandInMeters, rank, review, countAttribute } = address
  const query = useMemo<ResultsQuery>(
    () => ({
      groupBy,
      ...(filter && { filter }),
      ...(groupBy === 'depthBand' && { depthBandInMeters }),
      ...(rank && { rank }),
      ...(review === 'all' && { includeUnreviewed: true }),
      ...(review === 'confirmed' && { confirmedOnly: true }),
      ...(countAttribute && { countAttribute }),
      ...(records !== 'annotations' && { records, ...(includeOutside && { includeOutside }) })
    }),
    [filter, records, includeOutside, groupBy, depthBandInMeters, rank, review, countAttribute]
  )
  return { address, query, change }
}
