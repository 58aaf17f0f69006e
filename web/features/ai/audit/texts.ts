import type {
  AcceptanceAudit,
  AuditDifference,
  AuditReport,
  ModelAudit,
  ModelAudits,
  RemainingErrors
} from '../../../../shared/contracts/acceptance-audits.ts'
import { formatCount, formatNumber, formatPercent } from '../../../ui/format.ts'
import { intervalWords } from '../words.ts'

const number = (count: number) => formatNumber(count, 0)
type Result = NonNullable<AcceptanceAudit['result']>

/** Describes the share of right labels with its interval. If no error was found, describes the upper bound of the error share. */
function resultWords({ judged, wrong, precision, mostWrong }: Result): string {
  if (!precision) return 'No crop was labelled, so the share of right labels is unknown.'
  if (mostWrong !== null)
    return `No error in ${formatCount(judged, 'labelled crop')}. The share of errors may still be up to ${formatPercent(mostWrong)}.`
  return `Right: ${intervalWords(precision)}, from ${number(wrong)} wrong of ${formatCount(judged, 'labelled crop')}.`
}

/** Rounds an interval outwards, so that it never narrows. Rounding up from just below 0 would give −0. */
const outwards = ({ low, high }: RemainingErrors) => [Math.floor(low + 1e-9), Math.max(0, Math.ceil(high - 1e-9))] as const

/** Describes the errors that remain. */
function remainingWords(remaining: RemainingErrors, { accepted }: Pick<AuditReport, 'accepted'>): string {
  const { value } = remaining
  const [least, most] = outwards(remaining)
  const of = formatCount(accepted, 'accepted label')
  if (value === null) return `Up to ${number(most)} of ${of} may still be wrong.`
  if (least === most) return value === 0 ? `None of ${of} is still wrong: all were audited.` : `${number(most)} of ${of} are still wrong.`
  return `About ${number(Math.round(value))} of ${of} are still wrong (${number(least)}–${number(most)}).`
}

/** Describes the errors that remain, in a cell of a table. */
function leftWords({ remaining, accepted, isUndone }: ModelAudit): string {
  if (!remaining) return isUndone ? 'Undone' : 'Unknown'
  const [least, most] = outwards(remaining)
  if (remaining.value === null) return `Up to ${number(most)} of ${number(accepted)}`
  if (least === most) return `${number(most)} of ${number(accepted)}`
  return `About ${number(Math.round(remaining.value))} of ${number(accepted)} (${number(least)}–${number(most)})`
}

const inBulk = ({ acceptances, labels }: ModelAudits['unaudited']) =>
  `${formatCount(labels, 'label')} in ${formatCount(acceptances, 'bulk acceptance')}`

/** Returns notes about the accepted labels that no ended audit covers, and about labels whose undo has begun. */
function notesOf({ ended, unaudited, undoing }: ModelAudits): string[] {
  const undo = undoing.labels > 0 ? [`An undo of ${inBulk(undoing)} has begun.`] : []
  if (unaudited.labels > 0)
    return [
      ended.length > 0 ? `Not audited: ${inBulk(unaudited)}.` : `Not audited. No ended audit covers the ${inBulk(unaudited)}.`,
      ...undo
    ]
  return ended.length > 0 || undo.length > 0 ? undo : ['Not audited. No suggestions of this model are accepted in bulk.']
}

export const auditTexts = {
  title: 'Blind audit',
  description: 'Label a random sample of the accepted crops without seeing the accepted label. Your answers change no annotation.',
  descriptionOfResult: 'A random sample of the accepted crops was labelled without seeing the accepted label.',
  failed: 'The audit could not be loaded',
  loading: 'Loading the audit',
  toSuggestions: 'Back to the suggestions',
  open: 'Audit blind',
  resume: 'Continue the audit',
  show: 'Audit result',
  progress: 'Labelled blind',
  of: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  result: resultWords,
  remaining: remainingWords,
  remainingAbout:
    'The share of errors in the sample, applied to the labels outside it, plus the wrong ones within it that are still there. 95 % Wilson interval.',
  crop: (place: number, total: number) => `Crop ${number(place)} of ${number(total)}`,
  labels: 'Labels',
  other: 'Other label…',
  chooseTitle: 'Label of the crop',
  noLabelAtKey: (digit: number) => `No label has the key ${digit}`,
  fetching: 'Loading the next crops',
  itemsFailed: 'The crops could not be loaded',
  allDone: 'All crops are labelled',
  allDoneAbout: 'Show the result to compare your labels with the accepted ones. The answers are then final.',
  end: 'Show the result',
  endAbout: ({ least, size }: AcceptanceAudit) =>
    least < size
      ? `The crops come in random order. The result can be shown from ${number(least)} answers on, and is then final.`
      : 'The result can be shown once all crops have an answer, and is then final.',
  notSaved: 'The answer could not be saved',
  notWithdrawn: 'The answer could not be withdrawn',
  withdrawn: 'Answer withdrawn',
  notEnded: 'The audit could not be ended',
  lostName: 'Left out',
  lost: (count: number) => `${formatCount(count, 'crop')} left out: the image was removed.`,
  viewer: 'Owners and editors of the project label the crops. The result is shown when the audit ends.',
  closed: 'The acceptance was undone before this audit ended. It has no result.',
  undone: 'The acceptance has been undone.',
  oneLabel: 'This acceptance was of a single label, so this audit is not blind: its label can be known.',
  below: 'Fewer than 95 % of the labels were right. Consider undoing the acceptance: its suggestions then wait again.',
  undo: 'Undo the acceptance',
  byLabel: 'By accepted label',
  byLabelAbout: 'A label with fewer than 20 labelled crops has counts only.',
  label: 'Label',
  wrong: 'Wrong',
  wrongOf: (wrong: number, judged: number) => `${number(wrong)} of ${number(judged)}`,
  right: 'Right',
  tooFew: '–',
  differences: 'Differences',
  differencesAbout: 'The blind label contradicts the accepted one. A finer label within the accepted one does not count as wrong.',
  differencesFailed: 'The differences could not be loaded',
  noDifferences: 'No blind label contradicts the accepted one.',
  accepted: 'Accepted',
  given: 'Blind label',
  by: (name: string | null) => (name ? `by ${name}` : 'by a former member'),
  relabel: 'Use the blind label',
  relabelOf: (accepted: string, given: string) => `Use the blind label: ${given} instead of ${accepted}`,
  states: { open: '', relabelled: 'has the blind label now', changed: 'changed or removed since' } satisfies Record<
    AuditDifference['state'],
    string
  >,
  notRelabelled: 'The annotation could not be relabelled',
  openCrop: (name: string) => `Open in Annotate: ${name}`,
  more: 'Show more',
  about: 'About this audit',
  sample: 'Sample',
  sampleOf: ({ size, accepted }: AuditReport) => `${number(size)} drawn at random from ${number(accepted)} accepted`,
  answers: 'Answers',
  answersOf: ({ answered, unsure }: AuditReport) => `${number(answered)}, of which ${number(unsure)} unsure`,
  seed: 'Seed',
  drawn: 'Drawn',
  ended: 'Ended',
  interval: '95 % Wilson interval. Without an error, the bound is 3 divided by the number of labelled crops.',
  ofModel: {
    title: 'Blind audits',
    description: 'Random samples of the suggestions accepted in bulk, labelled again without seeing the accepted label.',
    notes: notesOf,
    acceptance: 'Accepted in bulk',
    acceptanceOf: (run: number, accepted: number) => `${formatCount(accepted, 'label')} of run ${number(run)}`,
    notBlind: 'one label, so not blind',
    wrong: 'Wrong in the sample',
    left: 'Still wrong',
    leftOf: leftWords
  }
}
