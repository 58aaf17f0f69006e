import t from 'tap'
import { depthPosition, depthStops } from '../../../web/charts/depth-scale.ts'

t.test('every stop of the depth ramp has the same length', async t => {
  const places = depthStops(6000).map(stop => depthPosition(stop, 6000))
  t.same(
    places.map(place => Number(place.toFixed(6))),
    [0, 1, 2, 3, 4, 5, 6].map(step => Number((step / 6).toFixed(6)))
  )
})

t.test('depths between stops lie between them, and deeper is lower', async t => {
  t.equal(depthPosition(125, 200), 0.75)
  let last = -1
  for (const depth of [0, 1, 49, 51, 199, 999, 3000, 5999]) {
    const place = depthPosition(depth)
    t.ok(place > last)
    last = place
  }
})

t.test('depths beyond the scale stay at its ends', async t => {
  t.equal(depthPosition(-5), 0)
  t.equal(depthPosition(9000, 6000), 1)
})
