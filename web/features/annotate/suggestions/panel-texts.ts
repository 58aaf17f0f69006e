import { formatCount, formatPercent } from '../../../ui/format.ts'

export const texts = {
  title: 'Suggestions',
  acceptShort: 'Accept',
  rejectShort: 'Reject',
  unsureShort: 'Unsure',
  relabelShort: 'Other label',
  heading: (count: number) => formatCount(count, 'suggestion', 'suggestions'),
  list: 'Suggestions on this image',
  hide: 'Hide suggestions',
  show: 'Show suggestions',
  hidden: 'Suggestions are hidden. Labels that you assign now count as assigned without a suggestion.',
  loading: 'Loading the suggestions…',
  failed: 'The suggestions could not be loaded.',
  again: 'Try again',
  below: (count: number) => `${formatCount(count, 'suggestion is', 'suggestions are')} below the threshold.`,
  threshold: 'Minimum certainty',
  atLeast: (percent: number) => formatPercent(percent / 100),
  cut: (count: string) => `Only the ${count} most certain suggestions are shown.`,
  isUnlike: (percent: string) => `unlike · ${percent}`,
  unlike: 'It does not resemble any labelled example, so this may be a guess.',
  actions: 'Decide on the suggestion',
  alternatives: 'Labels by certainty'
}
