import t from 'tap'
import { readDay } from '../../../web/ui/read-day.ts'

t.test('a day may be written with or without separators and zeros', async t => {
  for (const text of ['2026-03-01', '2026-3-1', '20260301', ' 2026/03/01 ', '2026.3.1']) t.equal(readDay(text), '2026-03-01', text)
})

t.test('impossible days, and words, are not days', async t => {
  for (const text of ['2026-02-30', '2026-13-01', '03/01/2026', 'March', '', '2026']) t.equal(readDay(text), null, text)
})
