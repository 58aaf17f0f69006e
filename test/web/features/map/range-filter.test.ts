import t from 'tap'
import { depthBar, labelIn, rangeIn, readFilter, withLabel, withRange } from '../../../../web/features/map/range-filter.ts'

t.test('a brush replaces its own range in every group and leaves the rest', async t => {
  t.equal(withRange('', 'depth', { from: '5', to: '10' }), 'depth.atLeast.5*depth.atMost.10')
  const both = 'source.is.human*depth.atLeast.1**label.is.a*depth.atMost.3'
  const cut = 'source.is.human*depth.atMost.9**label.is.a*depth.atMost.9'
  t.equal(withRange(both, 'depth', { from: null, to: '9' }), cut)
  t.same(rangeIn(readFilter(cut), 'depth'), { from: null, to: '9' })
  t.same(rangeIn(readFilter(both), 'depth'), { from: null, to: null }, 'differing ranges count as none')
  t.equal(withRange('depth.atLeast.5', 'depth', { from: null, to: null }), '')
})

t.test('a label is chosen, replaced and removed', async t => {
  const chosen = withLabel('eventDate.is.2024-01-01*label.is.b', 'a')
  t.equal(chosen, 'eventDate.is.2024-01-01*label.under.a')
  t.equal(labelIn(readFilter(chosen)), 'a')
  t.equal(withLabel(chosen, null), 'eventDate.is.2024-01-01')
  t.equal(withLabel('no filter at all', 'a'), 'label.under.a')
})

t.test('a bar of depths ends before the next one, within the depths of a filter', async t => {
  t.same(depthBar({ from: 5, to: 10, count: 2 }), { from: '5', to: '9.999999', count: 2 })
  t.same(depthBar({ from: -500, to: 0, count: 1 }), { from: '-100', to: '-0.000001', count: 1 })
  t.same(depthBar({ from: 11_000, to: 11_500, count: 1 }), { from: '11000', to: '11000', count: 1 })
})
