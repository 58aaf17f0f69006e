import type { CorrectedCoverGroup, PredictedVersion } from '../../../shared/contracts/corrected-cover.ts'
import { formatCount, formatDay, formatNumber } from '../../ui/format.ts'

const methods: Record<PredictedVersion['method'], string> = {
  lda: 'discriminant analysis',
  logistic: 'logistic regression',
  trees: 'extra-trees',
  blend: 'logistic regression and extra-trees'
}

const runsWords = (runs: readonly number[]) => `${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')}`

const daysWords = (first: string, last: string) =>
  formatDay(first) === formatDay(last) ? formatDay(last) : `${formatDay(first)} to ${formatDay(last)}`

export const correctedTexts = {
  failed: 'The corrected cover could not be computed',
  none: {
    title: 'No model has predicted sample points yet',
    about:
      'Run “Label points” in AI Analysis. The run predicts every sample point, and the labels that the model never learned from correct its cover.',
    open: 'Open AI Analysis',
    withoutPoints: 'No image has sample points yet. Add them in Annotate with “Sample points”, then label some of them.'
  },
  model: 'Model',
  modelOption: ({ number, isPromoted, lastPredictedAt }: PredictedVersion) =>
    `Model ${number}${isPromoted ? ', in use' : ''}, ${formatDay(lastPredictedAt)}`,
  title: 'Machine-corrected cover, all images',
  titleOf: (taxon: string, grouping: string) => `Machine-corrected cover of ${taxon}, by ${grouping}`,
  axis: 'Corrected cover, %',
  whiskers: '95 % intervals, from 1000 draws of images with replacement.',
  about: ({ points, images }: Pick<CorrectedCoverGroup, 'points' | 'images'>) =>
    `n = ${formatCount(points.labelled, 'labelled point')} and ${formatCount(points.predicted, 'predicted point')}, corrected with ${formatCount(points.heldOut, 'held-out point')} on ${formatCount(images.heldOut, 'image')}.`,
  provenance: ({ number, method, learntAt, runs, points, images, firstPredictedAt, lastPredictedAt }: PredictedVersion) =>
    `Model ${number} (${methods[method]}, learned ${formatDay(learntAt)}); ${runsWords(runs)}; ${formatCount(points, 'point')} on ${formatCount(images, 'image')} predicted ${daysWords(firstPredictedAt, lastPredictedAt)}.`,
  formula: 'p̃ = (Σ labelled 1[y = c] + Σ predicted (P(c) + r(c))) / n;  r(c) = mean over held-out of (1[y = c] − P(c))',
  source: 'Angelopoulos et al. 2023',
  note: 'Labelled points count as labelled. Other points count as predicted, plus the mean error on the held-out points. Held-out points have a label from a person, and the model was neither trained nor calibrated with their images or sites. Points with an accepted suggestion count as predicted. Shares are of the scorable points.',
  notRandom: 'People chose what to label, so the held-out points are not a random sample of the points.',
  fewImages: (images: number) =>
    `The held-out points are on ${formatCount(images, 'image')}. With fewer than 10, the intervals are too narrow.`,
  obstacles: {
    noPredictions: () => 'The cover cannot be corrected: no point has a prediction.',
    fewPoints: (points: number) =>
      `The cover cannot be corrected: it needs 20 held-out points, and there ${points === 1 ? 'is 1' : `are ${formatNumber(points, 0)}`}. Label points on images that the model did not learn from.`,
    fewImages: () => 'The cover cannot be corrected: all held-out points are on one image. Label points on another one.'
  } satisfies Record<NonNullable<CorrectedCoverGroup['obstacle']>, (points: number) => string>,
  notCorrected: {
    noPredictions: () => 'no predictions',
    fewPoints: (points: number) => `${formatNumber(points, 0)} of 20 held-out points`,
    fewImages: () => 'held-out points on one image only'
  } satisfies Record<NonNullable<CorrectedCoverGroup['obstacle']>, (points: number) => string>,
  modelOnly: 'The column “Model only” is not corrected. Do not publish it as cover.',
  leftOut: (count: number) =>
    count === 1
      ? '1 point has neither a label of its own nor a prediction, and is left out.'
      : `${formatNumber(count, 0)} points have neither a label of their own nor a prediction, and are left out.`,
  tableTitle: 'Three estimates side by side',
  table: 'Cover by labels, by the model and corrected',
  taxonColumn: 'Taxon',
  corrected: { name: 'Corrected', unit: '%, 95 % interval', tip: 'Labels, and predictions corrected with held-out labels.' },
  human: { name: 'Labels only', unit: '%, 95 % interval', tip: 'The points that people labelled without a suggestion.' },
  machine: {
    name: 'Model only',
    unit: '%, not corrected',
    tip: 'The mean probability on points that the model did not learn from. The interval leaves out the errors of the model.'
  },
  labelledColumn: { name: 'Labelled', unit: 'points' },
  predictedColumn: { name: 'Predicted', unit: 'points' },
  heldOutColumn: { name: 'Held out', unit: 'points' },
  download: 'Download table',
  downloadAll: 'Download all three',
  fileName: (grouping: string | null) => (grouping === null ? 'corrected cover' : `corrected cover by ${grouping}`),
  methodOf: {
    corrected: (model: number) => `machine-corrected: labels, and model ${model} corrected with held-out labels`,
    human: () => 'labels only',
    machine: (model: number) => `model ${model} only, not corrected`
  },
  notCorrectedMethod: (reason: string) => `not corrected: ${reason}`
}
