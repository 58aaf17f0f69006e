import type { CorrectedCoverGroup, CorrectedCoverResult, CorrectedTaxonCover } from '../../../../shared/contracts/corrected-cover.ts'
import type { CsvTable } from '../../../charts/csv.ts'
import { toDigits } from '../words.ts'
import { modelName, correctedTexts as words } from './texts.ts'

export type Estimate = CorrectedTaxonCover['corrected']
export type CoverMethod = 'corrected' | 'human' | 'machine'

/** Share in percent, clipped to 0–100 for display. */
const percent = (share: number) => toDigits(Math.min(1, Math.max(0, share)) * 100, 1)

/** Returns an estimate with its interval as text, clipped to 0–100 %. */
export function shownEstimate(estimate: Estimate): string {
  if (!estimate) return '–'
  const { share, low, high } = estimate
  return low === null || high === null ? percent(share) : `${percent(share)} (${percent(low)}–${percent(high)})`
}

/** Builds a table with one row for each group, taxon and method. Each row names its method and the model. Shares are not clipped. */
export function coverRows(
  { taxa, version }: Pick<CorrectedCoverResult, 'taxa' | 'version'>,
  groups: readonly CorrectedCoverGroup[],
  methods: readonly CoverMethod[]
): CsvTable {
  return {
    columns: [
      ...['group', 'taxon', 'scientificName', 'taxonRank', 'method', 'coverPercent', 'low', 'high'],
      ...['labelledPoints', 'predictedPoints', 'heldOutPoints', 'labelledImages', 'predictedImages', 'heldOutImages', 'leftOutPoints'],
      ...['auditedAcceptedPoints', 'blindLabels', 'blindLabelImages'],
      ...['modelNumber', 'modelName', 'modelSha256', 'modelManifestSha256', 'modelLearned', 'runs', 'firstPrediction', 'lastPrediction']
    ],
    rows: groups.flatMap(group =>
      group.covers.flatMap(cover =>
        methods.map(method => {
          const { name = '', scientificName = null, taxonRank = null } = taxa[cover.taxon] ?? {}
          return [
            ...[group.name, name, scientificName, taxonRank, methodOf(method, group, version ? modelName(version) : '')],
            ...inPercent(cover[method]),
            ...[group.points.labelled, group.points.predicted, group.points.heldOut],
            ...[group.images.labelled, group.images.predicted, group.images.heldOut, group.leftOut],
            ...[group.points.accepted, group.points.audited, group.images.audited],
            ...(version
              ? [
                  version.number,
                  version.uploaded ? modelName(version) : null,
                  version.sha256,
                  version.uploaded?.manifestSha256 ?? null,
                  version.learntAt,
                  version.runs.join(' '),
                  version.firstPredictedAt,
                  version.lastPredictedAt
                ]
              : Array.from({ length: 8 }, () => null))
          ]
        })
      )
    )
  }
}

const inPercent = (estimate: Estimate): (number | null)[] =>
  estimate ? [estimate.share, estimate.low, estimate.high].map(share => (share === null ? null : share * 100)) : [null, null, null]

/** Names the method of a row, or the reason why there is no corrected cover. */
export function methodOf(method: CoverMethod, { obstacle, points }: CorrectedCoverGroup, model: string): string {
  if (method === 'corrected' && obstacle) return words.notCorrectedMethod(words.notCorrected[obstacle](points.heldOut))
  return words.methodOf[method](model, points.accepted > 0)
}
