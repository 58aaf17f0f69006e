import t from 'tap'
import { stepIn, stepOf, windowOf } from '../../../../web/features/map/time/time-steps.ts'

t.test('a step is a whole month or year', async t => {
  t.same(windowOf(stepOf('2024-02-10', 'month'), 'month'), { from: '2024-02-01', to: '2024-02-29' })
  t.same(windowOf(stepOf('1899-12-31', 'month'), 'month'), { from: '1899-12-01', to: '1899-12-31' })
  t.same(windowOf(stepOf('2024-02-10', 'month') + 11, 'month'), { from: '2025-01-01', to: '2025-01-31' })
  t.same(windowOf(stepOf('2024-02-10', 'year'), 'year'), { from: '2024-01-01', to: '2024-12-31' })
  t.same(windowOf(stepOf('0044-03-15', 'month'), 'month'), { from: '0044-03-01', to: '0044-03-31' })
})

t.test('a range of days is a step only when it is one in full', async t => {
  for (const unit of ['month', 'year'] as const) {
    const step = stepOf('2019-06-30', unit)
    t.same(stepIn(windowOf(step, unit)), { unit, step })
  }
  t.equal(stepIn({ from: '2019-06-01', to: '2019-06-29' }), null)
  t.equal(stepIn({ from: '2019-06-01', to: null }), null)
  t.equal(stepIn({ from: null, to: null }), null)
})
