import t from 'tap'
import { auditResidual } from '../../../shared/statistics/audit-residual.ts'
import { wilsonEnds } from '../../support/wilson-ends.ts'

t.test('the share of errors of the sample applies to the labels outside it', async t => {
  const [low, high] = wilsonEnds(3, 40)
  const { value, low: least, high: most } = auditResidual({ accepted: 800, judged: 40, wrong: 3, left: 2 })
  t.equal(value, 2 + 760 * (3 / 40))
  t.ok(Math.abs(least - (2 + 760 * low)) < 1e-6)
  t.ok(Math.abs(most - (2 + 760 * high)) < 1e-6)
})

t.test('without an error zero is not claimed, unless every label was judged', async t => {
  t.same(auditResidual({ accepted: 800, judged: 40, wrong: 0, left: 0 }), { value: null, low: 0, high: 760 * (3 / 40) })
  t.same(auditResidual({ accepted: 9, judged: 2, wrong: 0, left: 0 }), { value: null, low: 0, high: 7 })
  t.same(auditResidual({ accepted: 40, judged: 40, wrong: 0, left: 0 }), { value: 0, low: 0, high: 0 })
})

t.test('an audit of every label counts the wrong ones that are still there', async t => {
  t.same(auditResidual({ accepted: 40, judged: 40, wrong: 5, left: 2 }), { value: 2, low: 2, high: 2 })
})

t.test('the interval covers the errors of random samples nearly as often as it states', async t => {
  let state = 20261129
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const [accepted, judged, share, rounds] = [1000, 60, 0.08, 2000]
  let covered = 0
  for (let round = 0; round < rounds; round++) {
    const labels = Array.from({ length: accepted }, () => random() < share)
    for (let place = 0; place < judged; place++) {
      const other = place + Math.floor(random() * (accepted - place))
      ;[labels[place], labels[other]] = [labels[other] === true, labels[place] === true]
    }
    const wrong = labels.slice(0, judged).filter(Boolean).length
    const { low, high } = auditResidual({ accepted, judged, wrong, left: wrong })
    const really = labels.filter(Boolean).length
    if (really >= low && really <= high) covered++
  }
  t.ok(covered / rounds > 0.92, `${covered} of ${rounds}`)
})
