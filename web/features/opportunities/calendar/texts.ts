import { formatCount } from '../../../ui/format.ts'

export const texts = {
  title: 'Calendar of opportunities',
  before: 'Previous month',
  after: 'Next month',
  today: 'This month',
  failed: 'The calendar could not be loaded',
  loading: 'Loading calendar',
  incomplete: 'This month has more opportunities than the calendar can show. Use a filter to narrow them down.',
  review: 'Review',
  closesInMonth: 'Closes this month',
  closes: 'Closes',
  departs: 'Departs',
  starts: 'Starts',
  none: 'Nothing this month',
  more: (count: number) => `and ${formatCount(count, 'more', 'more')}`
}
