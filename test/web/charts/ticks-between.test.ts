import t from 'tap'
import { ticksBetween, timeTicks } from '../../../web/charts/ticks-between.ts'

t.test('round values lie between two bounds, on either side of 0', async t => {
  t.same(ticksBetween(1790, 1910), [1800, 1850, 1900])
  t.same(ticksBetween(-0.04, 0.11, 3), [0, 0.05, 0.1])
  t.same(ticksBetween(5, 5), [])
})

t.test('times are round in units of time, not in tens', async t => {
  const at = (time: string) => Date.parse(`2025-11-22T${time}Z`)
  const shown = (ticks: number[]) => ticks.map(ms => new Date(ms).toISOString().slice(11, 19))
  t.same(shown(timeTicks(at('10:00:30'), at('11:00:00'), 4)), ['10:15:00', '10:30:00', '10:45:00', '11:00:00'])
  t.same(shown(timeTicks(at('10:00:00'), at('10:00:20'), 4)), ['10:00:00', '10:00:05', '10:00:10', '10:00:15', '10:00:20'])
  const days = timeTicks(Date.UTC(2025, 0, 1, 1), Date.UTC(2025, 0, 20), 4)
  t.same(
    days.map(ms => ms % 86_400_000),
    days.map(() => 0)
  )
  t.ok(days.length >= 3 && days.length <= 5)
})
