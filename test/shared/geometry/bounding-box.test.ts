import t from 'tap'
import { boxAround, boxCollector } from '../../../shared/geometry/bounding-box.ts'

const boxOf = (...longitudes: number[]) => {
  const collector = boxCollector()
  for (const longitude of longitudes) collector.add(longitude, 10)
  const box = collector.box()
  return box && [box.west, box.east]
}

t.test('the box around positions is the smallest, so it may cross 180°', async t => {
  t.equal(boxOf(), null)
  t.same(boxOf(5), [5, 5])
  t.same(boxOf(-30.5, -30, -30.2), [-30.5, -30])
  t.same(boxOf(179.9, -179.9), [179.9, -179.9], 'each edge exactly as given')
  t.same(boxOf(10, 170, -175, -5), [-5, -175])
  t.same(boxOf(0, 90, 180, -90), [-90, 180], 'of equal gaps, the one around 180°')
})

t.test('180° is written on the side on which the box needs no crossing', async t => {
  t.same(boxOf(180, -180), [180, 180])
  t.same(boxOf(180, -179.5), [-180, -179.5])
  t.same(boxOf(-180, 179.5), [179.5, 180])
  t.same(boxOf(-180, 0, 180), [0, 180])
})

t.test('a box of the whole world stays whole, though gaps are found between its positions', async t => {
  const all = Array.from({ length: 1441 }, (_, place) => -180 + place / 4)
  t.same(boxOf(...all), [-180, 180])
  t.same(boxOf(...all.filter(longitude => longitude < 100 || longitude > 105)), [105.25, 99.75])
})

t.test('a box around boxes has their outermost latitudes', async t => {
  t.equal(boxAround([]), null)
  const boxes = [
    { west: 170, east: 179, south: -20, north: 1 },
    { west: -179, east: -170, south: -1, north: 20 },
    { west: 171, east: 172, south: 0, north: 0 }
  ]
  t.same(boxAround(boxes), { west: 170, east: -170, south: -20, north: 20 })
})
