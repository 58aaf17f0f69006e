import type { BulkAcceptance, Probes } from '../../../../shared/contracts/bulk-acceptances.ts'
import type { ExpectedErrors } from '../../../../shared/expected-errors.ts'
import { fewTests } from '../../../../shared/few-tests.ts'
import { formatCount, formatNumber, formatPercent } from '../../../ui/format.ts'
import { intervalWords } from '../words.ts'

const suggestions = (count: number) => formatCount(count, 'suggestion')
const number = (count: number) => formatNumber(count, 0)

/** Describes the errors in a checked sample: the error rate with its interval, or plain counts for a small sample. */
export function errorWords({ judged, wrong, share }: ExpectedErrors): string {
  if (!share) return 'No sample was checked, so the error rate is unknown.'
  if (judged < fewTests)
    return `${number(wrong)} of ${number(judged)} checked at random ${wrong === 1 ? 'was' : 'were'} wrong. An estimate needs ${fewTests} checks.`
  return `Expected errors: ${intervalWords(share)}, from ${number(wrong)} wrong of ${number(judged)} checked at random.`
}

const scopeWords = ({ least, labelIds }: Pick<BulkAcceptance, 'least' | 'labelIds'>) =>
  `${labelIds === null ? 'all labels' : formatCount(labelIds.length, 'label')} at ${formatPercent(least)} or higher`

export const texts = {
  open: 'Accept in bulk…',
  title: 'Accept in bulk',
  about: 'The suggestions become annotations, marked as accepted in bulk. A single undo reverts all of them.',
  labels: 'Labels',
  label: 'Label',
  count: 'To accept',
  checked: 'Checked at random',
  choose: (name: string) => `Accept ${name}`,
  wrongOf: (wrong: number, judged: number) => (judged === 0 ? 'none' : `${number(wrong)} wrong of ${number(judged)}`),
  total: (count: number, labels: number, percent: number) =>
    `${suggestions(count)} for ${formatCount(labels, 'label')} at ${percent} % or higher`,
  errors: errorWords,
  inCounts: ({ judged, share }: ExpectedErrors, count: number) =>
    share && judged >= fewTests
      ? `That is about ${number(Math.round(share.value * count))} of ${number(count)} (${number(Math.floor(share.low * count))} to ${number(Math.ceil(share.high * count))}).`
      : '',
  formula: '95 % Wilson interval. The sample was drawn at random and judged one by one among other suggestions.',
  waiting: ({ waitingCount }: Probes) =>
    `${suggestions(waitingCount)} drawn at random ${waitingCount === 1 ? 'is' : 'are'} still waiting for a decision.`,
  lost: ({ lostCount }: Probes) =>
    `${suggestions(lostCount)} from the random sample ${lostCount === 1 ? 'was' : 'were'} set aside, decided in bulk or changed. ${lostCount === 1 ? 'It does' : 'They do'} not count.`,
  check: 'Check a sample first',
  notLoaded: 'The checked sample could not be loaded, so the error rate is not shown.',
  accept: (count: number) => `Accept ${number(count)}`,
  accepted: (count: number) => `${suggestions(count)} accepted`,
  started: 'Bulk acceptance started',
  notAccepted: 'The suggestions could not be accepted',
  undoBegun: 'Undo started',
  list: 'Accepted in bulk',
  item: (acceptance: BulkAcceptance) => `${suggestions(acceptance.count)}, ${scopeWords(acceptance)}`,
  by: (name: string | null) => (name ? `by ${name}` : 'by a former member'),
  model: (version: number) => `version ${version}`,
  leftOut: (count: number) => `${suggestions(count)} left out: already decided by others, or changed.`,
  accepting: 'Accepting',
  undoing: 'Undoing',
  progress: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  stop: 'Stop and undo',
  stopped: 'Stopped before it finished.',
  resume: 'Continue',
  undo: 'Undo',
  undone: ({ restored, count, undoneBy }: BulkAcceptance) =>
    `Undone${undoneBy ? ` by ${undoneBy}` : ''}: ${suggestions(restored)} restored${restored < count ? `, ${number(count - restored)} still accepted because of later edits` : ''}.`,
  notChanged: 'The bulk acceptance could not be changed',
  mixed: 'Mixed with a random sample',
  sample: 'Half random sample',
  mixedAbout:
    'Batches of 30. Some suggestions are drawn at random to estimate the error rate. They are not marked, so judge each suggestion on its own.',
  nextBatch: 'Loading the next batch'
}

const reasons: Record<string, string> = {
  TIME: 'took too long to read',
  MEMORY: 'needed too much memory',
  ENDED: 'crashed the analysis',
  BLOB_MISSING: 'missing on this server'
}

export const failedTexts = {
  title: (count: number) => `${formatCount(count, 'image')} of this run failed.`,
  reason: (code: string, count: number, fileNames: readonly string[]) =>
    `${formatCount(count, 'image')}: ${reasons[code] ?? 'could not be read'} (${fileNames.join(', ')}${count > fileNames.length ? ', …' : ''})`,
  retry: (count: number) => `Retry ${formatCount(count, 'failed image')}`,
  notRetried: 'The failed images could not be retried'
}
