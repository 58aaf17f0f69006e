import t from 'tap'
import { type Grid, isobathLoops, isobathPaths, seafloor, seedOf } from '../../../web/charts/isobaths.ts'

/** A cone that is highest in the middle and falls by one per unit of distance. */
function cone(size: number): Grid {
  const middle = (size - 1) / 2
  const values = Float64Array.from(
    { length: size * size },
    (_, index) => -Math.hypot((index % size) - middle, Math.floor(index / size) - middle)
  )
  return { values, columns: size, rows: size }
}

t.test('the isobath of a cone is one circle of the right radius', async t => {
  const loops = isobathLoops(cone(41), -12)
  t.equal(loops.length, 1)
  for (const [x, y] of loops[0]!) t.ok(Math.abs(Math.hypot(x - 20, y - 20) - 12) < 0.1, `${x}, ${y}`)
})

t.test('a line that leaves the grid closes outside it', async t => {
  const slope: Grid = { values: Float64Array.from({ length: 100 }, (_, index) => index % 10), columns: 10, rows: 10 }
  const [loop, ...others] = isobathLoops(slope, 4.5)
  t.equal(others.length, 0)
  t.ok(
    loop!.some(([x]) => x > 9),
    'beyond the right edge'
  )
  t.ok(
    loop!.every(([x, y]) => x >= 4.5 - 1e-9 && y > -1 && y < 10),
    'nothing on the low side'
  )
})

t.test('two peaks that meet in a saddle are separate above it and joined below it', async t => {
  const peaks: Grid = {
    columns: 41,
    rows: 21,
    values: Float64Array.from({ length: 41 * 21 }, (_, index) => {
      const [x, y] = [index % 41, Math.floor(index / 41)]
      return Math.max(-Math.hypot(x - 10, y - 10), -Math.hypot(x - 30, y - 10))
    })
  }
  t.equal(isobathLoops(peaks, -6).length, 2)
  t.equal(isobathLoops(peaks, -13).filter(loop => loop.some(([x]) => x < 10) && loop.some(([x]) => x > 30)).length, 1)
})

t.test('the same seed draws the same seafloor, and another seed a different one', async t => {
  t.same(seafloor(7, 20, 20).values, seafloor(7, 20, 20).values)
  t.notSame(seafloor(7, 20, 20).values, seafloor(8, 20, 20).values)
  t.equal(seedOf('Sur Ridge'), seedOf('Sur Ridge'))
  t.not(seedOf('Sur Ridge'), seedOf('Sur Ridges'))
})

t.test('a picture has the requested isobaths, as closed paths', async t => {
  const paths = isobathPaths({ seed: 1, width: 640, height: 360, levels: 6 })
  t.equal(paths.length, 6)
  for (const path of paths) t.match(path, /^M[-\d. ]+Q[-\d. QMZ]+Z$/)
})
