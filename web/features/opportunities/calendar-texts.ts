import { formatCount } from '../../ui/format.ts'

export const calendarTexts = {
  title: 'Calendar of opportunities',
  before: 'Month before',
  after: 'Month after',
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
