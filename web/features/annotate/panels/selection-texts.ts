import { formatNumber } from '../../../ui/format.ts'

export const texts = {
  bar: {
    label: 'Selection',
    count: (count: number) => `${formatNumber(count)} selected`,
    several: 'Select several',
    severalKeys: 'Shift-click'
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
    across: (diameter: string) => `Diameter ${diameter}`,
    area: (area: string) => `Area ${area}`
  },

  history: { failed: 'The history could not be loaded', restore: 'Restore' }
}
