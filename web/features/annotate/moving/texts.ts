import { formatNumber } from '../../../ui/format.ts'

/** Texts of the ways through images: annotation by annotation, and field by field. */
export const texts = {
  steps: {
    label: 'Annotation by annotation',
    previous: 'Previous annotation',
    next: 'Next annotation',
    place: (at: number, count: number) => `${formatNumber(at)} of ${formatNumber(count)}`,
    loading: 'No annotations on the images loaded so far. More are loading.',
    last: 'This is the last annotation.',
    first: 'This is the first annotation.'
  },

  sweep: {
    label: 'Field by field',
    previous: 'Previous field',
    next: 'Next field',
    stop: 'Stop going field by field',
    place: (at: number, count: number) => `Field ${formatNumber(at)} of ${formatNumber(count)}${count === 1 ? ': zoom in for more' : ''}`,
    loading: 'The next images are still loading.',
    last: 'This is the last field of the last image.',
    first: 'This is the first field of the first image.'
  }
}
