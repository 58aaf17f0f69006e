import { formatCount } from '../../../ui/format.ts'

export const texts = {
  label: 'Images',
  place: (at: number) => `${at} of `,
  moreThan: 'more than ',
  searching: 'searching: ',
  count: (count: number) => formatCount(count, 'image', 'images'),
  matching: (count: number) => (count === 1 ? ' that matches' : ' that match')
}
