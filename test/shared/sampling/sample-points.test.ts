import t from 'tap'
import { cellsFor, type PointPlan, samplePoints } from '../../../shared/sampling/sample-points.ts'

const area = { x: 200, y: 150, width: 3600, height: 2700 }
const plans: PointPlan[] = [
  { method: 'random', count: 100 },
  { method: 'stratified', rows: 8, columns: 6 },
  { method: 'stratified', count: 50, pointsPerCell: 3 },
  { method: 'grid', rows: 5, columns: 7 },
  { method: 'grid', count: 50 }
]
const asText = ({ x, y }: { x: number; y: number }) => `${x},${y}`

t.test('points are different pixels of the area, each at its centre', async t => {
  for (const plan of plans)
    for (const seed of ['a', 'b', 'c']) {
      const points = samplePoints({ ...plan, area, seed })
      t.equal(new Set(points.map(asText)).size, points.length)
      t.ok(points.every(({ x, y }) => x % 1 === 0.5 && y % 1 === 0.5))
      t.ok(points.every(({ x, y }) => x > 200 && x < 3800 && y > 150 && y < 2850))
    }
})

t.test('the same seed gives the same points, and another seed different points', async t => {
  for (const plan of plans) {
    const points = samplePoints({ ...plan, area, seed: 'plan|image 1' })
    t.same(samplePoints({ ...plan, area, seed: 'plan|image 1' }), points)
    if (plan.method === 'grid') t.same(samplePoints({ ...plan, area, seed: 'other' }), points)
    else t.notSame(samplePoints({ ...plan, area, seed: 'plan|image 2' }), points)
  }
})

t.test('gives the same points as an implementation in another language', async t => {
  t.same(samplePoints({ method: 'stratified', rows: 2, columns: 3, area, seed: 'plan|image' }).map(asText), [
    '835.5,934.5',
    '1542.5,772.5',
    '2859.5,939.5',
    '1115.5,2711.5',
    '2449.5,2355.5',
    '3476.5,2184.5'
  ])
  t.same(samplePoints({ method: 'random', count: 5, area: { x: 0, y: 0, width: 4000, height: 3000 }, seed: 'plan|image' }).map(asText), [
    '2569.5,321.5',
    '3107.5,326.5',
    '1995.5,1840.5',
    '2280.5,1893.5',
    '3049.5,1861.5'
  ])
})

t.test('stratified: the same number of points in every cell, cell by cell', async t => {
  const odd = { x: 3, y: 11, width: 101, height: 47 }
  for (const pointsPerCell of [1, 4]) {
    const points = samplePoints({ method: 'stratified', rows: 5, columns: 7, pointsPerCell, area: odd, seed: 's' })
    const cells = points.map(({ x, y }) => {
      const column = Math.ceil(((Math.floor(x) - 3 + 1) * 7) / 101) - 1
      const row = Math.ceil(((Math.floor(y) - 11 + 1) * 5) / 47) - 1
      return row * 7 + column
    })
    t.same(
      cells,
      Array.from({ length: 35 * pointsPerCell }, (_, index) => Math.floor(index / pointsPerCell))
    )
  }
})

t.test('a grid uses the centres of the cells', async t => {
  t.same(samplePoints({ method: 'grid', rows: 2, columns: 2, area: { x: 0, y: 0, width: 6, height: 4 }, seed: '' }), [
    { x: 1.5, y: 0.5 },
    { x: 4.5, y: 0.5 },
    { x: 1.5, y: 2.5 },
    { x: 4.5, y: 2.5 }
  ])
})

t.test('random points are spread evenly', async t => {
  const counts = new Array<number>(100).fill(0)
  for (let image = 0; image < 200; image++)
    for (const { x, y } of samplePoints({
      method: 'random',
      count: 50,
      area: { x: 0, y: 0, width: 1000, height: 1000 },
      seed: `chi ${image}`
    }))
      counts[Math.floor(y / 100) * 10 + Math.floor(x / 100)]! += 1
  const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0)
  t.ok(chiSquare > 59 && chiSquare < 149, `χ² = ${chiSquare}, 99 degrees of freedom, p between 0.001 and 0.999`)
})

t.test('within their cells, stratified points are spread evenly', async t => {
  const counts = new Array<number>(16).fill(0)
  for (let image = 0; image < 100; image++)
    for (const { x, y } of samplePoints({
      method: 'stratified',
      rows: 4,
      columns: 4,
      area: { x: 0, y: 0, width: 400, height: 400 },
      seed: `chi ${image}`
    }))
      counts[Math.floor((y % 100) / 25) * 4 + Math.floor((x % 100) / 25)]! += 1
  const chiSquare = counts.reduce((sum, count) => sum + (count - 100) ** 2 / 100, 0)
  t.ok(chiSquare < 37.7, `χ² = ${chiSquare}, 15 degrees of freedom, p > 0.001`)
})

t.test('as many points as pixels use each pixel once', async t => {
  const points = samplePoints({ method: 'random', count: 12, area: { x: 0.4, y: 0, width: 4, height: 3 }, seed: '' })
  t.equal(new Set(points.map(asText)).size, 12)
  t.ok(
    points.every(({ x }) => x >= 0.5 && x <= 3.5),
    'pixels whose centre is inside'
  )
})

t.test('random points are ordered by the cells of a 5 × 5 grid', async t => {
  const points = samplePoints({ method: 'random', count: 60, area: { x: 0, y: 0, width: 500, height: 500 }, seed: 'order' })
  const cells = points.map(({ x, y }) => Math.floor(y / 100) * 5 + Math.floor(x / 100))
  t.same(
    cells,
    cells.toSorted((a, b) => a - b)
  )
})

t.test('cells for a number of points are as square as possible', async t => {
  t.same(cellsFor(50, { width: 3000, height: 2000 }), { rows: 5, columns: 10 })
  t.same(cellsFor(50, { width: 2000, height: 3000 }), { rows: 10, columns: 5 })
  t.same(cellsFor(100, { width: 500, height: 500 }), { rows: 10, columns: 10 })
  t.same(cellsFor(7, { width: 10, height: 300 }), { rows: 7, columns: 1 })
  t.same(cellsFor(50, { width: 700, height: 700 }), { rows: 5, columns: 10 }, 'of two equal choices the one with fewer rows')
  t.same(cellsFor(1, { width: 10, height: 10 }), { rows: 1, columns: 1 })
})

t.test('refuses impossible plans', async t => {
  const small = { x: 0, y: 0, width: 4, height: 3 }
  t.throws(() => samplePoints({ method: 'random', count: 13, area: small, seed: '' }), {
    name: 'RangeError',
    message: '13 points do not fit on 12 px'
  })
  t.throws(() => samplePoints({ method: 'grid', rows: 4, columns: 2, area: small, seed: '' }), /4 × 2 cells do not fit into 3 × 4 pixels/)
  t.throws(() => samplePoints({ method: 'stratified', rows: 3, columns: 4, pointsPerCell: 2, area: small, seed: '' }), RangeError)
  t.throws(() => samplePoints({ method: 'random', count: 1, area: { ...small, width: 0.3 }, seed: '' }), /contains no pixel/)
  t.throws(() => samplePoints({ method: 'random', count: 1, area: { ...small, x: Number.NaN }, seed: '' }), RangeError)
  for (const count of [0, -1, 2.5, Number.NaN]) {
    t.throws(() => samplePoints({ method: 'random', count, area, seed: '' }), RangeError)
    t.throws(() => samplePoints({ method: 'grid', count, area, seed: '' }), RangeError)
    t.throws(() => samplePoints({ method: 'grid', rows: 1, columns: count, area, seed: '' }), RangeError)
  }
  t.throws(() => cellsFor(4, { width: 0, height: 5 }), RangeError)
})
