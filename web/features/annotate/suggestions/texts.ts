import { formatCount, formatPercent } from '../../../ui/format.ts'

/** UI strings for the panel of suggestions. */
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
  unlike: 'The crop does not resemble any labelled example, so this may be a guess.',
  actions: 'Decide on the suggestion',
  alternatives: 'Labels by certainty',
  live: {
    switch: 'Suggest while labelling',
    about:
      'After every 5 labels, the other points and areas of the image get a suggestion. Labels that you assign meanwhile count as assigned with a suggestion.',
    learning: 'Learning from the labels…',
    learnt: (labels: number, kinds: number) =>
      `Learnt from ${formatCount(labels, 'example', 'examples')} of ${formatCount(kinds, 'label', 'labels')}.`,
    rough: 'Certainties are rough, because there are too few examples or images to measure them.',
    missing: (count: number) => `${formatCount(count, 'more example is', 'more examples are')} not prepared yet.`,
    prepare: 'Prepare crops',
    reasons: {
      imageNotReady: 'The image is not ready yet.',
      nothingUnlabelled: 'This image has no points or areas without a label.',
      tooFewLabels: 'Suggestions need at least 2 labels with 5 examples each. Label more points or areas.',
      notPrepared: 'Too few examples are prepared. Label more on this image, or prepare all crops.',
      busy: 'The server is busy with other images. Suggestions are requested again after the next 5 labels.'
    },
    blind: 'There are no suggestions during a blind session.',
    failed: 'The suggestions could not be computed.'
  }
}
