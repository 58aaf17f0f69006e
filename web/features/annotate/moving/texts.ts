import { formatNumber } from '../../../ui/format.ts'

export const sweep = {
  label: 'Search by field of view',
  previous: 'Previous field',
  next: 'Next field',
  stop: 'Stop searching by field of view',
  place: (at: number, count: number) => `Field ${formatNumber(at)} of ${formatNumber(count)}${count === 1 ? ': zoom in for more' : ''}`,
  loading: 'The next images are still loading.',
  last: 'This is the last field of the last image.',
  first: 'This is the first field of the first image.'
}
