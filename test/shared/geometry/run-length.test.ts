import t from 'tap'
import { polygonsOfStretches } from '../../../shared/geometry/mask-polygons.ts'
import { enclosingBox, shapeArea, type Vertex } from '../../../shared/geometry/outline.ts'
import {
  countsOfStretches,
  countsOfString,
  stretchesOfCounts,
  stretchesOfRings,
  stringOfCounts
} from '../../../shared/geometry/run-length.ts'
import { simplifyRing } from '../../../shared/geometry/simplify-ring.ts'
import { seeded } from '../../support/datasets.ts'

t.test('the example of the COCO format is read and written', async t => {
  const counts = [5, 2, 2, 2, 2, 2, 5]
  t.same(countsOfString('5220003'), counts)
  t.equal(stringOfCounts(counts), '5220003')
  const stretches = stretchesOfCounts(counts, 4, 5)
  t.ok(stretches)
  const { polygons } = polygonsOfStretches(stretches ?? new Map())
  t.equal(polygons.length, 1)
  t.same(polygons.map(enclosingBox), [{ x: 1, y: 1, width: 3, height: 2 }])
  t.same(polygons.map(shapeArea), [6])
  t.same(countsOfStretches(stretches ?? new Map(), 4, 5), counts)
})

t.test('run lengths of any mask survive text, outlines and filling', async t => {
  const random = seeded(7)
  for (let round = 0; round < 200; round++) {
    const [height, width] = [random.whole(1, 12), random.whole(1, 12)]
    const share = random.between(0.2, 0.9)
    const mask = Array.from({ length: height * width }, () => random.next() < share)
    const counts: number[] = []
    let last = false
    let run = 0
    for (const pixel of mask) {
      if (pixel !== last) {
        counts.push(run)
        run = 0
        last = pixel
      }
      run++
    }
    counts.push(run)
    t.same(countsOfString(stringOfCounts(counts)), counts)
    const stretches = stretchesOfCounts(counts, height, width) ?? new Map()
    t.same(countsOfStretches(stretches, height, width), counts, `${height} × ${width}: ${counts}`)
    const { polygons } = polygonsOfStretches(stretches)
    t.equal(
      polygons.reduce((area, polygon) => area + shapeArea(polygon), 0),
      mask.filter(Boolean).length
    )
    const rings = polygons.flatMap(({ points, holes }) => [points, ...(holes ?? [])])
    t.same(countsOfStretches(stretchesOfRings(rings, height, width), height, width), counts)
  }
})

t.test('long runs keep their length in text', async t => {
  const counts = [1_000_000_000, 3, 999_999_999, 1, 0, 40]
  t.same(countsOfString(stringOfCounts(counts)), counts)
})

t.test('invalid run lengths are refused', async t => {
  t.equal(countsOfString('\u0001'), null)
  t.equal(countsOfString('o'), null)
  t.equal(stretchesOfCounts([5, 2], 4, 5), null)
  t.equal(stretchesOfCounts([5, 16], 4, 5), null)
  t.equal(stretchesOfCounts([-5, 25], 4, 5), null)
  t.equal(stretchesOfCounts([0, 20.5], 4, 5), null)
  t.equal(stretchesOfCounts([0, 1e12], 1e6, 1e6), null)
  t.equal(stretchesOfCounts([0, 2e9], 1, 2e9), null)
})

t.test('a ring is simplified within its tolerance', async t => {
  const steps = Array.from({ length: 100 }, (_, at): Vertex => [at, at % 2])
  const ring: Vertex[] = [...steps, [99, 50], [0, 50]]
  const simple = simplifyRing(ring, 1.5)
  t.ok(simple.length < 8)
  t.same(simplifyRing(ring, 0), ring)
})

t.test('the largest parts of a noisy mask are kept', async t => {
  const checkers = Array.from({ length: 40 }, (_, at): [number, number[]] => [at * 2, [0, at + 2, 60, 61, 70, 71, 80, 81, 90, 91]])
  const { polygons, specks } = polygonsOfStretches(new Map(checkers))
  t.equal(polygons.length, 100)
  t.equal(specks, 100)
  t.equal(polygons[0] && shapeArea(polygons[0]), 41)
})
