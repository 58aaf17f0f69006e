import type { PastBulkEdit, ReviewSort } from '../../../shared/contracts/review.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const annotations = (count: number) => formatCount(count, 'annotation')
const someone = (undoneBy: string | null) => (undoneBy === null ? '' : ` by ${undoneBy}`)
const kept = (count: number) => `${annotations(count)} kept because of later edits`

export const texts = {
  title: 'Review',
  annotate: 'Annotate',
  total: annotations,
  filterIgnored: (problem: string) => `The filter in this URL was not applied. ${problem}.`,

  bar: {
    order: 'Order',
    sorts: {
      newest: 'Newest',
      '-newest': 'Oldest',
      size: 'Largest',
      '-size': 'Smallest',
      date: 'Earliest taken',
      '-date': 'Latest taken',
      confidence: 'Least certain',
      '-confidence': 'Most certain',
      label: 'In catalog order',
      '-label': 'In reverse catalog order'
    } satisfies Record<ReviewSort, string>,
    more: 'More',
    hideOutlines: 'Hide outlines',
    showOutlines: 'Show outlines',
    prepareCrops: 'Prepare all crops',
    prepareCropsAbout: 'They will then load instantly for everyone',
    preparing: 'The crops are being prepared',
    notPrepared: 'The crops could not be prepared.',
    loadingMore: 'Loading more',
    loaded: (count: number, total: number | null) =>
      total ? `${formatNumber(count)} of ${formatNumber(total)}` : `${formatNumber(count)} so far`
  },

  grid: {
    label: 'Annotations',
    noLabel: 'No label',
    removed: 'removed',
    suggested: 'suggested',
    loading: 'Loading annotations',
    searching: 'Searching the annotations',
    failed: 'The annotations could not be loaded',
    moreFailed: 'The next annotations could not be loaded',
    noAnswer: 'The server did not answer.',
    safe: 'The annotations are safe on the server.'
  },

  empty: {
    title: 'Nothing to review yet',
    about: 'Annotations appear here as crops, side by side, so that outliers stand out.',
    annotate: 'Annotate images',
    noMatch: 'No annotation matches this filter',
    noMatchAbout: 'Remove a condition, or join two of them with “or”.',
    clearFilter: 'Clear the filter'
  },

  actions: {
    label: 'Selected annotations',
    selected: (count: number) => `${annotations(count)} selected`,
    selectAll: (count: number) => `Select all ${formatNumber(count, 0)}`,
    similar: 'Find similar',
    open: 'Open',
    openInImage: 'Show it in its image',
    otherStates: 'Other review states',
    disputeAbout: 'For others to decide',
    proposeAbout: 'Not reviewed yet',
    noLabelAtKey: (digit: number) => `No label has the key ${digit}. You can assign the key to a label in the Species Catalog.`,
    labelNotAdded: 'The label was not added',
    refused: 'The server rejected the request. Try again.',
    addAgain: 'Try again',
    notLoaded: (count: number) =>
      `${formatCount(count, 'selected annotation is', 'selected annotations are')} no longer loaded, so nothing was changed. Select the annotations again.`
  },

  commentDialog: { title: (count: number) => `Comment on ${annotations(count)}`, confirm: 'Comment' },

  changeAllDialog: {
    title: (count: number) => `Change all ${annotations(count)}?`,
    confirm: 'Change all',
    about:
      'This changes every annotation that matches the filter, including those not on the screen. You can undo it for 30 days under “Bulk edits” in the menu.'
  },

  edits: {
    undo: 'Undo',
    nothingToUndo: 'Nothing to undo',
    alreadySet: 'Nothing to change: already set',
    undone: 'Undone',
    inProgress: (words: string) => `${words}: in progress`,
    progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
    changed: (count: number) => `${annotations(count)} changed`,
    skipped: (count: number) =>
      `${formatCount(count, 'annotation was', 'annotations were')} not changed: someone else has edited ${count === 1 ? 'it' : 'them'} since.`,
    stopped: 'The change was stopped before it finished',
    changedBefore: (count: number) =>
      count === 1 ? '1 annotation was changed before that.' : `${annotations(count)} were changed before that.`,
    restored: (count: number) => `${annotations(count)} restored`,
    kept: (count: number) => `${formatCount(count, 'annotation was', 'annotations were')} kept because of later edits.`,
    nothingChanged: 'Nothing was changed.',
    notUndone: 'The change could not be undone.',
    earlierNotLoaded: 'Your earlier changes could not be loaded.'
  },

  pastEdits: {
    title: 'Bulk edits',
    description: 'From the last 30 days, with undo',
    failed: 'The bulk edits could not be loaded',
    loading: 'Loading the bulk edits',
    none: 'No bulk edits in the last 30 days',
    noneAbout: 'Changes of two or more annotations are listed here and can be undone.',
    about: 'Undo does not change annotations that have been edited since.',
    undo: (words: string) => `Undo: ${words}`,
    more: 'Show more',
    settled: (count: number) => `${annotations(count)} of a blind session settled`,
    /** Describes the outcome of a change, to follow its author and time. */
    outcome({ state, isAtWork, undoneBy, keptCount }: PastBulkEdit): string {
      if (isAtWork) return state === 'running' ? '; in progress' : '; being undone'
      if (state === 'undone') return `; undone${someone(undoneBy)}${keptCount > 0 ? `, ${kept(keptCount)}` : ''}`
      return state === 'done' ? '' : '; stopped before it finished'
    }
  },

  undoEarlierDialog: {
    title: 'Undo an earlier change?',
    confirm: 'Undo it',
    about: 'There are no changes from this visit to undo. Your last earlier change was:'
  }
}
