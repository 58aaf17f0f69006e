import { formatNumber } from '../../../ui/format.ts'

export const texts = {
  label: 'Annotation by annotation',
  previous: 'Previous annotation',
  next: 'Next annotation',
  place: (at: number, count: number) => `${formatNumber(at)} of ${formatNumber(count)}`,
  loading: 'No annotations on the images loaded so far. More are loading.',
  last: 'This is the last annotation.',
  first: 'This is the first annotation.'
}
