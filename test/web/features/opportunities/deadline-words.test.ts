import t from 'tap'
import type { Deadline } from '../../../../shared/contracts/opportunities.ts'
import { calendarDay, closingWords, shownDeadline, stampOf, statedWords } from '../../../../web/features/opportunities/deadline-words.ts'

const month = {
  ...{ label: null, date: '2026-12-01', precision: 'month' as const, time: null, zone: null, remark: null },
  ...{ earliest: '2026-12-01T10:00:00.000Z', latest: '2027-01-01T12:00:00.000Z' }
}
const day = {
  ...{ label: null, date: '2026-12-10', time: null, zone: 'UTC', remark: null },
  ...{ earliest: '2026-12-11T00:00:00.000Z', latest: '2026-12-11T00:00:00.000Z' }
}
const on = (date: string) => Date.parse(`${date}T12:00:00Z`)
const closing = (isRolling: boolean, deadlines: Deadline[], date: string) => closingWords({ isRolling, deadlines }, on(date))

t.test('a month has no day', async t => {
  t.equal(statedWords(month), 'December 2026, day not stated')
  t.same(stampOf(month, new Date('2026-11-01')), { day: '–', month: 'Dec', year: null })
  t.equal(calendarDay(month), '2026-12-01')
  t.equal(closing(false, [month], '2026-11-28'), 'Closes in December 2026')
  t.equal(closing(false, [month], '2026-12-30'), 'Closes in December 2026')
  t.equal(closing(false, [month], '2027-02-01'), 'Closed in December 2026')
})

t.test('a deadline without a zone is ahead until the day has ended everywhere', async t => {
  const anywhere = { ...day, zone: null, earliest: '2026-12-10T10:00:00.000Z', latest: '2026-12-11T12:00:00.000Z' }
  t.equal(closing(false, [anywhere], '2026-12-10'), 'Closes tomorrow', 'after the first instant and before the last')
  t.equal(closing(false, [anywhere], '2026-12-12'), 'Closed yesterday')
})

t.test('a rolling call does not close', async t => {
  t.equal(closing(true, [], '2026-11-28'), 'Rolling: apply at any time')
  t.equal(closing(true, [month], '2026-11-28'), 'Rolling, next review in December 2026')
  t.match(closing(true, [day], '2026-12-08'), /^Rolling, next review in /)
  t.equal(closing(true, [day], '2026-12-12'), 'Rolling: apply at any time')
  t.equal(shownDeadline({ isRolling: true, deadlines: [day] }, on('2026-12-12')), undefined)
  t.equal(shownDeadline({ isRolling: false, deadlines: [day] }, on('2026-12-12')), day)
  t.equal(closing(false, [], '2026-11-28'), 'No deadline stated')
})
