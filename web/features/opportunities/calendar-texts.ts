import { formatCount } from '../../ui/format.ts'

export const calendarTexts = {
  title: 'Calendar of opportunities',
  before: 'Previous month',
  after: 'Next month',
  today: 'This month',
  failed: 'The calendar could not be loaded',
  loading: 'Loading the calendar',
  incomplete: 'This month has more opportunities than a calendar shows. A filter narrows them.',
  closes: 'Closes',
  departs: 'Departs',
  starts: 'Starts',
  none: 'Nothing in this month',
  more: (count: number) => `and ${formatCount(count, 'more', 'more')}`
}
