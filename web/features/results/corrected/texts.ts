import type { CorrectedCoverGroup, PredictedVersion, Unpredicting } from '../../../../shared/contracts/corrected-cover.ts'
import { coverLabelLimit } from '../../../../shared/limits.ts'
import { fewestHeldOut } from '../../../../shared/statistics/corrected-cover.ts'
import { formatCount, formatDay, formatNumber } from '../../../ui/format.ts'

const methods: Record<NonNullable<PredictedVersion['method']>, string> = {
  lda: 'discriminant analysis',
  logistic: 'logistic regression',
  trees: 'extra-trees',
  blend: 'logistic regression and extra-trees'
}

const runsWords = (runs: readonly number[]) => `${runs.length === 1 ? 'run' : 'runs'} ${runs.join(', ')}`

const daysWords = (first: string, last: string) =>
  formatDay(first) === formatDay(last) ? formatDay(last) : `${formatDay(first)} to ${formatDay(last)}`

/** Names a model within a sentence, such as “model 3” or “Reef finder 2.1”. */
export const modelName = ({ number, uploaded }: Pick<PredictedVersion, 'number' | 'uploaded'>): string =>
  uploaded ? `${uploaded.name} ${uploaded.version}` : `model ${number ?? 0}`

const shownName = (version: PredictedVersion) => (version.uploaded ? modelName(version) : `Model ${version.number ?? 0}`)

function originOf({ method, learntAt, uploaded, sha256 }: PredictedVersion): string {
  if (uploaded) return `added by your team ${formatDay(uploaded.addedAt)}, file ${sha256.slice(0, 12)}`
  return `${method ? methods[method] : ''}, learned ${formatDay(learntAt ?? '')}`
}

/** Sentences on the predicted points of a project with an ended audit. */
const predictedAudited =
  'Accepted points of an ended audit count as predicted, plus the weighted mean error on its blind labels. Other points count as predicted, plus the weighted mean error on the held-out points. A blind label has as weight the accepted points of its audit by the blind labels among them. A held-out point has as weight the share of similar predicted points that no audit corrects. Relabelled points stay in their audit. Unsure answers count as missing by chance.'

export const correctedTexts = {
  failed: 'The corrected cover could not be computed',
  none: {
    title: 'No model has predicted sample points yet',
    about:
      'Run “Label points” or a model of your team in AI Analysis. The run predicts every sample point, and the labels that the model never learned from correct its cover.',
    open: 'Open AI Analysis',
    withoutPoints: 'No image has sample points yet. Add them in Annotate with “Sample points”, then label some of them.'
  },
  model: 'Model',
  modelOption: (version: PredictedVersion) =>
    `${shownName(version)}${version.isPromoted ? ', in use' : ''}, ${formatDay(version.lastPredictedAt)}`,
  title: 'Machine-corrected cover, all images',
  titleOf: (taxon: string, grouping: string) => `Machine-corrected cover of ${taxon}, by ${grouping}`,
  axis: 'Corrected cover, %',
  whiskers: '95 % intervals, from 1000 draws of images with replacement.',
  about: ({ points, images }: Pick<CorrectedCoverGroup, 'points' | 'images'>) =>
    `n = ${formatCount(points.labelled, 'labelled point')} and ${formatCount(points.predicted, 'predicted point')}, corrected with ${formatCount(points.heldOut, 'held-out point')} on ${formatCount(images.heldOut, 'image')}.`,
  audits: ({ points, images }: Pick<CorrectedCoverGroup, 'points' | 'images'>): string | null => {
    const labels = `${formatCount(points.audited, 'blind label')} of ended audits`
    if (points.accepted > 0)
      return `${formatNumber(points.accepted, 0)} of the predicted points ${points.accepted === 1 ? 'is' : 'are'} corrected with ${labels} on ${formatCount(images.audited, 'image')} instead.`
    if (points.audited === 0) return null
    const reason =
      points.audited < fewestHeldOut.points
        ? 'at least 20 are needed on images that the model did not learn from'
        : images.audited < fewestHeldOut.images
          ? 'all are on one image'
          : 'too few held-out points are like the points without an audit, or all of them are on one image'
    return `${labels} ${points.audited === 1 ? 'is' : 'are'} not used: ${reason}.`
  },
  provenance: (version: PredictedVersion) =>
    `${shownName(version)} (${originOf(version)}); ${runsWords(version.runs)}; ${formatCount(version.points, 'point')} on ${formatCount(version.images, 'image')} predicted ${daysWords(version.firstPredictedAt, version.lastPredictedAt)}.`,
  formula: 'p̃ = (Σ labelled 1[y = c] + Σ predicted (P(c) + r(c))) / n;  r(c) = mean over held-out of (1[y = c] − P(c))',
  formulaAudited:
    'p̃ = (Σ labelled 1[y = c] + Σ predicted (P(c) + r(c))) / n;  r(c) = weighted mean of (1[y = c] − P(c)) over blind labels for accepted points, over held-out for others',
  source: 'Angelopoulos et al. 2023',
  note: ({ isUploaded, hasAudits }: { isUploaded: boolean; hasAudits: boolean }) =>
    [
      'Labelled points count as labelled.',
      hasAudits ? predictedAudited : 'Other points count as predicted, plus the mean error on the held-out points.',
      isUploaded
        ? 'Held-out points have a label from a person. Every labelled point is held out, because the model learned nothing from this project.'
        : 'Held-out points have a label from a person, and the model was neither trained nor calibrated with their images or sites.',
      'Points with an accepted suggestion count as predicted. Shares are of the scorable points.'
    ].join(' '),
  elsewhere: 'The correction holds only if the model was not trained on these images outside Isobath.',
  unmapped: (count: number) =>
    count === 1
      ? '1 label of the model is not in the catalog, so its probability counts for no taxon.'
      : `${formatNumber(count, 0)} labels of the model are not in the catalog, so their probability counts for no taxon.`,
  unpredicting: {
    notRun: (name: string) => `${name} has not predicted sample points yet. Run it in AI Analysis.`,
    notRunOnAll: (name: string) => `${name} has not predicted sample points yet. Run it on all images in AI Analysis.`,
    findsObjects: (name: string) => `${name} finds objects, so it has no corrected cover.`,
    manyLabels: (name: string) =>
      `${name} has more than ${formatNumber(coverLabelLimit, 0)} labels, so its predictions are not stored for cover.`
  } satisfies Record<Unpredicting['reason'], (name: string) => string>,
  notRandom: 'People chose what to label, so the held-out points are not a random sample of the points.',
  fewImages: (images: number) =>
    `The held-out points are on ${formatCount(images, 'image')}. With fewer than 10, the intervals are too narrow.`,
  fewAuditedImages: (images: number) =>
    `The blind labels are on ${formatCount(images, 'image')}. With fewer than 10, the intervals are too narrow.`,
  obstacles: {
    noPredictions: () => 'The cover cannot be corrected: no point has a prediction.',
    unmapped: () => 'The cover cannot be corrected: no label of the model is mapped to the catalog. Map them on the page of the model.',
    fewPoints: (points: number) =>
      `The cover cannot be corrected: it needs 20 held-out points, and there ${points === 1 ? 'is 1' : `are ${formatNumber(points, 0)}`}. Label points on images that the model did not learn from.`,
    fewImages: () => 'The cover cannot be corrected: all held-out points are on one image. Label points on another one.'
  } satisfies Record<NonNullable<CorrectedCoverGroup['obstacle']>, (points: number) => string>,
  notCorrected: {
    noPredictions: () => 'no predictions',
    unmapped: () => 'no label of the model in the catalog',
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
  corrected: {
    name: 'Corrected',
    unit: '%, 95 % interval',
    tip: 'Labels, and predictions corrected with held-out labels and with blind labels of ended audits.'
  },
  human: { name: 'Labels only', unit: '%, 95 % interval', tip: 'The points that people labelled without a suggestion.' },
  machine: {
    name: 'Model only',
    unit: '%, not corrected',
    tip: 'The mean probability on points that the model did not learn from. The interval leaves out the errors of the model.'
  },
  labelledColumn: { name: 'Labelled', unit: 'points' },
  predictedColumn: { name: 'Predicted', unit: 'points' },
  heldOutColumn: { name: 'Held out', unit: 'points' },
  acceptedColumn: {
    name: 'Accepted, audited',
    unit: 'points',
    tip: 'Accepted points that are corrected with the blind labels of ended audits.'
  },
  download: 'Download table',
  downloadAll: 'Download all three',
  fileName: (grouping: string | null) => (grouping === null ? 'corrected cover' : `corrected cover by ${grouping}`),
  methodOf: {
    corrected: (model: string, hasAudits: boolean) =>
      `machine-corrected: labels, and ${model} corrected with held-out ${hasAudits ? 'and blind ' : ''}labels`,
    human: () => 'labels only',
    machine: (model: string) => `${model} only, not corrected`
  },
  notCorrectedMethod: (reason: string) => `not corrected: ${reason}`
}
