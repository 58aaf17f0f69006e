import { formatCount, formatNumber } from '../../../ui/format.ts'

/** Texts of the panels beside the canvas. */
export const texts = {
  none: 'No annotations on this image yet. Choose a label, then a tool.',
  objects: 'Annotations of this image',
  noLabel: 'no label',
  removed: 'Removed',
  hideGroup: (name: string, isHidden: boolean) => `${isHidden ? 'Show' : 'Hide'} ${name}`,
  lockGroup: (name: string, isLocked: boolean) => `${isLocked ? 'Unlock' : 'Lock'} ${name}`,
  ownKey: 'My number key',
  noKey: 'none',
  ownKeyOf: (name: string) => `My number key of ${name}`,
  shown: (matching: number | null, count: number) =>
    `${matching === null ? '' : `${formatNumber(matching)} of `}${formatCount(count, 'annotation', 'annotations')}`,

  history: { failed: 'The history could not be loaded', restore: 'Restore' },

  images: {
    label: 'Images',
    place: (at: number) => `${at} of `,
    moreThan: 'more than ',
    searching: 'searching: ',
    count: (count: number) => formatCount(count, 'image', 'images'),
    matching: (count: number) => (count === 1 ? ' that matches' : ' that match')
  },

  picture: {
    label: 'Picture',
    changed: 'Picture: changed',
    about: 'For display only: the file is not changed. Stored in this browser for the project.',
    stretch: 'Stretch each channel',
    from: (channel: string) => `${channel} from`,
    to: (channel: string) => `${channel} to`,
    reset: 'Reset to original',
    exposure: 'Exposure',
    contrast: 'Contrast',
    gamma: 'Gamma',
    localContrast: 'Local contrast',
    channels: ['Red', 'Green', 'Blue']
  },

  removedList: {
    failed: 'The removed annotations could not be loaded',
    none: 'Nothing was removed from this image.',
    you: 'you',
    by: (shape: string, name: string) => `${shape}, removed by ${name} `,
    restore: 'Restore'
  },

  selection: {
    label: 'Selection',
    count: (count: number) => `${formatNumber(count)} selected`,
    several: 'Select several',
    severalKeys: 'Shift and a click'
  },

  details: {
    noLabel: 'No label',
    certainty: 'Certainty',
    review: 'Review',
    reviewedBy: (name: string) => `; reviewed by ${name}, `,
    history: 'History',
    comments: (count: number) => `Comments${count > 0 ? ` (${formatNumber(count)})` : ''}`,
    restore: 'Restore an earlier version',
    size: 'Size',
    length: (length: string) => `Length ${length}`,
    across: (diameter: string) => `Across ${diameter}`,
    area: (area: string) => `Area ${area}`
  },
  labelNotAdded: 'The label was not added.'
}
