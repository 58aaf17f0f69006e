import { formatNumber } from '../../../ui/format.ts'

export const sweep = {
  label: 'Field by field',
  previous: 'Previous field',
  next: 'Next field',
  stop: 'Stop searching field by field',
  place: (at: number, count: number) => `Field ${formatNumber(at)} of ${formatNumber(count)}${count === 1 ? ': zoom in for more' : ''}`,
  loading: 'The next images are still loading.',
  last: 'This is the last field of the last image.',
  first: 'This is the first field of the first image.'
}
