import t from 'tap'
import { wilsonInterval } from '../../../../../shared/statistics/wilson.ts'
import { inventedQuadrat } from '../../../../../web/routes/public/landing/quadrat.ts'

t.test('one point lies in each of the fifty cells', async t => {
  const { points } = inventedQuadrat(3)
  t.equal(new Set(points.map(({ x, y }) => `${Math.floor(x * 10)} ${Math.floor(y * 5)}`)).size, 50)
})

t.test('the interval of the drawn quadrat contains its true cover', async t => {
  const { points, trueCover } = inventedQuadrat(3)
  const { low, high } = wilsonInterval(points.filter(({ onCoral }) => onCoral).length, points.length)
  t.ok(low < trueCover && trueCover < high)
})

t.test('the same seed draws the same quadrat', async t => {
  t.same(inventedQuadrat(5), inventedQuadrat(5))
})
