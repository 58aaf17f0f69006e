import { formatCount } from '../../../ui/format.ts'

/** UI strings of the list of images. */
export const words = {
  label: 'Images',
  place: (at: number) => `${at} of `,
  moreThan: 'more than ',
  searching: 'searching: ',
  count: (count: number) => formatCount(count, 'image', 'images'),
  matching: (count: number) => (count === 1 ? ' that matches' : ' that match')
}
