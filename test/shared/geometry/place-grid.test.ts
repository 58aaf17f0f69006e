import t from 'tap'
import {
  generalizationWords,
  gridPosition,
  gridUncertainty,
  stricterGrid,
  wholeMeters,
  withheldWords
} from '../../../shared/geometry/place-grid.ts'

const at = (decimalLatitude: number, decimalLongitude: number) => ({ decimalLatitude, decimalLongitude })

t.test('a position becomes the centre of its cell, the same each time', async t => {
  t.same(gridPosition(at(40.1234567, -30.7654321), '0.1'), at(40.15, -30.75))
  t.same(gridPosition(at(40.1234567, -30.7654321), '0.01'), at(40.125, -30.765))
  t.same(gridPosition(at(40.1234567, -30.7654321), '1'), at(40.5, -30.5))
  t.equal(gridPosition(at(40.1, -30.7), 'hidden'), null)
})

t.test('a border belongs to the cell to its north and east, even where decimal values are inexact', async t => {
  t.same(gridPosition(at(0.3, 0.7), '0.1'), at(0.35, 0.75)) // 0.3 / 0.1 is 2.9999999999999996
  t.same(gridPosition(at(-0.3, -0.7), '0.1'), at(-0.25, -0.65))
  t.same(gridPosition(at(0, -0), '1'), at(0.5, 0.5))
  t.same(gridPosition(at(-0.0000001, -0.0000001), '1'), at(-0.5, -0.5))
  for (let tenth = -900; tenth < 900; tenth++) t.equal(gridPosition(at(tenth / 10, 0), '0.1')?.decimalLatitude, (tenth * 10 + 5) / 100)
})

t.test('the poles lie in the outermost cells, and 180 is −180', async t => {
  t.same(gridPosition(at(90, 180), '1'), at(89.5, -179.5))
  t.same(gridPosition(at(-90, -180), '1'), at(-89.5, -179.5))
  t.same(gridPosition(at(89.999, 179.999), '0.01'), at(89.995, 179.995))
  t.same(gridPosition(at(90, 0), '0.01'), at(89.995, 0.005))
  for (const wrong of [at(90.1, 0), at(0, 180.1), at(Number.NaN, 0), at(0, Number.POSITIVE_INFINITY)])
    t.equal(gridPosition(wrong, '1'), null)
})

t.test('the uncertainty is half the diagonal of the cell, in whole metres', async t => {
  // by hand: 0.05 · 111,195 · √(1 + cos² 40°) = 5,559.75 · √1.586824 = 7,003.6
  t.equal(gridUncertainty(40.05, '0.1'), 7004)
  t.equal(gridUncertainty(-40.05, '0.1'), 7004)
  // at the equator a cell is a square: 0.5 · 111,195 · √2 = 78,626.7
  t.equal(gridUncertainty(0.5, '1'), 78_627)
  // 0.005 · 111,195 · √(1 + cos² 60°) = 555.975 · √1.25 = 621.6
  t.equal(gridUncertainty(60.005, '0.01'), 622)
  // 0.5 · 111,195 · √(1 + cos² 89°) = 55,597.5 · √1.00030459 = 55,606.0
  t.equal(gridUncertainty(89.5, '1'), 55_606)
})

t.test('no place of a cell is farther from its centre than the uncertainty', async t => {
  const radians = Math.PI / 180
  const meters = (a: ReturnType<typeof at>, b: ReturnType<typeof at>) => {
    const [north, east] = [(a.decimalLatitude - b.decimalLatitude) * radians, (a.decimalLongitude - b.decimalLongitude) * radians]
    const chord =
      Math.sin(north / 2) ** 2 + Math.cos(a.decimalLatitude * radians) * Math.cos(b.decimalLatitude * radians) * Math.sin(east / 2) ** 2
    return 2 * 6_371_000 * Math.asin(Math.sqrt(chord))
  }
  for (const grid of ['0.01', '0.1', '1'] as const)
    for (let latitude = -90; latitude <= 90; latitude += 3.7) {
      const centre = gridPosition(at(latitude, 12.3), grid)!
      const half = Number(grid) / 2
      const limit = gridUncertainty(centre.decimalLatitude, grid)
      for (const [north, east] of [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1]
      ] as const) {
        const corner = at(centre.decimalLatitude + north * half, centre.decimalLongitude + east * half)
        t.ok(meters(centre, corner) <= limit + 1, `${grid} at ${latitude}: ${meters(centre, corner)} of ${limit}`)
      }
    }
})

t.test('the words are those of Darwin Core, and the stricter of two grids applies', async t => {
  t.equal(generalizationWords('0.1'), 'Position generalised to a grid of 0.1 degrees')
  t.equal(generalizationWords('1'), 'Position generalised to a grid of 1 degree')
  t.equal(generalizationWords('hidden'), null)
  t.equal(withheldWords('hidden'), 'Position withheld')
  t.equal(withheldWords('1'), null)
  t.equal(stricterGrid('0.1', '1'), '1')
  t.equal(stricterGrid('hidden', '0.01'), 'hidden')
  t.equal(stricterGrid(null, '0.01'), '0.01')
  t.equal(stricterGrid(null, null), null)
  t.same([wholeMeters(302.51), wholeMeters(-0.2), wholeMeters(null)], [303, 0, null])
})
